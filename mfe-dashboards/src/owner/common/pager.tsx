import { Button, useTexts } from '@site/shared/site/site.ts';
import type { ListAddress, PageCursors } from './list-address.ts';
import css from './pager.module.css';
import { texts } from './texts.ts';

type PagerProps = {
  /** What is paged through, such as "Páginas de pedidos". */
  readonly label: string;
  readonly list: ListAddress;
  readonly cursors: PageCursors;
  /** After each turn, for example to move the focus to the list's heading. */
  readonly onTurn?: () => void;
};

/** Prev and Next of a list that has more than one page. */
export function Pager({ label, list, cursors: { nextCursor, previousCursor }, onTurn }: PagerProps) {
  const t = useTexts(texts);
  if (nextCursor === null && previousCursor === null) return null;
  const turn = (page: Parameters<typeof list.turnTo>[0]) => {
    list.turnTo(page);
    onTurn?.();
  };
  return (
    <nav className={css.pages} aria-label={label}>
      <Button
        variant="secondary"
        size="s"
        disabled={previousCursor === null}
        onClick={() => previousCursor !== null && turn({ before: previousCursor })}
      >
        {t.previous}
      </Button>
      <Button
        variant="secondary"
        size="s"
        disabled={nextCursor === null}
        onClick={() => nextCursor !== null && turn({ after: nextCursor })}
      >
        {t.next}
      </Button>
    </nav>
  );
}
