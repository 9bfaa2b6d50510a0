import { contrastOf, linearChannelsOf } from './contrast.ts';
import { darkPalette, palette } from './palette.ts';

/** Tokens of `tokens.css` that are computed from the owner's one colour. */
export type AccentColors = Pick<Record<keyof typeof palette, string>, 'accent' | 'accentStrong' | 'accentTint' | 'accentOnNight'>;

/** WCAG 2.2 requires 4.5 : 1 for text; slightly more here, because colours are rounded. */
const READABLE = 4.6;
const READABLE_AT_NIGHT = 7;
const STEP = 0.005;
const TINT = { lightness: 0.94, chroma: 0.035 };
const DARK_TINT = { lightness: 0.28, chroma: 0.035 };
/** How much darker the accent becomes when pressed, or lighter in the dark theme. */
const STRONGER = 0.08;
/** Highest chroma of a light colour before it glares. */
const LIGHT_CHROMA = 0.12;

/**
 * Computes all colours from the owner's colour. The hue stays; the lightness changes until text is readable in this colour on every
 * background, on its own tint, and as background of text, in the light theme and on night surfaces. `isMoved`: the accent visibly differs
 * from the given colour.
 */
export function accentColorsOf(color: string): AccentColors & { isMoved: boolean } {
  if (color === palette.accent) return { ...pick(palette), isMoved: false };
  const { lightness, chroma, hue } = toOklch(color);
  const accentTint = toHex(TINT.lightness, Math.min(chroma, TINT.chroma), hue);
  const grounds = [palette.sunken, palette.onAccent, accentTint];
  const darken = (from: number): string => {
    for (let dark = from; dark > 0; dark -= STEP) {
      const candidate = toHex(dark, chroma, hue);
      if (grounds.every((ground) => contrastOf(candidate, ground) >= READABLE)) return candidate;
    }
    return '#000000';
  };
  const accent = grounds.every((ground) => contrastOf(color, ground) >= READABLE) ? color : darken(lightness);
  const used = toOklch(accent).lightness;
  return {
    accent,
    accentStrong: used > STRONGER ? darken(used - STRONGER) : accent,
    accentTint,
    accentOnNight: lighten(color, [palette.night], READABLE_AT_NIGHT),
    isMoved: Math.abs(used - lightness) > 0.01,
  };
}

/** Computes the colours of the dark theme. */
export function darkAccentColorsOf(color: string): Pick<AccentColors, 'accent' | 'accentStrong' | 'accentTint'> {
  if (color === palette.accent) return darkPalette;
  const { chroma, hue } = toOklch(color);
  const accentTint = toHex(DARK_TINT.lightness, Math.min(chroma, DARK_TINT.chroma), hue);
  const accent = lighten(color, [darkPalette.surface, accentTint], READABLE_AT_NIGHT);
  const strong = Math.min(toOklch(accent).lightness + STRONGER, 0.98);
  return { accent, accentStrong: toHex(strong, Math.min(chroma, LIGHT_CHROMA), hue), accentTint };
}

function lighten(color: string, grounds: readonly string[], contrast: number): string {
  const { lightness, chroma, hue } = toOklch(color);
  for (let light = Math.max(lightness, 0.55); light < 1; light += STEP) {
    const candidate = toHex(light, Math.min(chroma, LIGHT_CHROMA), hue);
    if (grounds.every((ground) => contrastOf(candidate, ground) >= contrast)) return candidate;
  }
  return '#ffffff';
}

const pick = ({ accent, accentStrong, accentTint, accentOnNight }: AccentColors): AccentColors => ({
  accent,
  accentStrong,
  accentTint,
  accentOnNight,
});

/** Returns a style that replaces the tokens of these colours; null for the default accent. */
export function accentStyleOf(color: string): string | null {
  if (color === palette.accent) return null;
  const byDay = accentColorsOf(color);
  return `:root{${tokensOf(byDay)};--color-accent-on-night:${byDay.accentOnNight}}@media screen and (prefers-color-scheme:dark){:root{${tokensOf(darkAccentColorsOf(color))}}}`;
}

const tokensOf = ({ accent, accentStrong, accentTint }: Pick<AccentColors, 'accent' | 'accentStrong' | 'accentTint'>): string =>
  `--color-accent:${accent};--color-accent-strong:${accentStrong};--color-accent-tint:${accentTint}`;

/** Converts to OKLCH, where equal steps of lightness look equal: https://bottosson.github.io/posts/oklab */
function toOklch(color: string): { lightness: number; chroma: number; hue: number } {
  const [red, green, blue] = linearChannelsOf(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Returns the colour with this lightness and hue, and as much of the chroma as a screen can display. */
function toHex(lightness: number, chroma: number, hue: number): string {
  for (let shown = chroma; shown > 0; shown -= STEP) {
    const channels = channelsOf(lightness, shown, hue);
    if (channels.every((channel) => channel >= -0.0001 && channel <= 1.0001)) return hexOf(channels);
  }
  return hexOf(channelsOf(lightness, 0, hue));
}

function channelsOf(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const hexOf = (linear: readonly number[]): string =>
  `#${linear
    .map((channel) => Math.min(1, Math.max(0, channel)))
    .map((channel) => (channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055))
    .map((channel) =>
      Math.round(channel * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
