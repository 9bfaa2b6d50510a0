import { Icon, Link } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import * as pageIcons from '../drawing/page-icons.ts';
import css from './back-link.module.css';

/** Links to the list that a page belongs to. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={css.back}>
    <Icon path={pageIcons.arrowLeft} />
    {children}
  </Link>
);
