import type { ReactNode } from 'react';
import css from './badge.module.css';

export type BadgeTone = 'neutral' | 'accent' | 'olive' | 'success' | 'warning' | 'danger';

/** Renders a short label for a state or a rank. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {children}
    </span>
  );
}
