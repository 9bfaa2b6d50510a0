/** How many times the comfortable width a page is drawn, smallest first. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** `width`: as wide as the window allows. */
export type Zoom = number | 'width';

/** Wider, and the eye loses the line. */
const COMFORTABLE_PX = 720;

/** How wide a page is drawn in `room` CSS pixels. */
export function pageWidth(zoom: Zoom, room: number): number {
  return Math.round(zoom === 'width' ? room : Math.min(room, COMFORTABLE_PX) * zoom);
}

/** The next larger (1) or smaller (-1) step, or null at the end. */
export function nextZoom(zoom: Zoom, direction: 1 | -1, room: number): number | null {
  const factor = pageWidth(zoom, room) / pageWidth(1, room);
  const beyond = STEPS.filter((step) => (direction > 0 ? step > factor + 0.01 : step < factor - 0.01));
  return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}
