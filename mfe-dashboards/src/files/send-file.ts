import { ApiError } from '@site/shared/site/site.ts';
import { api } from '../signed-in/api.ts';

/** What a file is for: `name` is that of the PDF of a new book, `ebookId` the book and `episodeId` the episode whose file it replaces. */
export type Purpose =
  | { readonly kind: 'pdf' | 'cover'; readonly name: string; readonly ebookId?: string }
  | { readonly kind: 'picture'; readonly episodeId: string };

/** Sends a file to storage and returns the upload's id. Throws `ApiError`, and an `AbortError` when `signal` says so. */
export async function sendFile(
  file: File,
  purpose: Purpose,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (bytes: number) => void },
): Promise<string> {
  const { size } = file;
  const { id, url } =
    purpose.kind === 'picture'
      ? await api('POST /api/admin/episodes/:id/picture-uploads', { params: { id: purpose.episodeId }, body: { size }, signal })
      : await api('POST /api/admin/uploads', { body: { ...purpose, size }, signal });
  await put(url, file, signal, onProgress);
  return id;
}

/** With XMLHttpRequest: `fetch` does not tell how much has been sent. */
function put(url: string, file: File, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => reject(new ApiError('service_unavailable', request.status));
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : fail()));
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
    if (signal.aborted) request.abort();
  });
}
