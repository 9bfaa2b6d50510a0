import { inOrder } from '../drawing/in-order.ts';
import css from './skeleton.module.css';

/** Renders a placeholder for content that is loading. It is hidden from screen readers, so put a status text next to it. */
export function Skeleton({ shape = 'text', lines = 1 }: { shape?: 'text' | 'title' | 'block' | 'cover'; lines?: number }) {
  return (
    <span className={css.skeleton} aria-hidden="true">
      {inOrder(Array.from({ length: lines }), () => (
        <span className={css.bar} data-shape={shape} />
      ))}
    </span>
  );
}
