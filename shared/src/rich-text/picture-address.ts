import { getPictureSource, POST_PICTURE_WIDTHS } from '../contracts/pictures.ts';
import type { Block, RichText } from './contract.ts';

export type PictureAttrs = Extract<Block, { type: 'picture' }>['attrs'];

/** The site address of a text's picture in one of its widths. Its base changes when it changes. */
export const addressOfPicture = ({ base }: PictureAttrs, width: number, format: 'avif' | 'webp' | 'jpg'): string =>
  getPictureSource({ base, version: base.slice(base.lastIndexOf('.') + 1) }, width, format);

/** The widths that a picture really has: the widest file holds a smaller one as it is. */
export function sourceSetOf(picture: PictureAttrs, format: 'avif' | 'webp'): string {
  const widest = Math.max(...POST_PICTURE_WIDTHS);
  return POST_PICTURE_WIDTHS.filter((width) => width === widest || width < picture.width)
    .map((width) => `${addressOfPicture(picture, width, format)} ${Math.min(width, picture.width)}w`)
    .join(', ');
}

/** The first picture of a text; undefined where it has none. */
export const firstPictureOf = ({ content }: RichText): PictureAttrs | undefined =>
  content.flatMap((block) => (block.type === 'picture' ? [block.attrs] : []))[0];
