import { describe, expect, it } from 'vitest';
import { nextZoom, pageWidth } from './zoom.ts';

describe('a page', () => {
  it('is as wide as a phone, and no wider than is comfortable elsewhere', () => {
    expect(pageWidth(1, 350)).toBe(350);
    expect(pageWidth(1, 1200)).toBe(720);
  });
  it('fills the window when asked', () => {
    expect(pageWidth('width', 1200)).toBe(1200);
  });
  it('grows and shrinks by steps, to an end', () => {
    expect(nextZoom(1, 1, 1200)).toBe(1.25);
    expect(nextZoom(1, -1, 1200)).toBe(0.75);
    expect(nextZoom(3, 1, 1200)).toBeNull();
    expect(nextZoom(0.5, -1, 1200)).toBeNull();
  });
  it('goes on from the width of the window to the nearest step', () => {
    expect(nextZoom('width', 1, 1200)).toBe(2);
    expect(nextZoom('width', -1, 1200)).toBe(1.5);
  });
});
