import { getPictureSource, POST_PICTURE_WIDTHS } from '../contracts/pictures.ts';
import type { Block, RichText } from './contract.ts';

export type PictureAttrs = Extract<Block, { type: 'picture' }>['attrs'];

/** Returns the path of a post's picture in one width and format. The base changes when the picture changes. */
export const addressOfPicture = ({ base }: PictureAttrs, width: number, format: 'avif' | 'webp' | 'jpg'): string =>
  getPictureSource({ base, version: base.slice(base.lastIndexOf('.') + 1) }, width, format);

/** Returns a `srcset` with the picture's real widths. The widest file keeps a smaller picture at its own size. */
export function sourceSetOf(picture: PictureAttrs, format: 'avif' | 'webp'): string {
  const widest = Math.max(...POST_PICTURE_WIDTHS);
  return POST_PICTURE_WIDTHS.filter((width) => width === widest || width < picture.width)
    .map((width) => `${addressOfPicture(picture, width, format)} ${Math.min(width, picture.width)}w`)
    .join(', ');
}

/** Returns the first picture of a text; undefined without one. */
export const firstPictureOf = ({ content }: RichText): PictureAttrs | undefined =>
  content.flatMap((block) => (block.type === 'picture' ? [block.attrs] : []))[0];
