import { ApiError } from '@site/shared/site/site.ts';
import { chunksOf } from '../signed-in/chunks-of.ts';
import { AnotherFile, type BookLink } from './book-link.ts';

export type FileListener = {
  /**
   * Called with the file's size before the first bytes, and again if another file replaced the first one. The size is null if the storage
   * does not send it.
   */
  readonly onSize: (bytes: number | null) => void;
  readonly onBytes: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** Called with true when the connection is lost and the download waits for it, and with false when the download continues. */
  readonly onStall: (isStalled: boolean) => void;
};

/** Pauses between attempts, in milliseconds. After a received byte the pauses start from the beginning. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000];

/**
 * Downloads a book's file completely. A broken connection or an expired link loses no bytes: the download resumes. If the file was
 * replaced, the download restarts, once. Throws `ApiError` if it cannot continue, and the signal's reason.
 */
export async function readBookFile(link: BookLink, listener: FileListener, signal: AbortSignal): Promise<void> {
  let size: number | null | undefined;
  let received = 0;
  let failures = 0;
  let hasBegunAgain = false;
  for (;;) {
    try {
      const answer = await link.get(signal, received);
      if (size === undefined) {
        size = Number(answer.headers.get('content-length')) || null;
        listener.onSize(size);
      }
      listener.onStall(false);
      // A storage without range support sends the file from its beginning.
      let known = answer.status === 206 ? 0 : received;
      for await (const bytes of chunksOf(answer)) {
        const fresh = bytes.subarray(Math.min(known, bytes.length));
        known -= bytes.length - fresh.length;
        if (fresh.length === 0) continue;
        received += fresh.length;
        failures = 0;
        listener.onBytes(fresh);
      }
      if (size === null || received >= size) return;
      throw new TypeError('the answer ended before the file');
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof AnotherFile && !hasBegunAgain) {
        hasBegunAgain = true;
        size = undefined;
        received = 0;
        continue;
      }
      const pause = PAUSES_MS[failures];
      failures += 1;
      if (pause === undefined || (error instanceof ApiError && error.code !== 'service_unavailable')) throw asApiError(error);
      listener.onStall(true);
      await connection(pause, signal);
    }
  }
}

const asApiError = (error: unknown): ApiError =>
  error instanceof ApiError ? error : new ApiError('service_unavailable', 0, {}, { cause: error });

/** Waits for `ms`, or until the device is online again. */
function connection(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      window.removeEventListener('online', settle);
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(settle, ms);
    window.addEventListener('online', settle);
    signal.addEventListener('abort', settle);
  });
}
