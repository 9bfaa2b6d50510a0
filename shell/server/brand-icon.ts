import { accentColorsOf } from '@site/shared/design/accent.ts';
import { palette } from '@site/shared/design/palette.ts';
import { lettering, removeUndrawable } from '@site/shared/lettering/lettering.ts';
import sharp from 'sharp';
import type { VisitBrand } from '../src/server/visit-brand.ts';

/** Width and height of the drawing in its own units. */
const BOX = 64;
const LETTER_SIZE = 40;

type IconShape = {
  /** Width and height in pixels. */
  size: number;
  /** Part of the square that the drawing fills, from 0 to 1. */
  share: number;
  /** Whether the icon has a background instead of transparency. */
  isFilled: boolean;
};

/**
 * Returns the site's icon as PNG: the owner's `image`, or else the first letter of the site's name on its accent colour. Throws if `image`
 * is not a picture.
 */
export async function drawIcon(brand: VisitBrand, image: Uint8Array | null, { size, share, isFilled }: IconShape): Promise<Buffer> {
  const inner = Math.round(size * share);
  const { accent } = accentColorsOf(brand.accent);
  const art = image ? sharp(image) : sharp(Buffer.from(letterIcon(brand.site, accent)), { density: 72 * (inner / BOX) });
  const icon = await art.resize(inner, inner).png().toBuffer();
  const background = isFilled ? (image ? palette.paper : accent) : { r: 0, g: 0, b: 0, alpha: 0 };
  const whole = sharp({ create: { width: size, height: size, channels: 4, background } }).composite([{ input: icon }]);
  return await whole.png({ compressionLevel: 9 }).toBuffer();
}

function letterIcon(site: string, accent: string): string {
  const face = 'display';
  const letter = Array.from(removeUndrawable(site, face))
    .find((character) => /[\p{L}\p{N}]/u.test(character))
    ?.toUpperCase();
  const drawn = letter
    ? lettering(letter, { face, size: LETTER_SIZE, x: BOX / 2, y: BOX / 2 + LETTER_SIZE * 0.35, align: 'middle', fill: palette.onAccent })
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${BOX}" height="${BOX}"><rect width="${BOX}" height="${BOX}" rx="${BOX / 4}" fill="${accent}"/>${drawn}</svg>`;
}
