import { create, type Font } from 'fontkit';
import { type Face, getFont } from './fonts.ts';

const opened = new Map<Face, Font>();

function openFont(face: Face): Font {
  const known = opened.get(face);
  if (known) return known;
  const font = create(getFont(face));
  if (!('layout' in font)) throw new Error(`${face} is a collection of fonts`);
  opened.set(face, font);
  return font;
}

export type Line = { face: Face; size: number /** Extra space between letters, as a fraction of the size. */; tracking?: number };

/** Returns the width of `text` in this style, in SVG units. */
export function measureText(text: string, { face, size, tracking = 0 }: Line): number {
  const font = openFont(face);
  const run = font.layout(text);
  return (run.advanceWidth / font.unitsPerEm) * size + tracking * size * Math.max(0, run.glyphs.length - 1);
}

/** Returns `text` without the characters that `face` has no glyph for, such as emojis. */
export function removeUndrawable(text: string, face: Face): string {
  const font = openFont(face);
  const known = Array.from(text.normalize('NFC')).filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  return known.join('').replace(/\s+/g, ' ').trim();
}

/**
 * Returns `text` as SVG outlines with its baseline at `y`, so that drawings look the same on machines without fonts. `align` decides
 * whether `x` is the left edge, the middle or the right edge.
 */
export function lettering(
  text: string,
  line: Line & { x: number; y: number; fill: string; align?: 'start' | 'middle' | 'end'; opacity?: number },
): string {
  const { face, size, x, y, fill, tracking = 0, align = 'start', opacity = 1 } = line;
  const font = openFont(face);
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(text);
  const width = measureText(text, line);
  const left = align === 'start' ? x : align === 'middle' ? x - width / 2 : x - width;
  let pen = 0;
  const outlines = glyphs.map((glyph, index) => {
    const position = positions[index];
    const at = pen + (position?.xOffset ?? 0);
    pen += (position?.xAdvance ?? glyph.advanceWidth) + (tracking * size) / scale;
    return `<path transform="translate(${at.toFixed(1)} ${position?.yOffset ?? 0})" d="${glyph.path.toSVG()}"/>`;
  });
  return `<g fill="${fill}" opacity="${opacity}" transform="translate(${left.toFixed(2)} ${y}) scale(${scale.toFixed(5)} ${(-scale).toFixed(5)})">${outlines.join('')}</g>`;
}
