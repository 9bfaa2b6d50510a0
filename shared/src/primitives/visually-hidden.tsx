import type { ComponentPropsWithRef } from 'react';
import css from './visually-hidden.module.css';

/** Renders text for screen readers only. */
export function VisuallyHidden(props: Omit<ComponentPropsWithRef<'span'>, 'className'>) {
  return <span {...props} className={css.hidden} />;
}
