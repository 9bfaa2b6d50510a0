import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { THUMBNAILS } from './resources.ts';

const PALETTES = [
  ['#f2e3cf', '#c8694a', '#2f4037', '#e0a458'],
  ['#e9ecdf', '#7c8b56', '#23332b', '#d98f5c'],
  ['#f6ead8', '#a4492c', '#40342b', '#dfb26b'],
  ['#e3e8e4', '#5f7f78', '#26332f', '#cf7b52'],
] as const;

/** Draws a 16:9 landscape of hills and a sun, always the same for an id. */
function scene(id: string): string {
  const bytes = createHash('sha256').update(id).digest();
  const at = (index: number, from: number, to: number) => from + ((bytes[index] ?? 0) / 255) * (to - from);
  const [sky, sun, near, far] = PALETTES[(bytes[0] ?? 0) % PALETTES.length] ?? PALETTES[0];
  const hill = (index: number, height: number, color: string, opacity: number) =>
    `<path d="M0 ${at(index, height - 40, height + 40)} C ${at(index + 1, 200, 420)} ${at(index + 2, height - 140, height)}, ${at(index + 3, 700, 1000)} ${at(index + 4, height, height + 120)}, 1280 ${at(index + 5, height - 90, height + 60)} V 720 H 0 Z" fill="${color}" fill-opacity="${opacity}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">
    <rect width="1280" height="720" fill="${sky}"/>
    <circle cx="${at(1, 240, 1040)}" cy="${at(2, 170, 330)}" r="${at(3, 70, 130)}" fill="${sun}"/>
    ${hill(4, 420, far, 0.55)}${hill(10, 500, sun, 0.5)}${hill(16, 590, near, 1)}
  </svg>`;
}

/**
 * Draws the JPEG that YouTube has at `/vi/<id>/<file>.jpg`. Undefined for a file that YouTube does not make. Like YouTube's, 4:3 sizes show
 * the 16:9 picture between black bars.
 */
export async function drawThumbnail(id: string, file: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const size = THUMBNAILS.find((candidate) => candidate.file === file);
  if (!size) return undefined;
  const picture = sharp(Buffer.from(scene(id))).resize(size.width, size.height, { fit: 'contain', background: '#000' });
  return new Uint8Array(await picture.jpeg({ quality: 82 }).toBuffer());
}
