import type { ReactNode } from 'react';
import css from './badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'olive' | 'success' | 'warning' | 'danger';

/** A short word about a thing: its state or its rank. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  );
}
