import { randomUUID } from 'node:crypto';
import {
  LARGEST_POST_PICTURE,
  type NewPostPictureSchema,
  type PostPicture,
  type PostUploadSchema,
} from '@site/shared/contracts/admin-posts.ts';
import type { PictureProblem } from '@site/shared/contracts/picture-rules.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BadPicture, drawApart } from '../../../platform/draw-apart.ts';
import { listWaitingUploads } from '../../../platform/uploads.ts';
import type { DrawnPostPicture } from './draw-post-picture.ts';

const refuse = (problem: PictureProblem) => new AppError('invalid_input', { fields: { picture: problem } });

/** Returns a link for the upload of one picture. */
export async function expectPostUpload({ data }: Pick<Deps, 'data'>): Promise<v.InferOutput<typeof PostUploadSchema>> {
  const id = randomUUID();
  return { id, url: await data.uploadLink(v.parse(v.string(), await data.sql.expectPostPicture({ id }))) };
}

/**
 * Makes a picture from an upload and stores its files. The picture stays unused until a draft refers to it. Throws `invalid_input` with the
 * problem of the upload.
 */
export async function makePostPicture(
  { data }: Pick<Deps, 'data'>,
  { upload }: v.InferOutput<typeof NewPostPictureSchema>,
): Promise<PostPicture> {
  const waiting = (await listWaitingUploads(data, [upload])).find(({ kind }) => kind === 'post_picture');
  const file = waiting && (await data.aboutPrivateFile(waiting.key));
  if (!file) throw refuse('upload_gone');
  if (file.size === 0) throw refuse('empty');
  if (file.size > LARGEST_POST_PICTURE) throw refuse('too_large');
  try {
    const { files, ...picture } = await drawApart<DrawnPostPicture>('post', () => data.readPrivateFile(waiting.key));
    for (const { ending, type, body } of files) await data.storePublicFile(`${waiting.key}-${ending}`, type, body);
    return { base: `/${waiting.key}`, ...picture };
  } catch (error) {
    throw error instanceof BadPicture ? refuse(error.problem) : error;
  }
}
