import { Dialog } from '@site/shared/patterns/dialog.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import css from './contents.module.css';
import type { OutlineEntry } from './open-pdf.ts';
import { texts } from './texts.ts';

type ContentsProps = {
  readonly entries: readonly OutlineEntry[];
  readonly page: number;
  readonly language: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onTurn: (page: number) => void;
};

/** Shows the book's table of contents and marks the reader's current part. */
export function Contents({ entries, page, language, isOpen, onClose, onTurn }: ContentsProps) {
  const t = useTexts(texts);
  const here = [...entries].reverse().find((entry) => entry.page <= page);
  return (
    <Dialog
      title={t.contents}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <ol className={css.entries} lang={language}>
        {entries.map((entry) => (
          <li key={`${entry.page} ${entry.level} ${entry.title}`}>
            <button
              type="button"
              className={css.entry}
              data-level={Math.min(entry.level, 3)}
              aria-current={entry === here ? 'location' : undefined}
              onClick={() => {
                onClose();
                onTurn(entry.page);
              }}
            >
              <span>{entry.title}</span>
              <span className={css.page}>{entry.page}</span>
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
