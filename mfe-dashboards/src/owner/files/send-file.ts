import { api } from '../../signed-in/api.ts';
import { putFile } from './put-file.ts';
import { sendAudio } from './send-audio.ts';

/**
 * The purpose of an upload. `name`: the file name of a new book's PDF. `ebookId` or `episodeId`: the book or episode whose file the upload
 * replaces. `uid`: the person who uploads.
 */
export type Purpose =
  | { readonly kind: 'pdf' | 'cover'; readonly name: string; readonly ebookId?: string }
  | { readonly kind: 'picture'; readonly episodeId: string }
  | { readonly kind: 'audio'; readonly episodeId: string; readonly uid: string };

/** Uploads a file to the storage and returns the upload's id. Throws `ApiError`, and an `AbortError` when `signal` aborts. */
export async function sendFile(
  file: File,
  purpose: Purpose,
  sending: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<string> {
  const { size } = file;
  const { signal } = sending;
  if (purpose.kind === 'audio') return await sendAudio(purpose.uid, purpose.episodeId, file, sending);
  const { id, url } =
    purpose.kind === 'picture'
      ? await api('POST /api/admin/episodes/:id/picture-uploads', { params: { id: purpose.episodeId }, body: { size }, signal })
      : await api('POST /api/admin/uploads', { body: { ...purpose, size }, signal });
  await putFile(url, file, sending);
  return id;
}
