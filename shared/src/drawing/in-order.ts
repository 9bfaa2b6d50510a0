import { createElement, Fragment, type ReactNode } from 'react';

/** Renders parts that never change places and may be equal. React identifies them by position, so they need no keys. */
export const inOrder = <Part>(parts: readonly Part[], draw: (part: Part, place: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(draw));
