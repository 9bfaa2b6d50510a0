import type { ComponentPropsWithRef } from 'react';
import css from './button.module.css';
import type { ButtonLook } from './button.tsx';
import { Link } from './link.tsx';

/** Renders a link to another page that looks like a button. It belongs to the facade because it uses the page's one router. */
export function ButtonLink({
  variant = 'primary',
  size = 'm',
  isWide,
  ...rest
}: Omit<ComponentPropsWithRef<typeof Link>, 'className'> & ButtonLook) {
  return <Link {...rest} className={css.button} data-variant={variant} data-size={size} data-wide={isWide || undefined} />;
}
