/** A part of a page, in parts of its width and height. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

export const WHOLE: Box = { left: 0, top: 0, right: 1, bottom: 1 };

/** A small picture of a page: 1 for each pixel that is not paper, row by row. */
export type Ink = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

/** What a page's ink says about its margins. */
export type Print = {
  /** Where the ink lies; null for a blank page. */
  readonly box: Box | null;
  /** `text` shows the book's margins; a `picture` has none; `other` is a title, or a blank page. */
  readonly kind: 'text' | 'picture' | 'other';
};

/** Paler than this, and the eye sees paper. A hairline in a small picture is pale, too. */
const PAPER = 247;
/** Letters cover more of a page of text. */
const TEXT_SHARE = 0.05;
/** Ink that comes this near to both sides is a picture without margins. */
const EDGE = 0.02;
/** So much paper stays around the ink, in parts of the page's width and height. */
const MARGIN = 0.03;
/** This much white between two columns divides them, in parts of the page's width. */
const GUTTER = 0.025;
/** A column is looked for in the lines around a tap, in parts of the page's height. */
const BAND = 0.06;

/** Tells ink from white paper. `rgba`: four bytes for each pixel. */
export function inkOf(rgba: Uint8ClampedArray, width: number, height: number): Ink {
  const pixels = new Uint8Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    // A loop over all pixels: destructuring each one would take a phone's time.
    const first = 4 * at;
    if ((rgba[first] ?? 0) < PAPER || (rgba[first + 1] ?? 0) < PAPER || (rgba[first + 2] ?? 0) < PAPER) pixels[at] = 1;
  }
  return { width, height, pixels };
}

/** Measures where a page's ink lies. */
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

/** Returns where the ink of a book's pages of text lies, one box for all so that they do not jump; null without such pages. */
export function bookCrop(prints: readonly Print[]): Box | null {
  const boxes = prints.flatMap(({ box, kind }) => (kind === 'text' && box ? [box] : []));
  return boxes.length === 0 ? null : boxes.reduce(around);
}

/** Returns the part of a page that is shown: the book's crop, or a wider one where ink of this page lies outside it. */
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

/** Returns the column of text at a point, from its left to its right in parts of the page's width; null where there is only paper. */
export function columnAt({ width, height, pixels }: Ink, x: number, y: number): { readonly left: number; readonly right: number } | null {
  const from = Math.max(0, Math.floor((y - BAND) * height));
  const to = Math.min(height, Math.ceil((y + BAND) * height));
  const hasInk = (column: number): boolean => {
    for (let row = from; row < to; row += 1) if (pixels[row * width + column] === 1) return true;
    return false;
  };
  const gutter = Math.ceil(GUTTER * width);
  /** The first column with ink from `start` on, as far as no gutter lies between. */
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
