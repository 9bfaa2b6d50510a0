import { Button, Icon, icons, toast } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import css from './conflict.module.css';

type ConflictProps = {
  readonly title: string;
  readonly message: string;
  /** What differs, and what can be chosen of it. */
  readonly children: ReactNode;
  /** Goes on with what is saved now. */
  readonly takeText: string;
  readonly onTake: () => void;
  /** Goes on with one's own, or what was chosen of both. */
  readonly keepText: string;
  /** What is to be done then. */
  readonly keptText: string;
  readonly onKeep: () => void;
  /** What is still to be chosen. */
  readonly missing?: string | undefined;
};

/** Another admin saved meanwhile: what both say, and the choice. */
export function Conflict({ title, message, children, takeText, onTake, keepText, keptText, onKeep, missing }: ConflictProps) {
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
        {missing && <p role="status">{missing}</p>}
        <Button variant="secondary" onClick={onTake}>
          {takeText}
        </Button>
        <Button
          disabled={missing !== undefined}
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
