import css from './settings.module.css';

/** How an action ended, announced beside what started it. */
export function Outcome({ done, failure }: { done: string | false; failure: string | false }) {
  return (
    <>
      <p role="status" className={css.done}>
        {done}
      </p>
      <p role="alert" className={css.failure}>
        {failure}
      </p>
    </>
  );
}
