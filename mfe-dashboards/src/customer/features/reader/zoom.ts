import { deviceStore } from '@site/shared/device/storage.ts';

/** Zoom steps as multiples of the comfortable width, smallest first. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** `width` fits the width of the window; `page` fits the whole page. */
export type Zoom = number | 'width' | 'page';

/** The space for a page, in CSS pixels; 0 until it is known. */
export type Room = { readonly width: number; readonly height: number };

/** The widest page that is comfortable to read, in CSS pixels. Wider lines are hard to follow. */
const COMFORTABLE_PX = 720;
/** In a window of at least this width, a whole page is large enough to read. In CSS pixels. */
const WHOLE_PAGE_PX = 768;
/** Highest zoom of a double tap on a phone. */
const CLOSE_UP = 2;
/** A double tap enlarges text at least by this factor. */
const CLOSER = 1.15;

const comfortable = ({ width }: Room): number => Math.min(width, COMFORTABLE_PX);

/** Returns the zoom of a book before its reader chooses. */
export const firstZoom = (room: Room): Zoom => (isNarrow(room) ? 'width' : 'page');

/** Returns the drawn width of a page whose height is `ratio` times its width. */
export function pageWidth(zoom: Zoom, room: Room, ratio: number): number {
  if (zoom === 'page') return Math.floor(Math.min(room.width, room.height / ratio));
  return Math.round(zoom === 'width' ? room.width : comfortable(room) * zoom);
}

/** Returns the next larger (1) or smaller (-1) step, or null at the end. */
export function nextZoom(zoom: Zoom, direction: 1 | -1, room: Room, ratio: number): number | null {
  const factor = pageWidth(zoom, room, ratio) / comfortable(room);
  const beyond = STEPS.filter((step) => (direction > 0 ? step > factor + 0.01 : step < factor - 0.01));
  return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}

/** Returns whether a page with its margins would be too small in this window. */
export const isNarrow = ({ width }: Room): boolean => width < WHOLE_PAGE_PX;

/**
 * Returns the zoom after a double tap: a larger page returns to fit, otherwise the column fills the window. `column` is its width as a
 * fraction of the page.
 */
export function tappedZoom(zoom: Zoom, room: Room, ratio: number, column: number | null): Zoom {
  const whole = firstZoom(room);
  if (zoom !== whole && zoom !== 1) return whole;
  const near = column === null ? 0 : Math.min(CLOSE_UP, Math.floor(100 / column) / 100);
  if (near * comfortable(room) >= CLOSER * pageWidth(zoom, room, ratio)) return near;
  return whole === 'page' ? 'width' : CLOSE_UP;
}

const keyOf = (ebookId: string): string => `book-zoom:${ebookId}`;

/** Returns the zoom that this device stored for a book. Null if it stored none. */
export function keptZoom(ebookId: string): Zoom | null {
  const kept = deviceStore.readJson(keyOf(ebookId));
  if (kept === 'width' || kept === 'page') return kept;
  return typeof kept === 'number' && kept >= Math.min(...STEPS) && kept <= Math.max(...STEPS) ? kept : null;
}

/** Remembers the zoom of a book on this device. */
export const keepZoom = (ebookId: string, zoom: Zoom): void => deviceStore.write(keyOf(ebookId), JSON.stringify(zoom));
