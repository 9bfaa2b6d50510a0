import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { type IconPath, icons } from './icons.ts';
import css from './message-state.module.css';

/** Renders the state of an empty list or page, and what to do about it. */
export function EmptyState({
  title,
  message,
  icon = icons.book,
  isPage,
  children,
}: {
  title: string;
  message?: ReactNode;
  icon?: IconPath;
  /** Whether the title is the page's main heading. */
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
