import { beforeEach, describe, expect, it } from 'vitest';
import { firstZoom, keepZoom, keptZoom, nextZoom, pageWidth, tappedZoom } from './zoom.ts';

const PHONE = { width: 350, height: 740 };
const DESKTOP = { width: 1_200, height: 700 };
const A5 = 1.4;

beforeEach(() => localStorage.clear());

describe('a page', () => {
  it('is as wide as a phone, and whole on a desktop', () => {
    expect(pageWidth(firstZoom(PHONE), PHONE, A5)).toBe(350);
    expect(pageWidth(firstZoom(DESKTOP), DESKTOP, A5)).toBe(500);
  });
  it('that is broader than high is no wider than its room when it is whole', () => {
    expect(pageWidth('page', DESKTOP, 0.5)).toBe(1_200);
  });
  it('fills the window when asked, and is no wider than is comfortable by itself', () => {
    expect(pageWidth('width', DESKTOP, A5)).toBe(1_200);
    expect(pageWidth(1, DESKTOP, A5)).toBe(720);
  });
  it('grows and shrinks by steps, to an end', () => {
    expect(nextZoom(1, 1, DESKTOP, A5)).toBe(1.25);
    expect(nextZoom(1, -1, DESKTOP, A5)).toBe(0.75);
    expect(nextZoom(3, 1, DESKTOP, A5)).toBeNull();
    expect(nextZoom(0.5, -1, DESKTOP, A5)).toBeNull();
  });
  it('goes on to the nearest step from the width of the window, and from the whole page', () => {
    expect(nextZoom('width', 1, DESKTOP, A5)).toBe(2);
    expect(nextZoom('width', -1, DESKTOP, A5)).toBe(1.5);
    expect(nextZoom('page', 1, DESKTOP, A5)).toBe(0.75);
    expect(nextZoom('width', 1, PHONE, A5)).toBe(1.25);
  });
  it('comes near by a double tap, and goes back', () => {
    expect(tappedZoom('width', PHONE, A5, null)).toBe(2);
    expect(tappedZoom(2, PHONE, A5, 0.5)).toBe('width');
    expect(tappedZoom('page', DESKTOP, A5, null)).toBe('width');
    expect(tappedZoom(1.25, DESKTOP, A5, 0.5)).toBe('page');
  });
  it('shows the column under a double tap as wide as a phone, and as is comfortable on a desktop', () => {
    expect(tappedZoom('width', PHONE, A5, 0.8)).toBe(1.25);
    expect(tappedZoom('page', DESKTOP, A5, 0.8)).toBe(1.25);
  });
  it('comes no nearer than twice as near to a narrow column, and that near to one that fills the window already', () => {
    expect(tappedZoom('width', PHONE, A5, 0.1)).toBe(2);
    expect(tappedZoom('width', PHONE, A5, 0.95)).toBe(2);
  });
});

describe('the size of a book', () => {
  it('is remembered for this book', () => {
    keepZoom('rute', 1.5);
    keepZoom('raizes', 'page');
    keepZoom('ester', 1.31);
    expect(['rute', 'raizes', 'ester', 'sabado'].map(keptZoom)).toEqual([1.5, 'page', 1.31, null]);
  });
  it.each(['{', '7', '"huge"', '-1'])('is not believed when the device kept %s', (kept) => {
    localStorage.setItem('book-zoom:rute', kept);
    expect(keptZoom('rute')).toBeNull();
  });
});
