import type { ComponentProps } from 'react';

type ScrollRegionProps = Omit<ComponentProps<'section'>, 'tabIndex'> & { readonly 'aria-label': string };

/** Renders a part of a page with its own scrolling. */
export function ScrollRegion(props: ScrollRegionProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
  return <section {...props} tabIndex={0} />;
}
