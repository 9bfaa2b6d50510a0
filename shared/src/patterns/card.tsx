import type { ComponentPropsWithRef } from 'react';
import css from './card.module.css';

/** A raised sheet of paper. `as` keeps the right element for its content. */
export function Card({
  as: Element = 'div',
  tone = 'surface',
  ...rest
}: Omit<ComponentPropsWithRef<'div'>, 'className'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  tone?: 'surface' | 'sunken' | 'plain';
}) {
  // The elements differ in name only.
  const Box = Element as 'div';
  return <Box {...rest} className={css.card} data-tone={tone} />;
}
