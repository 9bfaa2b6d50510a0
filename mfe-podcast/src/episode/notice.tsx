import type { ReactNode } from 'react';
import css from './notice.module.css';

/** What a visitor should know about what is shown: its age, or that it is an example. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p className={css.notice} role="note">
    {children}
  </p>
);
