import { randomUUID } from 'node:crypto';
import {
  type BrandPictureProblem,
  brandCalls,
  LARGEST_BRAND_FILE,
  type NewBrandPictureSchema,
} from '@site/shared/contracts/admin-brand.ts';
import { type BrandPicture, SITE_PICTURES, type SitePictureName } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BadPicture, drawApart } from '../../../platform/draw-apart.ts';
import { handle } from '../../../platform/handle.ts';
import { listWaitingUploads } from '../../../platform/uploads.ts';
import type { BrandPictureFiles } from './brand-pictures.ts';

const refuse = (problem: BrandPictureProblem) => new AppError('invalid_input', { fields: { picture: problem } });

/** Returns the kind of brand picture of an upload's key, such as `brand/portrait.5d1f0c9a3b2e`. */
const nameOf = (key: string): SitePictureName | undefined => SITE_PICTURES.find((name) => key.startsWith(`brand/${name}.`));

/**
 * Makes a picture from an upload and stores its files. The picture stays unused until a brand refers to it. Throws `invalid_input` with the
 * problem of the upload.
 */
async function makePicture(
  { data }: Pick<Deps, 'data'>,
  { upload, focus }: v.InferOutput<typeof NewBrandPictureSchema>,
): Promise<BrandPicture> {
  const waiting = (await listWaitingUploads(data, [upload])).find(({ kind }) => kind === 'brand');
  const file = waiting && (await data.aboutPrivateFile(waiting.key));
  const name = waiting && nameOf(waiting.key);
  if (!file || !name) throw refuse('upload_gone');
  if (file.size === 0) throw refuse('empty');
  if (file.size > LARGEST_BRAND_FILE) throw refuse('too_large');
  const { files, ...facts } = await drawn(() => data.readPrivateFile(waiting.key), name, focus);
  await Promise.all(files.map(({ ending, type, body }) => data.storePublicFile(`${waiting.key}${ending}`, type, body)));
  return { base: `/${waiting.key}`, version: waiting.key.slice(-12), ...facts };
}

async function drawn(read: () => Promise<Uint8Array>, name: SitePictureName, focus: { x: number; y: number }): Promise<BrandPictureFiles> {
  try {
    return await drawApart('brand', read, name, focus);
  } catch (error) {
    throw error instanceof BadPicture ? refuse(error.problem) : error;
  }
}

export const brandHandlers = handle(brandCalls, {
  'POST /api/admin/brand-uploads': async ({ deps, sql, body: { name } }) => {
    const id = randomUUID();
    const key = v.parse(v.string(), await sql.expectBrandPicture({ id, name }));
    return { id, url: await deps.data.uploadLink(key) };
  },
  'POST /api/admin/brand-pictures': ({ deps, body }) => makePicture(deps, body),
});
