import type { BrandPictureName } from '@site/shared/contracts/content.ts';
import { BRAND_WIDTHS, getPictureSource } from '@site/shared/contracts/pictures.ts';
import type { Preview } from '../src/head/preview.ts';
import type { VisitBrand } from '../src/server/visit-brand.ts';
import { createKeptPictures, type Picture } from './kept-pictures.ts';
import { drawPreview, NO_PICTURES } from './preview-picture.ts';

const LIMIT_BYTES = 24 * 1024 * 1024;
/** More than this do not wait: they are told to come back. */
const MOST_WAITING = 12;

const sourceOf = (brand: VisitBrand, name: BrandPictureName): string | null =>
  brand[name] && getPictureSource(brand[name], Math.max(...BRAND_WIDTHS[name]), 'webp');

/** `isWhole`: no picture that belongs on it is missing. */
type Drawn = { picture: Picture; isWhole: boolean };

/** Too many pictures are being drawn. */
export class PreviewsBusy extends Error {
  override readonly name = 'PreviewsBusy';
}

/**
 * Pictures of link previews, drawn one at a time and kept. `key` names what is drawn with its version. `read` gets a picture by its
 * site path; a page whose picture cannot be had is drawn without it, and drawn again the next time.
 */
export function createPreviews(read: (path: string) => Promise<Uint8Array | null>) {
  const kept = createKeptPictures(LIMIT_BYTES);
  const coming = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  async function drawn(preview: Preview, brand: VisitBrand, key: string): Promise<Drawn> {
    const ownPicture = preview.image === null ? sourceOf(brand, 'social') : null;
    const wanted = [preview.image ?? sourceOf(brand, 'portrait'), sourceOf(brand, 'icon'), ownPicture];
    const [image = null, icon = null, whole = null] = await Promise.all(
      wanted.map((path) => (path === null ? null : read(path).catch(() => null))),
    );
    const bytes = await drawPreview(preview, brand, { image, icon, whole }).catch(() => drawPreview(preview, brand, NO_PICTURES));
    const picture: Picture = { bytes, type: 'image/png' };
    const isWhole = wanted.every((path, index) => path === null || [image, icon, whole][index]);
    if (isWhole) kept.set(key, picture);
    return { picture, isWhole };
  }

  return {
    /** The picture, if it was drawn lately. */
    known: (key: string): Picture | null => kept.get(key) ?? null,
    /** Throws `PreviewsBusy`. */
    draw(preview: Preview, brand: VisitBrand, key: string): Promise<Drawn> {
      const underWay = coming.get(key);
      if (underWay) return underWay;
      if (coming.size >= MOST_WAITING) throw new PreviewsBusy();
      const drawing = last.then(() => drawn(preview, brand, key)).finally(() => coming.delete(key));
      last = drawing.catch(() => undefined);
      coming.set(key, drawing);
      return drawing;
    },
  };
}
