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
    expect(tappedZoom('width', PHONE)).toBe(2);
    expect(tappedZoom(2, PHONE)).toBe('width');
    expect(tappedZoom('page', DESKTOP)).toBe('width');
    expect(tappedZoom(1.25, DESKTOP)).toBe('page');
  });
});

describe('the size of a book', () => {
  it('is remembered for this book', () => {
    keepZoom('rute', 1.5);
    keepZoom('raizes', 'page');
    expect([keptZoom('rute'), keptZoom('raizes'), keptZoom('sabado')]).toEqual([1.5, 'page', null]);
  });
  it.each(['{', '7', '"huge"', '-1'])('is not believed when the device kept %s', (kept) => {
    localStorage.setItem('book-zoom:rute', kept);
    expect(keptZoom('rute')).toBeNull();
  });
});
