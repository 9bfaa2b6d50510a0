import { type BrandPictureProblem, SITE_PICTURE_WIDTHS, SMALLEST_BRAND_PICTURES } from '@site/shared/contracts/admin-brand.ts';
import type { SitePictureName } from '@site/shared/contracts/content.ts';
import { PORTRAIT_RATIO } from '@site/shared/contracts/pictures.ts';
import sharp, { type Region, type Sharp } from 'sharp';
import { BadPicture } from '../../../platform/draw-apart.ts';
import { decodePicture, hexOf, openPicture, readPictureFile } from '../../../platform/picture-file.ts';

type Size = { width: number; height: number };
/** The point that must stay visible, as fractions of width and height. */
type Focus = { x: number; y: number };
type BrandFile = { ending: string; type: 'image/avif' | 'image/webp' | 'image/jpeg'; body: Buffer };
export type BrandPictureFiles = Size & { color: string; files: BrandFile[] };

/** Aspect ratios (width / height) of the pictures that are cropped. */
const SHAPES = { portrait: 1 / PORTRAIT_RATIO, icon: 1, social: 1_200 / 630, artwork: 1 } as const;
const LOGO_HEIGHT = 120;
/** Tolerance for an icon that is not exactly square. */
const SQUARE = 0.01;

/**
 * Draws the files of a brand picture. Portrait, social preview and artwork are cropped around `focus`, an icon must be square already, and
 * a logo keeps its shape and transparency. The artwork is never enlarged. No metadata is kept. Throws `BadPicture`.
 */
export async function drawBrandPicture(bytes: Uint8Array, name: SitePictureName, focus: Focus): Promise<BrandPictureFiles> {
  const { format, ...size } = await readPictureFile(bytes);
  if (name === 'logo' && format !== 'png' && format !== 'webp') throw new BadPicture<BrandPictureProblem>('not_png');
  if (name === 'icon' && Math.abs(size.width / size.height - 1) > SQUARE) throw new BadPicture<BrandPictureProblem>('not_square');
  const region = name === 'logo' ? { left: 0, top: 0, ...size } : cutAround(focus, size, SHAPES[name]);
  if (Math.min(region.width, region.height) < SMALLEST_BRAND_PICTURES[name]) throw new BadPicture<BrandPictureProblem>('too_small');

  const widths = SITE_PICTURE_WIDTHS[name];
  const widest = Math.max(...widths);
  const isOpaque = name === 'portrait' || name === 'social';
  const drawnWidth = name === 'artwork' ? Math.min(widest, region.width) : widest;
  const { data, info } = await decodePicture(() =>
    shaped(openPicture(bytes).extract(region), name, drawnWidth).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  const drawn = () => sharp(data, { raw: { width, height, channels } });
  const { dominant } = await drawn().stats();
  const files: BrandFile[] = [];
  for (const target of widths) {
    const at = () => (target === widest ? drawn() : drawn().resize(target));
    if (name === 'artwork' && target === widest) {
      files.push({ ending: `-${target}.jpg`, type: 'image/jpeg', body: await at().jpeg({ quality: 85 }).toBuffer() });
      continue;
    }
    files.push({
      ending: `-${target}.webp`,
      type: 'image/webp',
      body: await at()
        .webp({ quality: isOpaque ? 84 : 92 })
        .toBuffer(),
    });
    if (name === 'portrait')
      files.push({ ending: `-${target}.avif`, type: 'image/avif', body: await at().avif({ quality: 58, effort: 1 }).toBuffer() });
  }
  return { width, height, color: hexOf(dominant), files };
}

function shaped(cut: Sharp, name: SitePictureName, widest: number): Sharp {
  if (name === 'logo') return cut.resize(widest, LOGO_HEIGHT, { fit: 'inside', withoutEnlargement: true });
  const whole = cut.resize(widest, Math.round(widest / SHAPES[name]), { fit: 'cover' });
  return name === 'icon' ? whole : whole.flatten({ background: '#fff' });
}

/** Returns the largest region with this aspect ratio whose center is as close to the focus as the edges allow. */
function cutAround(focus: Focus, { width, height }: Size, shape: number): Region {
  const cut = width / height > shape ? { width: Math.round(height * shape), height } : { width, height: Math.round(width / shape) };
  const within = (wanted: number, most: number): number => Math.round(Math.min(most, Math.max(0, wanted)));
  return {
    ...cut,
    left: within(focus.x * width - cut.width / 2, width - cut.width),
    top: within(focus.y * height - cut.height / 2, height - cut.height),
  };
}
