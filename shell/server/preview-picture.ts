import { accentColorsOf } from '@site/shared/design/accent.ts';
import { palette } from '@site/shared/design/palette.ts';
import { type Line, lettering, measureText, removeUndrawable } from '@site/shared/lettering/lettering.ts';
import sharp, { type OverlayOptions, type PngOptions, type Sharp } from 'sharp';
import { PREVIEW_SIZE, type Preview } from '../src/head/preview.ts';
import type { VisitBrand } from '../src/server/visit-brand.ts';
import { drawIcon } from './brand-icon.ts';

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
const MARGIN = 72;
const TITLE = { face: 'display', leading: 1.1, largest: 88, smallest: 44, lines: 4 } as const;
const TEXT = { face: 'text', size: 29, leading: 1.4 } as const;
const GAP = 26;
/** Position of the names of site and author at the bottom, and width of the icon next to these names. */
const SIGNATURE_Y = HEIGHT - 66;
const SIGNET = 52;

/** Position of the arch in which the page's picture is drawn, and of that picture. */
type Stage = { readonly left: number; readonly width: number; readonly picture: { readonly width: number; readonly height: number } };
const STAGES = {
  upright: { left: 756, width: 372, picture: { width: 276, height: 414 } },
  wide: { left: 620, width: 508, picture: { width: 464, height: 261 } },
} as const satisfies Record<string, Stage>;

// The server draws one picture at a time, on one core.
sharp.concurrency(1);
sharp.cache(false);

/** Optional pictures: `image` in the arch, the owner's `icon`, and a `whole` picture that replaces the drawing. */
type PreviewPictures = Readonly<Record<'image' | 'icon' | 'whole', Uint8Array | null>>;

export const NO_PICTURES: PreviewPictures = { image: null, icon: null, whole: null };

/**
 * Draws a page's link-preview picture: title and description as outlines of our own fonts (a server has none), the author, and the cover,
 * thumbnail or portrait. Returns PNG. Throws if a picture is invalid.
 */
export async function drawPreview(
  { title, text }: Preview,
  brand: VisitBrand,
  { image, icon, whole }: PreviewPictures,
): Promise<Uint8Array<ArrayBuffer>> {
  if (whole) return await toPng(sharp(whole).resize(WIDTH, HEIGHT, { fit: 'cover' }).removeAlpha(), { palette: true, quality: 90 });
  const colors = accentColorsOf(brand.accent);
  const { width = 0, height = 1 } = image ? await sharp(image).metadata() : {};
  const stage = width > height ? STAGES.wide : STAGES.upright;
  const art = image ? '' : sprout(stage.left + stage.width / 2 - 150, 190, 300, palette.olive);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.paper}"/>${arch(stage, colors.accentTint)}${art}${words(title, text, stage.left - MARGIN - 48)}${signature(brand, colors.accent)}</svg>`;
  const drawn = sharp(Buffer.from(svg)).removeAlpha();
  const signet = await drawIcon(brand, icon, { size: SIGNET, share: 1, isFilled: false });
  const placed = [{ input: signet, left: MARGIN, top: SIGNATURE_Y - 38 }, ...(image ? await framed(image, stage) : [])];
  return await toPng(drawn.composite(placed), {});
}

const toPng = async (picture: Sharp, options: PngOptions): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await picture.png({ compressionLevel: 9, ...options }).toBuffer());

/**
 * Splits `text` into lines of at most `width`. If `text` needs more than `most` lines, the rest is left out and the last line ends in an
 * ellipsis.
 */
export function wrapText(text: string, line: Line, width: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [lines.at(-1), word].filter(Boolean).join(' ');
    if (lines.length === 0 || measureText(longer, line) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  if (lines.length <= most) return lines;
  let last = lines[most - 1] ?? '';
  while (last && measureText(`${last}…`, line) > width) last = last.slice(0, last.lastIndexOf(' '));
  return [...lines.slice(0, most - 1), `${last.replace(/[\s.,;:–—-]+$/, '')}…`];
}

function words(title: string, text: string, width: number): string {
  const shown = removeUndrawable(title, TITLE.face).slice(0, 200);
  const sizes = Array.from({ length: (TITLE.largest - TITLE.smallest) / 4 + 1 }, (_, index) => TITLE.largest - 4 * index);
  const fits = (size: number): boolean => {
    const lines = wrapText(shown, { face: TITLE.face, size }, width, Number.POSITIVE_INFINITY);
    return lines.length * size <= 300 && lines.every((line) => measureText(line, { face: TITLE.face, size }) <= width);
  };
  const size = sizes.find(fits) ?? TITLE.smallest;
  const titleLines = wrapText(shown, { face: TITLE.face, size }, width, TITLE.lines);
  const room = titleLines.length > 2 ? 2 : 3;
  const textLines = text ? wrapText(removeUndrawable(text, TEXT.face).slice(0, 600), TEXT, width, room) : [];
  const titleHeight = titleLines.length * size * TITLE.leading;
  const textHeight = textLines.length > 0 ? GAP + textLines.length * TEXT.size * TEXT.leading : 0;
  // Centres the title and the description vertically above the signature.
  const top = Math.max(MARGIN, (HEIGHT - 110 - titleHeight - textHeight) / 2 + 10);
  return [
    ...titleLines.map((line, index) =>
      lettering(line, { face: TITLE.face, size, x: MARGIN, y: top + size * (0.82 + index * TITLE.leading), fill: palette.ink }),
    ),
    ...textLines.map((line, index) =>
      lettering(line, { ...TEXT, x: MARGIN, y: top + titleHeight + GAP + TEXT.size * (0.8 + index * TEXT.leading), fill: palette.inkSoft }),
    ),
  ].join('');
}

/** Draws the names next to the icon. If site and author have the same name, draws the name once. */
function signature({ site, author }: VisitBrand, accent: string): string {
  const y = SIGNATURE_Y;
  const name = { face: 'display', size: 32 } as const;
  return [
    lettering(site, { ...name, x: MARGIN + 70, y, fill: palette.ink }),
    author === site
      ? ''
      : lettering(author, { face: 'text', size: 27, x: MARGIN + 70 + measureText(site, name) + 24, y: y - 1, fill: accent }),
  ].join('');
}

function arch({ left, width }: Stage, tint: string): string {
  const right = left + width;
  const top = 64;
  const round = width * 0.42;
  return `<linearGradient id="arch" x2="0" y2="1"><stop stop-color="${palette.oliveTint}"/><stop offset="1" stop-color="${tint}"/></linearGradient>
    <path d="M${left} ${HEIGHT}V${top + round}Q${left} ${top} ${left + width / 2} ${top}Q${right} ${top} ${right} ${top + round}V${HEIGHT}Z" fill="url(#arch)"/>`;
}

/** Draws a sprout, `size` wide, with its top left corner at (x, y). */
const sprout = (x: number, y: number, size: number, color: string): string =>
  `<path transform="translate(${x} ${y}) scale(${size / 24}) translate(-4 -4.5)" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="M16 27V14m0 0c0-4.5 3-8 8.5-8C24.5 11 21.500 14 16 14Zm0 4c0-4-2.700-7-7.500-7C8.500 15.500 11.200 18 16 18Z"/>`;

/** Returns the picture with rounded corners and a shadow, placed on its stage. */
async function framed(image: Uint8Array, { left, width, picture: size }: Stage): Promise<OverlayOptions[]> {
  const at = { left: Math.round(left + (width - size.width) / 2), top: Math.round((HEIGHT - size.height) / 2 + 24) };
  const shape = (fill: string, blur = '') =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width + 80}" height="${size.height + 80}"><filter id="blur" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="14"/></filter><rect x="40" y="40" width="${size.width}" height="${size.height}" rx="10" fill="${fill}" ${blur}/></svg>`,
    );
  const mask = Buffer.from(`<svg width="${size.width}" height="${size.height}"><rect width="100%" height="100%" rx="10"/></svg>`);
  const picture = await sharp(image)
    .resize(size.width, size.height, { fit: 'cover' })
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return [
    { input: shape('rgb(60 43 20 / 0.45)', 'filter="url(#blur)"'), left: at.left - 40, top: at.top - 24 },
    { input: picture, ...at },
  ];
}
