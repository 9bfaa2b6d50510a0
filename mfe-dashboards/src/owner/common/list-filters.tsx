import type { ReactNode } from 'react';
import css from './list-filters.module.css';

/** Search and filters above a list. */
export const ListFilters = ({ children }: { children: ReactNode }) => <div className={css.filters}>{children}</div>;
