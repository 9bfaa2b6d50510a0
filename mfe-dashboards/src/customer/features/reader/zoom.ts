import { deviceStore } from '@site/shared/device/storage.ts';

/** How many times the comfortable width a page is drawn, smallest first. */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;

/** `width`: as wide as the window allows; `page`: all of it in the window. */
export type Zoom = number | 'width' | 'page';

/** What a page can be drawn in, in CSS pixels; 0 until it is known. */
export type Room = { readonly width: number; readonly height: number };

/** Wider, and the eye loses the line. */
const COMFORTABLE_PX = 720;
/** From this width on, a whole page is large enough to be read. */
const WHOLE_PAGE_PX = 768;
/** How near a double tap comes on a phone, at most. */
const CLOSE_UP = 2;
/** A double tap makes letters larger by this at least. */
const CLOSER = 1.15;

const comfortable = ({ width }: Room): number => Math.min(width, COMFORTABLE_PX);

/** How a book is shown before its reader chooses. */
export const firstZoom = (room: Room): Zoom => (isNarrow(room) ? 'width' : 'page');

/** How wide a page is drawn whose height is `ratio` times its width. */
export function pageWidth(zoom: Zoom, room: Room, ratio: number): number {
  if (zoom === 'page') return Math.floor(Math.min(room.width, room.height / ratio));
  return Math.round(zoom === 'width' ? room.width : comfortable(room) * zoom);
}

/** The next larger (1) or smaller (-1) step, or null at the end. */
export function nextZoom(zoom: Zoom, direction: 1 | -1, room: Room, ratio: number): number | null {
  const factor = pageWidth(zoom, room, ratio) / comfortable(room);
  const beyond = STEPS.filter((step) => (direction > 0 ? step > factor + 0.01 : step < factor - 0.01));
  return (direction > 0 ? beyond[0] : beyond.at(-1)) ?? null;
}

/** Whether there is no room for a page with its margins. */
export const isNarrow = ({ width }: Room): boolean => width < WHOLE_PAGE_PX;

/** What a double tap does: back to the whole of a page that is larger, else nearer: to a column that is such a part of its width. */
export function tappedZoom(zoom: Zoom, room: Room, ratio: number, column: number | null): Zoom {
  const whole = firstZoom(room);
  if (zoom !== whole && zoom !== 1) return whole;
  const near = column === null ? 0 : Math.min(CLOSE_UP, Math.floor(100 / column) / 100);
  if (near * comfortable(room) >= CLOSER * pageWidth(zoom, room, ratio)) return near;
  return whole === 'page' ? 'width' : CLOSE_UP;
}

const keyOf = (ebookId: string): string => `book-zoom:${ebookId}`;

/** How large the reader of this device last wanted a book; null before any wish. */
export function keptZoom(ebookId: string): Zoom | null {
  const kept = deviceStore.readJson(keyOf(ebookId));
  if (kept === 'width' || kept === 'page') return kept;
  return typeof kept === 'number' && kept >= Math.min(...STEPS) && kept <= Math.max(...STEPS) ? kept : null;
}

/** Remembers how large the reader wants a book on this device. */
export const keepZoom = (ebookId: string, zoom: Zoom): void => deviceStore.write(keyOf(ebookId), JSON.stringify(zoom));
