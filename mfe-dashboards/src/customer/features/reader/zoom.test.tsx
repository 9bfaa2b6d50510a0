import { beforeEach, describe, expect, it } from 'vitest';
import { firstZoom, keepZoom, keptZoom, nextZoom, pageWidth, tappedZoom } from './zoom.ts';

const PHONE = { width: 350, height: 740 };
const DESKTOP = { width: 1_200, height: 700 };
const A5 = 1.4;

beforeEach(() => localStorage.clear());

describe('the zoom of a page', () => {
  it('the zoom of a page fits the width on a phone, and the whole page on a desktop', () => {
    expect(pageWidth(firstZoom(PHONE), PHONE, A5)).toBe(350);
    expect(pageWidth(firstZoom(DESKTOP), DESKTOP, A5)).toBe(500);
  });
  it('the zoom of a page never makes a landscape page wider than its space when the whole page is shown', () => {
    expect(pageWidth('page', DESKTOP, 0.5)).toBe(1_200);
  });
  it('the zoom of a page fills the window on request, and is limited to a comfortable width by default', () => {
    expect(pageWidth('width', DESKTOP, A5)).toBe(1_200);
    expect(pageWidth(1, DESKTOP, A5)).toBe(720);
  });
  it('the zoom of a page increases and decreases by steps, up to a limit', () => {
    expect(nextZoom(1, 1, DESKTOP, A5)).toBe(1.25);
    expect(nextZoom(1, -1, DESKTOP, A5)).toBe(0.75);
    expect(nextZoom(3, 1, DESKTOP, A5)).toBeNull();
    expect(nextZoom(0.5, -1, DESKTOP, A5)).toBeNull();
  });
  it('the zoom of a page goes from fit-width and fit-page to the nearest step', () => {
    expect(nextZoom('width', 1, DESKTOP, A5)).toBe(2);
    expect(nextZoom('width', -1, DESKTOP, A5)).toBe(1.5);
    expect(nextZoom('page', 1, DESKTOP, A5)).toBe(0.75);
    expect(nextZoom('width', 1, PHONE, A5)).toBe(1.25);
  });
  it('the zoom of a page increases by a double tap, and the next double tap restores it', () => {
    expect(tappedZoom('width', PHONE, A5, null)).toBe(2);
    expect(tappedZoom(2, PHONE, A5, 0.5)).toBe('width');
    expect(tappedZoom('page', DESKTOP, A5, null)).toBe('width');
    expect(tappedZoom(1.25, DESKTOP, A5, 0.5)).toBe('page');
  });
  it('the zoom of a page fits the double-tapped column to a phone, and to a comfortable width on a desktop', () => {
    expect(tappedZoom('width', PHONE, A5, 0.8)).toBe(1.25);
    expect(tappedZoom('page', DESKTOP, A5, 0.8)).toBe(1.25);
  });
  it('the zoom of a page at most doubles for a narrow column', () => {
    expect(tappedZoom('width', PHONE, A5, 0.1)).toBe(2);
    expect(tappedZoom('width', PHONE, A5, 0.95)).toBe(2);
  });
});

describe('the stored zoom of a book', () => {
  it('the stored zoom of a book belongs to that book only', () => {
    keepZoom('rute', 1.5);
    keepZoom('raizes', 'page');
    keepZoom('ester', 1.31);
    expect(['rute', 'raizes', 'ester', 'sabado'].map(keptZoom)).toEqual([1.5, 'page', 1.31, null]);
  });
  it.each(['{', '7', '"huge"', '-1'])('the stored zoom of a book is ignored when the device stored %s', (kept) => {
    localStorage.setItem('book-zoom:rute', kept);
    expect(keptZoom('rute')).toBeNull();
  });
});
