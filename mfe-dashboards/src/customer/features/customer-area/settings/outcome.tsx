import css from './settings.module.css';

/** Shows how an action ended and announces it, next to the control that started the action. */
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
