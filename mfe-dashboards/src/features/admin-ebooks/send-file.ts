import { putFile } from '../../admin/put-file.ts';
import { api } from '../../signed-in/api.ts';

/** What a file is for: `name` is that of the PDF of a new book, `ebookId` the book whose file it replaces. */
export type Purpose = { readonly kind: 'pdf' | 'cover'; readonly name: string; readonly ebookId?: string };

/** Sends a file to storage and returns the upload's id. Throws `ApiError`, and an `AbortError` when `signal` says so. */
export async function sendFile(
  file: File,
  { kind, name, ebookId }: Purpose,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<string> {
  const body = { kind, name, size: file.size, ...(ebookId === undefined ? {} : { ebookId }) };
  const { id, url } = await api('POST /api/admin/uploads', { body, signal });
  await putFile(url, file, signal, onProgress);
  return id;
}
