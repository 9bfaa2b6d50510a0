import type { MouseEvent } from 'react';

/** Scrolls to the part of the page that an anchor link names, smoothly where motion is welcome, and moves the focus there. */
export function scrollToPart(event: MouseEvent<HTMLAnchorElement>): void {
  const part = document.getElementById(event.currentTarget.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  part.focus({ preventScroll: true });
}
