import { createElement, Fragment, type ReactNode } from 'react';

/** Draws parts that may be alike and never change places: React tells them apart by their place, and they need no keys. */
export const inOrder = <Part>(parts: readonly Part[], draw: (part: Part, place: number) => ReactNode): ReactNode =>
  createElement(Fragment, null, ...parts.map(draw));
