import type { AdminContent } from '@site/shared/contracts/admin-content.ts';
import { Button, Icon, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import type { Body } from './body.ts';
import css from './conflict.module.css';
import { Differences } from './differences.tsx';
import { texts } from './texts.ts';

type ConflictProps = {
  readonly mine: Body;
  readonly published: AdminContent;
  readonly onKeep: () => void;
  readonly onTake: () => void;
};

/** Somebody else published meanwhile: both texts, and the choice. */
export function Conflict({ mine, published, onKeep, onTake }: ConflictProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <section className={css.conflict} aria-label={t.conflictTitle}>
      <div role="alert">
        <h2 className={css.title}>
          <Icon name="warning" />
          {t.conflictTitle}
        </h2>
        {published.publishedAt && <p>{t.conflictMessage(published.publishedBy ?? '', moment(published.publishedAt))}</p>}
      </div>
      <Differences before={published.body} after={mine} names={{ before: t.theirs, after: t.mine }} />
      <div className={css.buttons}>
        <Button variant="secondary" onClick={onTake}>
          {t.takeTheirs}
        </Button>
        <Button
          onClick={() => {
            onKeep();
            toast.success(t.kept, { id: 'conflict' });
          }}
        >
          {t.keepMine}
        </Button>
      </div>
    </section>
  );
}
