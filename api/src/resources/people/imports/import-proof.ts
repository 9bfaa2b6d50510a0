import { randomUUID } from 'node:crypto';
import { type ImportUploadSchema, LARGEST_PROOF, type NewProofSchema } from '@site/shared/contracts/admin-imports.ts';
import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BadPicture, drawApart } from '../../../platform/draw-apart.ts';
import type { PictureFacts } from '../../../platform/picture-file.ts';

const ProofSchema = v.nullable(v.object({ key: v.string(), name: v.string() }));

const LINK_SECONDS = 60;
/**
 * Maximum distance, in bytes, of a PDF's first line from the file's start (ISO 32000-1, annex H.3.4.1), and of its last line from the end.
 */
const PDF_MARGIN = 1_024;

const refuse = (problem: 'not_here' | 'too_large' | 'not_proof') => new AppError('invalid_input', { fields: { uploadId: problem } });

/** Returns a link for the upload of a proof of consent. Throws `not_found` for an import that is not a list. */
export async function expectImportProof({ data }: Pick<Deps, 'data'>, id: string): Promise<v.InferOutput<typeof ImportUploadSchema>> {
  const uploadId = randomUUID();
  const key = await data.sql.expectImportProof({ id, uploadId });
  if (key === null) throw new AppError('not_found');
  return { id: uploadId, url: await data.uploadLink(key) };
}

/**
 * Keeps an uploaded proof, which only admins with access to lists may open. Throws `not_found`, and `invalid_input` for a proof that did
 * not arrive or has another format.
 */
export async function keepImportProof(
  { data }: Pick<Deps, 'data'>,
  actor: Actor,
  id: string,
  { uploadId, name }: v.InferOutput<typeof NewProofSchema>,
): Promise<Json> {
  await data.sql.getImport({ id });
  const key = `imports/${id}/${uploadId}`;
  const about = await data.aboutPrivateFile(key);
  if (!about) throw refuse('not_here');
  if (about.size > LARGEST_PROOF) throw refuse('too_large');
  if (!(await isProof(await data.readPrivateFile(key)))) throw refuse('not_proof');
  if (!(await data.sql.keepImportProof({ actor, id, uploadId, name }))) throw refuse('not_here');
  return await data.sql.getImport({ id });
}

/** Returns whether a file is a PDF, PNG or JPEG, whatever its name says. */
async function isProof(bytes: Uint8Array): Promise<boolean> {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  if (text(bytes.subarray(0, PDF_MARGIN)).includes('%PDF-')) return text(bytes.subarray(-PDF_MARGIN)).includes('%%EOF');
  try {
    return ['png', 'jpeg'].includes((await drawApart<PictureFacts>('facts', async () => bytes)).format);
  } catch (error) {
    if (error instanceof BadPicture) return false;
    throw error;
  }
}

/** Returns a link to the proof of an import, saved under its original name. Throws `not_found`. */
export async function linkImportProof(deps: Pick<Deps, 'data' | 'clock'>, id: string): Promise<DownloadLink> {
  const proof = v.parse(ProofSchema, await deps.data.sql.getImportProof({ id }));
  if (!proof) throw new AppError('not_found');
  return {
    url: await deps.data.signPrivateFile(proof.key, proof.name, LINK_SECONDS),
    filename: proof.name,
    expiresAt: toInstant(new Date(deps.clock() + LINK_SECONDS * 1_000)),
  };
}
