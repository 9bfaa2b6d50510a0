import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import css from './message-state.module.css';

/** Nothing is here, and what to do about it. */
export function EmptyState({
  title,
  message,
  icon = 'book',
  isPage,
  children,
}: {
  title: string;
  message?: ReactNode;
  icon?: string;
  /** The title is the page's own heading. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'h2';
  return (
    <div className={css.state}>
      <span className={css.icon}>
        <Icon path={icon} />
      </span>
      <Title className={css.title}>{title}</Title>
      {message && <p className={css.message}>{message}</p>}
      {children && <div className={css.actions}>{children}</div>}
    </div>
  );
}
