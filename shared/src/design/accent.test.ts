import { describe, expect, it } from 'vitest';
import { accentColorsOf, accentStyleOf, darkAccentColorsOf } from './accent.ts';
import { contrastOf } from './contrast.ts';
import { darkPalette, palette } from './palette.ts';

/** Every seventeenth value of each channel, including black and white. */
const STEPS = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'));
const COLORS = STEPS.flatMap((red) => STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)));

describe('the colours derived from the accent', () => {
  it("the accent's colours are readable everywhere, whatever the owner chose", () => {
    const unreadable = COLORS.filter((color) => {
      const { accent, accentStrong, accentTint, accentOnNight } = accentColorsOf(color);
      const light = [accent, accentStrong].flatMap((text) =>
        [palette.sunken, palette.onAccent, accentTint].map((ground) => contrastOf(text, ground)),
      );
      return Math.min(...light, contrastOf(palette.ink, accentTint)) < 4.6 || contrastOf(accentOnNight, palette.night) < 7;
    });
    expect(unreadable).toEqual([]);
  });

  it("the accent's dark colours are readable too, as text and as a background", () => {
    const unreadable = COLORS.filter((color) => {
      const { accent, accentStrong, accentTint } = darkAccentColorsOf(color);
      const grounds = [darkPalette.surface, darkPalette.onAccent, accentTint];
      const contrasts = [accent, accentStrong].flatMap((text) => grounds.map((ground) => contrastOf(text, ground)));
      return Math.min(...contrasts, contrastOf(darkPalette.ink, accentTint)) < 4.6;
    });
    expect(unreadable).toEqual([]);
  });

  it('a readable accent stays unchanged, and an adjusted one is reported', () => {
    expect(accentColorsOf('#1f4f8b')).toMatchObject({ accent: '#1f4f8b', isMoved: false });
    expect(accentColorsOf('#ffd700')).toMatchObject({ isMoved: true });
    expect(accentColorsOf('#ffd700').accent).not.toBe('#ffd700');
  });

  it("the default accent has the site's default colours, and needs no style", () => {
    expect(accentColorsOf(palette.accent)).toMatchObject({ accentTint: palette.accentTint, accentOnNight: palette.accentOnNight });
    expect(accentStyleOf(palette.accent)).toBeNull();
    expect(accentStyleOf('#1f4f8b')).toMatch(
      /^:root\{--color-accent:#1f4f8b;(--color-accent-[\w-]+:#[0-9a-f]{6};?){3}\}@media screen and \(prefers-color-scheme:dark\)\{:root\{(--color-accent[\w-]*:#[0-9a-f]{6};?){3}\}\}$/,
    );
  });
});

it('the contrast is computed as WCAG defines it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
