import css from './skeleton.module.css';

/** A quiet place for what is still on its way; hidden from screen readers, who get a status text beside it. */
export function Skeleton({ shape = 'text', lines = 1 }: { shape?: 'text' | 'title' | 'block' | 'cover'; lines?: number }) {
  return (
    <span className={css.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
        <span key={line} className={css.bar} data-shape={shape} />
      ))}
    </span>
  );
}
