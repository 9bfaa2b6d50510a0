import { ApiError } from '@site/shared/site/site.ts';
import { onDevice } from '../../drafts/draft-storage.ts';
import { api } from '../../signed-in/api.ts';

/** The storage requires every part except the last one to have exactly this size. */
const PART_BYTES = 6 * 1024 ** 2;
/** Delays before the retries of a part, about a minute in total. After each uploaded part the retries start from the beginning. */
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 20_000];

type Begun = { readonly id: string; readonly url: string };
type Sending = { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void };

const isBegun = (value: unknown): value is Begun =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'url' in value &&
  typeof value.url === 'string';

/**
 * Returns whether an upload of a part may be retried: no answer arrived, the storage failed, or the storage expects another part (409,
 * 423).
 */
const isTemporary = (status: number | undefined): boolean => !status || status >= 500 || status === 409 || status === 423;

/**
 * Uploads an audio file in parts and returns the upload's id. An upload of the same file that was interrupted continues, even after a reload. Throws
 * `ApiError`, and an `AbortError` when `signal` aborts.
 */
export async function sendAudio(uid: string, episodeId: string, file: File, { signal, onProgress }: Sending): Promise<string> {
  const place = onDevice(uid, `upload ${episodeId} ${file.name} ${file.size} ${file.lastModified}`);
  const kept = place.read();
  const begun = isBegun(kept) ? kept : null;
  const { id, to } = await api('POST /api/admin/episodes/:id/audio-uploads', {
    params: { id: episodeId },
    body: { size: file.size, ...(begun && { upload: begun.id }) },
    signal,
  });
  if (!to) return id;
  const { Upload } = await import('tus-js-client');
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: to.endpoint,
      uploadUrl: begun?.id === id ? begun.url : null,
      headers: { 'x-signature': to.signature },
      metadata: { bucketName: to.bucket, objectName: to.key, contentType: file.type || 'application/octet-stream' },
      chunkSize: PART_BYTES,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      // The library's default stops retrying while the browser is offline.
      onShouldRetry: (error) => isTemporary(error.originalResponse?.getStatus()),
      onUploadUrlAvailable: () => upload.url && place.write({ id, url: upload.url }),
      onProgress,
      onSuccess: () => {
        place.write(null);
        resolve();
      },
      onError: (error) => {
        const status = 'originalResponse' in error ? (error.originalResponse?.getStatus() ?? 0) : 0;
        if (!isTemporary(status)) place.write(null);
        reject(new ApiError(status === 413 ? 'payload_too_large' : 'service_unavailable', status));
      },
    });
    const abort = () => {
      void upload.abort();
      reject(new DOMException('cancelled', 'AbortError'));
    };
    if (signal.aborted) abort();
    else {
      signal.addEventListener('abort', abort);
      upload.start();
    }
  });
  return id;
}
