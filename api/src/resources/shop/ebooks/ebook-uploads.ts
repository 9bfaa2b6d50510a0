import { randomUUID } from 'node:crypto';
import type { Upload, UploadRequestSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { type FileProblem, LARGEST_COVER, LARGEST_PDF, normalizeFilename } from '@site/shared/contracts/ebook-rules.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Deps } from '../../../platform/deps.ts';
import { BadPicture, drawApart } from '../../../platform/draw-apart.ts';
import { listWaitingUploads } from '../../../platform/uploads.ts';
import type { CoverPictures } from './cover-pictures.ts';
import type { PdfReader } from './pdf-reader.ts';

type UploadDeps = Pick<Deps, 'data'>;
export type PdfDeps = UploadDeps & { pdfReader: PdfReader };

/** Facts about a PDF that readers are shown. */
type FileFacts = { pages: number; hasOutline: boolean; bytes: number };

/** The refusal of a file name that another book already has. */
export const NameTakenSchema = v.object({ outcome: v.literal('name_taken'), ebook: v.object({ id: v.string(), title: v.string() }) });
const ExpectedSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('expected'), key: v.string() }),
  NameTakenSchema,
  v.object({ outcome: v.literal('not_found') }),
]);

type FileKind = 'pdf' | 'cover' | 'picture';

/** Returns the error for a file. `field` names its form field. */
export const refuseFile = (field: FileKind, problem: FileProblem, ebook?: { id: string; title: string }): AppError =>
  new AppError('invalid_input', { fields: { [field]: problem }, ...(ebook ? { ebook } : {}) });

/**
 * Returns a link for the upload of one file. An upload that is never used is removed later. Throws `invalid_input` when the file name
 * cannot be used for a book.
 */
export async function expectUpload({ data }: UploadDeps, request: v.InferOutput<typeof UploadRequestSchema>): Promise<Upload> {
  const ebookId = request.ebookId ?? null;
  const filename = ebookId === null ? normalizeFilename(request.name) : null;
  if (ebookId === null && filename === null) throw refuseFile('pdf', 'name');
  const id = randomUUID();
  const expected = v.parse(ExpectedSchema, await data.sql.expectUpload({ id, kind: request.kind, filename, ebookId }));
  if (expected.outcome === 'not_found') throw new AppError('not_found');
  if (expected.outcome !== 'expected') throw refuseFile('pdf', expected.outcome, expected.ebook);
  return { id, url: await data.uploadLink(expected.key), filename: filename ?? '' };
}

/** Returns the key and size of a complete upload. Throws `invalid_input` with its problem. */
export async function findUpload({ data }: UploadDeps, kind: FileKind, id: string): Promise<{ key: string; bytes: number }> {
  const upload = (await listWaitingUploads(data, [id])).find((waiting) => waiting.kind === kind);
  const file = upload && (await data.aboutPrivateFile(upload.key));
  if (!file) throw refuseFile(kind, 'upload_gone');
  if (file.size === 0) throw refuseFile(kind, 'empty');
  if (file.size > (kind === 'pdf' ? LARGEST_PDF : LARGEST_COVER)) throw refuseFile(kind, 'too_large');
  return { key: upload.key, bytes: file.size };
}

/** Returns the facts of an uploaded PDF. Throws `invalid_input` with its problem. */
export async function readUploadedPdf(deps: PdfDeps, id: string): Promise<FileFacts> {
  const { key, bytes } = await findUpload(deps, 'pdf', id);
  const facts = await deps.pdfReader(() => deps.data.readPrivateFile(key));
  if ('problem' in facts) throw refuseFile('pdf', facts.problem);
  return { ...facts, bytes };
}

/** Draws the pictures of an uploaded cover and stores them. The pictures belong to no book until a book is saved with them. */
export async function storeUploadedCover(deps: UploadDeps, id: string): Promise<CoverPictures> {
  const { data } = deps;
  const { key } = await findUpload(deps, 'cover', id);
  let cover: CoverPictures;
  try {
    cover = await drawApart('cover', () => data.readPrivateFile(key));
  } catch (error) {
    throw error instanceof BadPicture ? refuseFile('cover', error.problem) : error;
  }
  await Promise.all(cover.files.map(({ ending, type, body }) => data.storePublicFile(`${key}${ending}`, type, body)));
  return cover;
}

/** Returns the version of the cover or picture made from an upload. The database computes the same version. */
export const versionOf = (uploadId: string): string => uploadId.replaceAll('-', '').slice(0, 12);
