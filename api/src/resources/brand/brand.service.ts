import { randomUUID } from 'node:crypto';
import {
  type BrandPictureProblem,
  type BrandUploadRequestSchema,
  type BrandUploadSchema,
  LARGEST_BRAND_FILE,
  type NewBrandPictureSchema,
} from '@site/shared/contracts/admin-brand.ts';
import { BRAND_PICTURES, type BrandPicture, type BrandPictureName } from '@site/shared/contracts/content.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Deps } from '../../platform/deps.ts';
import { BadPicture, drawApart } from '../../platform/draw-apart.ts';
import { listWaitingUploads } from '../../platform/uploads.ts';
import { expectBrandPicture } from './brand.repository.ts';
import type { BrandPictureFiles } from './brand-pictures.ts';

type BrandDeps = Pick<Deps, 'data'>;

const refuse = (problem: BrandPictureProblem) => new AppError('invalid_input', { fields: { picture: problem } });

/** A link to which the file of one picture can be sent. */
export async function expectBrandUpload(
  { data }: BrandDeps,
  { name }: v.InferOutput<typeof BrandUploadRequestSchema>,
): Promise<v.InferOutput<typeof BrandUploadSchema>> {
  const id = randomUUID();
  return { id, url: await data.uploadLink(await expectBrandPicture(data, id, name)) };
}

/** What an upload under this key becomes: `brand/portrait.5d1f0c9a3b2e`. */
const nameOf = (key: string): BrandPictureName | undefined => BRAND_PICTURES.find((name) => key.startsWith(`brand/${name}.`));

/** Makes a picture of an upload and stores its files; it is unused until a brand names it. Throws `invalid_input` with what is wrong. */
export async function makePicture(
  { data }: BrandDeps,
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

async function drawn(read: () => Promise<Uint8Array>, name: BrandPictureName, focus: { x: number; y: number }): Promise<BrandPictureFiles> {
  try {
    return await drawApart('brand', read, name, focus);
  } catch (error) {
    throw error instanceof BadPicture ? refuse(error.problem) : error;
  }
}
