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
/** How far a PDF's first line may be from its beginning (ISO 32000-1, annex H.3.4.1), and its last from its end. */
const PDF_MARGIN = 1_024;

const refuse = (problem: 'not_here' | 'too_large' | 'not_proof') => new AppError('invalid_input', { fields: { uploadId: problem } });

/** A link to which a proof of consent can be sent. Throws `not_found` for an import that is no list. */
export async function expectImportProof({ data }: Pick<Deps, 'data'>, id: string): Promise<v.InferOutput<typeof ImportUploadSchema>> {
  const uploadId = randomUUID();
  const key = await data.sql.expectImportProof({ id, uploadId });
  if (key === null) throw new AppError('not_found');
  return { id: uploadId, url: await data.uploadLink(key) };
}

/** Keeps a sent proof, for admins who may see lists alone. Throws `not_found`, and `invalid_input` for what did not come, or is none. */
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

/** Whether a file is a PDF, PNG or JPEG, whatever it is called. */
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

/** A link to the proof of an import, which saves it under its name. Throws `not_found`. */
export async function linkImportProof(deps: Pick<Deps, 'data' | 'clock'>, id: string): Promise<DownloadLink> {
  const proof = v.parse(ProofSchema, await deps.data.sql.getImportProof({ id }));
  if (!proof) throw new AppError('not_found');
  return {
    url: await deps.data.signPrivateFile(proof.key, proof.name, LINK_SECONDS),
    filename: proof.name,
    expiresAt: toInstant(new Date(deps.clock() + LINK_SECONDS * 1_000)),
  };
}
