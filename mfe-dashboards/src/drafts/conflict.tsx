import { Button, Icon, icons, toast, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import type { ReactNode } from 'react';
import { useReaderUid } from '../signed-in/reader-uid.ts';
import css from './conflict.module.css';
import { isOwnSave, type OwnSave } from './own-saves.ts';

const texts = defineTexts({ byYou: 'Você salvou isto em outra aba' }, { byYou: 'You saved this in another tab' });

type ConflictProps = {
  /** The title if another admin saved. If the same person may have saved in another tab, a different title is shown. */
  readonly title: string;
  readonly saved: OwnSave | null;
  readonly message: string;
  /** The differences between both versions. */
  readonly children: ReactNode;
  /** Text of the button that continues with the saved words. */
  readonly takeText: string;
  readonly onTake: () => void;
  /** Text of the button that continues with the words that were typed on this page. */
  readonly keepText: string;
  /** A sentence about the next step, for an admin who keeps the typed words. */
  readonly keptText: string;
  readonly onKeep: () => void;
};

/** Shows both versions after another admin saved the same text, and asks which version to keep. */
export function Conflict({ title: byOther, saved, message, children, takeText, onTake, keepText, keptText, onKeep }: ConflictProps) {
  const t = useTexts(texts);
  const uid = useReaderUid();
  const title = saved && isOwnSave(uid, saved) ? t.byYou : byOther;
  return (
    <section className={css.conflict} aria-label={title}>
      <div role="alert">
        <h2 className={css.title}>
          <Icon path={icons.warning} />
          {title}
        </h2>
        {message && <p>{message}</p>}
      </div>
      {children}
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onTake}>
          {takeText}
        </Button>
        <Button
          onClick={() => {
            onKeep();
            toast.success(keptText, { id: 'conflict' });
          }}
        >
          {keepText}
        </Button>
      </div>
    </section>
  );
}
