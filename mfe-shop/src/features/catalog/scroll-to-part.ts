import type { MouseEvent } from 'react';

/** Scrolls to the target of an anchor link, smoothly if motion is allowed, and moves the focus there. */
export function scrollToPart(event: MouseEvent<HTMLAnchorElement>): void {
  const part = document.getElementById(event.currentTarget.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  part.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' });
  part.focus({ preventScroll: true });
}
