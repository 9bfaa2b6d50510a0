import { ApiError } from '@site/shared/site/site.ts';

type Sending = { readonly signal?: AbortSignal; readonly onProgress: (bytes: number) => void };

/**
 * Uploads a file to a signed URL of the storage. Uses XMLHttpRequest, because `fetch` does not report upload progress. Throws `ApiError`,
 * and an `AbortError` when `signal` aborts.
 */
export function putFile(url: string, file: File, { signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const fail = () => reject(new ApiError('service_unavailable', request.status));
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => (request.status < 300 ? resolve() : fail()));
    request.addEventListener('error', fail);
    request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));
    signal?.addEventListener('abort', abort);
    request.open('PUT', url);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
    if (signal?.aborted) request.abort();
  });
}
