import { createHash } from 'node:crypto';
import type { BrandPictureName } from '@site/shared/contracts/content.ts';
import { BRAND_WIDTHS, getPictureSource } from '@site/shared/contracts/pictures.ts';
import { withinLimit } from '../src/federation/time-limit.ts';
import type { Preview } from '../src/head/preview.ts';
import type { VisitBrand } from '../src/server/visit-brand.ts';
import { createPicturesOnDisk } from './pictures-on-disk.ts';
import { drawPreview, NO_PICTURES } from './preview-picture.ts';

const LIMIT_BYTES = 64 * 1024 * 1024;
/** Programs that fetch a preview do not retry, so a request waits this long for its turn, in milliseconds. */
const PATIENCE_MS = 10_000;
/** The highest number of waiting requests. The server tells further callers to retry later. */
const MOST_WAITING = 60;

const sourceOf = (brand: VisitBrand, name: BrandPictureName): string | null =>
  brand[name] && getPictureSource(brand[name], Math.max(...BRAND_WIDTHS[name]), 'webp');

/** `isWhole`: every picture that the preview needs could be read. */
type Drawn = { bytes: Uint8Array<ArrayBuffer>; isWhole: boolean };

/** Thrown if the queue of pictures is full, or if a request waited too long for its turn. */
export class PreviewsBusy extends Error {
  override readonly name = 'PreviewsBusy';
}

export type PreviewsOptions = {
  /** Returns a picture by its site path. */
  read: (path: string) => Promise<Uint8Array | null>;
  /** Folder of drawn pictures. */
  folder: string;
  onError: (error: unknown) => void;
};

/**
 * Draws link-preview pictures one at a time and stores them on disk. `key` identifies the content with its version. If a page's picture is
 * unavailable, the preview is drawn without it, and the server draws the preview again for the next request.
 */
export function createPreviews({ read, folder, onError }: PreviewsOptions) {
  const kept = createPicturesOnDisk(folder, LIMIT_BYTES);
  const coming = new Map<string, Promise<Drawn>>();
  let last: Promise<unknown> = Promise.resolve();

  async function drawn(preview: Preview, brand: VisitBrand, key: string): Promise<Drawn> {
    const ownPicture = preview.image === null ? sourceOf(brand, 'social') : null;
    const wanted = [preview.image ?? sourceOf(brand, 'portrait'), sourceOf(brand, 'icon'), ownPicture];
    const [image = null, icon = null, whole = null] = await Promise.all(
      wanted.map((path) => (path === null ? null : read(path).catch(() => null))),
    );
    const bytes = await drawPreview(preview, brand, { image, icon, whole }).catch(() => drawPreview(preview, brand, NO_PICTURES));
    const isWhole = wanted.every((path, index) => path === null || [image, icon, whole][index]);
    if (isWhole) await kept.set(fileOf(key), bytes).catch(onError);
    return { bytes, isWhole };
  }

  async function inTurn(turn: Promise<unknown>, work: () => Promise<Drawn>): Promise<Drawn> {
    try {
      await withinLimit(PATIENCE_MS, turn);
    } catch (cause) {
      throw new PreviewsBusy('', { cause });
    }
    return await work();
  }

  return {
    /** Returns the picture if it is stored. */
    known: async (key: string): Promise<Uint8Array<ArrayBuffer> | null> => await kept.get(fileOf(key)),
    /** Draws a picture when its turn comes, and stores it. Throws `PreviewsBusy`. */
    draw(preview: Preview, brand: VisitBrand, key: string): Promise<Drawn> {
      const underWay = coming.get(key);
      if (underWay) return underWay;
      if (coming.size >= MOST_WAITING) throw new PreviewsBusy();
      const drawing = inTurn(last, () => drawn(preview, brand, key)).finally(() => coming.delete(key));
      // A request that stopped waiting must not end the turn of an earlier request.
      last = Promise.allSettled([last, drawing]);
      coming.set(key, drawing);
      return drawing;
    },
  };
}

const fileOf = (key: string): string => `${createHash('sha256').update(key).digest('hex')}.png`;
