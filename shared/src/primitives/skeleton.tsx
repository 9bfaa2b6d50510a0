import { inOrder } from '../drawing/in-order.ts';
import css from './skeleton.module.css';

/** A quiet place for what is still on its way; hidden from screen readers, who get a status text beside it. */
export function Skeleton({ shape = 'text', lines = 1 }: { shape?: 'text' | 'title' | 'block' | 'cover'; lines?: number }) {
  return (
    <span className={css.skeleton} aria-hidden="true">
      {inOrder(Array.from({ length: lines }), () => (
        <span className={css.bar} data-shape={shape} />
      ))}
    </span>
  );
}
