import { describe, expect, it } from 'vitest';
import { type Box, bookCrop, columnAt, type Ink, inkOf, pageCrop, printOf, WHOLE } from './crop.ts';

const [WIDTH, HEIGHT] = [200, 300];
const box = (left: number, top: number, right: number, bottom: number): Box => ({ left, top, right, bottom });

/** Returns a page with grey ink in these boxes. */
function page(...boxes: readonly Box[]): Ink {
  const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255);
  for (const { left, top, right, bottom } of boxes) {
    for (let y = Math.round(top * HEIGHT); y < bottom * HEIGHT; y += 1) {
      for (let x = Math.round(left * WIDTH); x < right * WIDTH; x += 1) rgba.fill(120, 4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 3);
    }
  }
  return inkOf(rgba, WIDTH, HEIGHT);
}

const cropOf = (book: readonly Ink[], shown: Ink): Box => {
  const { left, top, right, bottom } = pageCrop(bookCrop(book.map(printOf)), printOf(shown));
  return box(...([left, top, right, bottom].map((part) => Number(part.toFixed(3))) as [number, number, number, number]));
};

const TEXT = page(box(0.2, 0.1, 0.8, 0.9));

describe('the crop of a book', () => {
  it('the crop of a book leaves a small margin around the ink', () => {
    expect(cropOf([TEXT], TEXT)).toEqual(box(0.17, 0.07, 0.83, 0.93));
  });
  it('the crop of a book is the same on left and right pages', () => {
    const [left, right] = [page(box(0.1, 0.1, 0.7, 0.9)), page(box(0.3, 0.1, 0.9, 0.9))];
    expect(cropOf([left, right], left)).toEqual(box(0.07, 0.07, 0.93, 0.93));
    expect(cropOf([left, right], right)).toEqual(box(0.07, 0.07, 0.93, 0.93));
  });
  it('the crop of a book is the same on a page with less ink and on a blank page', () => {
    expect(cropOf([TEXT], page(box(0.4, 0.4, 0.6, 0.42)))).toEqual(box(0.17, 0.07, 0.83, 0.93));
    expect(cropOf([TEXT], page())).toEqual(box(0.17, 0.07, 0.83, 0.93));
  });
  it('the crop of a book is the same on a page whose lines are slightly longer', () => {
    expect(cropOf([TEXT], page(box(0.19, 0.1, 0.82, 0.9)))).toEqual(box(0.17, 0.07, 0.83, 0.93));
  });
  it('the crop of a book is wider on a page with ink outside the crop, such as a stamp or a picture', () => {
    expect(cropOf([TEXT], page(box(0.2, 0.1, 0.8, 0.9), box(0.1, 0.96, 0.9, 0.97)))).toEqual(box(0.07, 0.07, 0.93, 1));
    expect(cropOf([TEXT], page(WHOLE))).toEqual(WHOLE);
  });
  it('the crop of a book ignores covers and title pages, and is the whole page if the book has no pages of text', () => {
    const [cover, title] = [page(WHOLE), page(box(0.4, 0.4, 0.6, 0.45))];
    expect(cropOf([cover, title, TEXT], TEXT)).toEqual(box(0.17, 0.07, 0.83, 0.93));
    expect(cropOf([cover, title], title)).toEqual(WHOLE);
  });
});

it('a hairline counts as ink, and the grey of scanned paper counts as paper', () => {
  const rgba = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255);
  rgba.fill(235, 4 * (10 * WIDTH + 20), 4 * (10 * WIDTH + 20) + 3);
  expect(printOf(inkOf(rgba, WIDTH, HEIGHT)).box).toEqual(box(20 / WIDTH, 10 / HEIGHT, 21 / WIDTH, 11 / HEIGHT));
  expect(printOf(inkOf(new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(240), WIDTH, HEIGHT)).box).toEqual(WHOLE);
});

describe('the text column at a point', () => {
  const columns = page(box(0.1, 0.05, 0.9, 0.1), box(0.1, 0.2, 0.48, 0.9), box(0.52, 0.2, 0.9, 0.9));
  it('the crop of a page with two columns ends at the space between them, even if a heading runs across both', () => {
    expect(columnAt(columns, 0.3, 0.5)).toEqual({ left: 0.1, right: 0.48 });
    expect(columnAt(columns, 0.7, 0.5)).toEqual({ left: 0.52, right: 0.9 });
    expect(columnAt(columns, 0.3, 0.075)).toEqual({ left: 0.1, right: 0.9 });
  });
  it('the text column at a point ends at the white space next to its text, and a blank area has no column', () => {
    expect(columnAt(columns, 0.09, 0.5)).toEqual({ left: 0.1, right: 0.48 });
    expect(columnAt(columns, 0.02, 0.5)).toBeNull();
    expect(columnAt(columns, 0.5, 0.98)).toBeNull();
  });
});
