import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.ts';
import { darkPalette, palette } from './palette.ts';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const [byDay = '', inTheDark = ''] = css.split('(prefers-color-scheme: dark)');
const colorsIn = (part: string) =>
  [...part.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value] as const);
const light = new Map(colorsIn(byDay));
const dark = new Map([...light, ...colorsIn(inTheDark)]);

const GROUNDS = ['paper', 'surface', 'sunken'];

const TEXT_ON_GROUND = [
  ...['ink', 'ink-soft', 'accent', 'accent-strong', 'olive', 'danger', 'success', 'warning'].flatMap((text) =>
    GROUNDS.map((ground) => [text, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-accent', 'danger'],
  ['accent-strong', 'accent-tint'],
  ['ink', 'accent-tint'],
  ['olive', 'olive-tint'],
  ['ink', 'olive-tint'],
  ['danger', 'danger-tint'],
  ['success', 'success-tint'],
  ['warning', 'warning-tint'],
  ['on-night', 'night'],
  ['on-night-soft', 'night'],
  ['accent-on-night', 'night'],
  ['on-night', 'night-raised'],
  ['on-night-soft', 'night-raised'],
] as const;

describe.each([
  ['in light mode', light],
  ['in dark mode', dark],
])('colour tokens %s', (_, colors) => {
  const contrast = (one: string, other: string) => contrastOf(colors.get(one) ?? '', colors.get(other) ?? '');

  it.each(TEXT_ON_GROUND)('the text colour %s is readable on %s (4.5 : 1)', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['line-strong', 'focus'].flatMap((edge) => GROUNDS.map((ground) => [edge, ground] as const)))(
    'the edge %s is visible on %s (3 : 1)',
    (edge, ground) => {
      expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
    },
  );
});

it.each([
  ['in light mode', palette, light],
  ['in dark mode', darkPalette, dark],
])("drawings outside pages use the style sheet's colours %s", (_, drawn, colors) => {
  const named = Object.entries(drawn).map(
    ([name, value]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), value] as const,
  );
  expect(Object.fromEntries(named.map(([name]) => [name, colors.get(name)]))).toEqual(Object.fromEntries(named));
});
