import type { ReactNode } from 'react';
import css from './notice.module.css';

/** A note about the shown content: its age, or that it is an example. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p className={css.notice} role="note">
    {children}
  </p>
);
