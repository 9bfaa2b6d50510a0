import type { Brand } from '@site/shared/site/site.ts';
import type { Preview } from '../src/head/preview.ts';
import { createKeptPictures, type Picture } from './kept-pictures.ts';
import { drawPreview } from './preview-picture.ts';

const LIMIT_BYTES = 24 * 1024 * 1024;
/** More than this do not wait: they are told to come back. */
const MOST_WAITING = 12;

/** Too many pictures are being drawn. */
export class PreviewsBusy extends Error {
  override readonly name = 'PreviewsBusy';
}

/**
 * Pictures of link previews, drawn one at a time and kept. `key` names what is drawn with its version. `read` gets a cover or
 * thumbnail by its site path; a page whose picture cannot be had is drawn without it, and drawn again the next time.
 */
export function createPreviews(brand: Brand, read: (path: string) => Promise<Uint8Array | null>) {
  const kept = createKeptPictures(LIMIT_BYTES);
  const coming = new Map<string, Promise<Picture>>();
  let last: Promise<unknown> = Promise.resolve();

  async function drawn(preview: Preview, key: string): Promise<Picture> {
    const image = preview.image ? await read(preview.image).catch(() => null) : null;
    const bytes = await drawPreview(preview, brand, image).catch(() => drawPreview(preview, brand, null));
    const picture: Picture = { bytes, type: 'image/png' };
    if (image || !preview.image) kept.set(key, picture);
    return picture;
  }

  return {
    /** The picture, if it was drawn lately. */
    known: (key: string): Picture | null => kept.get(key) ?? null,
    /** Throws `PreviewsBusy`. */
    draw(preview: Preview, key: string): Promise<Picture> {
      const underWay = coming.get(key);
      if (underWay) return underWay;
      if (coming.size >= MOST_WAITING) throw new PreviewsBusy();
      const picture = last.then(() => drawn(preview, key)).finally(() => coming.delete(key));
      last = picture.catch(() => undefined);
      coming.set(key, picture);
      return picture;
    },
  };
}
