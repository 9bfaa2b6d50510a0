/** A part of a page, in fractions of its width and height. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export const WHOLE: Box = { left: 0, top: 0, right: 1, bottom: 1 };

/** A downscaled page: 1 for each pixel that is not paper, row by row. */
export type Ink = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** The margins of a page, as measured from its ink. */
export type Print = {
  /** The bounding box of the ink; null for a blank page. */
  readonly box: Box | null;
  /** `text` pages show the book's margins, a `picture` has none, and `other` is a title or a blank page. */
  readonly kind: 'text' | 'picture' | 'other';
};

/** Pixels paler than this count as paper. A hairline in a downscaled page is pale, too. */
const PAPER = 247;
/** A page of text has more ink than this, as a fraction of the page. */
const TEXT_SHARE = 0.05;
/** Ink this close to both sides means a picture without margins. */
const EDGE = 0.02;
/** White space that the crop keeps around the ink, in fractions of the page's width and height. */
const MARGIN = 0.03;
/** White space of at least this width divides two columns, in fractions of the page's width. */
const GUTTER = 0.025;
/** Height of the band around a tap in which the reader looks for a text column, in fractions of the page's height. */
const BAND = 0.06;

/** Separates ink from white paper. `rgba` has four bytes for each pixel. */
export function inkOf(rgba: Uint8ClampedArray, width: number, height: number): Ink {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    // This loop runs for every pixel. Destructuring a pixel would be slow on a phone.
    const first = 4 * at;
    if ((rgba[first] ?? 0) < PAPER || (rgba[first + 1] ?? 0) < PAPER || (rgba[first + 2] ?? 0) < PAPER) pixels[at] = 1;
  }
  return { width, height, pixels };
}

/** Measures the ink of a page. */
export function printOf({ width, height, pixels }: Ink): Print {
  let [left, top, right, bottom, count] = [width, height, 0, 0, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[y * width + x] === 0) continue;
      count += 1;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
  }
  if (count === 0) return { box: null, kind: 'other' };
  const box = { left: left / width, top: top / height, right: right / width, bottom: bottom / height };
  if (box.left < EDGE && box.right > 1 - EDGE) return { box, kind: 'picture' };
  return { box, kind: count / pixels.length >= TEXT_SHARE ? 'text' : 'other' };
}

/** Returns one crop box for all text pages of a book, so that pages do not jump; null without text pages. */
export function bookCrop(prints: readonly Print[]): Box | null {
  const boxes = prints.flatMap(({ box, kind }) => (kind === 'text' && box ? [box] : []));
  return boxes.length === 0 ? null : boxes.reduce(around);
}

/** Returns the visible part of a page: the book's crop, widened where this page has ink outside it. */
export function pageCrop(book: Box | null, { box, kind }: Print): Box {
  if (!book || kind === 'picture') return WHOLE;
  const crop = withMargin(book);
  const isWithin = !box || (box.left >= crop.left && box.top >= crop.top && box.right <= crop.right && box.bottom <= crop.bottom);
  return isWithin ? crop : withMargin(around(book, box));
}

const withMargin = ({ left, top, right, bottom }: Box): Box => ({
  left: Math.max(0, left - MARGIN),
  top: Math.max(0, top - MARGIN),
  right: Math.min(1, right + MARGIN),
  bottom: Math.min(1, bottom + MARGIN),
});

const around = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Returns the left and right edge of the text column at a point, in fractions of the page's width; null if there is no text. */
export function columnAt({ width, height, pixels }: Ink, x: number, y: number): { readonly left: number; readonly right: number } | null {
  const from = Math.max(0, Math.floor((y - BAND) * height));
  const to = Math.min(height, Math.ceil((y + BAND) * height));
  const hasInk = (column: number): boolean => {
    for (let row = from; row < to; row += 1) if (pixels[row * width + column] === 1) return true;
    return false;
  };
  const gutter = Math.ceil(GUTTER * width);
  /** Returns the next inked position from `start`, or null if a gutter follows. */
  const next = (start: number, step: 1 | -1): number | null => {
    for (let at = start; at >= 0 && at < width && Math.abs(at - start) < gutter; at += step) if (hasInk(at)) return at;
    return null;
  };
  const end = (start: number, step: 1 | -1): number => {
    let last = start;
    for (let at = next(start, step); at !== null; at = next(at + step, step)) last = at;
    return last;
  };
  const tapped = Math.min(width - 1, Math.max(0, Math.floor(x * width)));
  const start = next(tapped, 1) ?? next(tapped, -1);
  return start === null ? null : { left: end(start, -1) / width, right: (end(start, 1) + 1) / width };
}
