import type { ComponentPropsWithRef } from 'react';
import css from './card.module.css';

/** Renders a raised surface. `as` chooses the element that suits the content. */
export function Card({
  as: Element = 'div',
  tone = 'surface',
  ...rest
}: Omit<ComponentPropsWithRef<'div'>, 'className'> & {
  as?: 'div' | 'section' | 'article' | 'li' | 'aside';
  tone?: 'surface' | 'sunken' | 'plain';
}) {
  // All possible elements have the same props here, so TypeScript may treat each as a `div`.
  const Box = Element as 'div';
  return <Box {...rest} className={css.card} data-tone={tone} />;
}
