import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { api } from '../signed-in/api.ts';

/**
 * Thrown if the link now leads to another file than the one whose download began: a stamped copy or a new file of the owner replaced it.
 */
export class AnotherFile extends Error {
  override readonly name = 'AnotherFile';
}

/** Identifies a file by what storages expose to other origins. They do not expose the ETag. */
type FileFacts = { readonly path: string; readonly modified: string | null; readonly size: number | null };

const isOther = (known: FileFacts, other: FileFacts): boolean =>
  known.path !== other.path ||
  known.modified !== other.modified ||
  (known.size !== null && other.size !== null && known.size !== other.size);

/** Returns the facts that identify the file behind an answer. `from` and `to`: the requested range of bytes. */
function factsOf(url: string, { status, headers }: Response, from: number, to?: number): FileFacts {
  const length = Number(headers.get('content-length')) || null;
  const isWhole = status !== 206;
  const end = to === undefined && length !== null ? from + length : null;
  return { path: new URL(url).pathname, modified: headers.get('last-modified'), size: isWhole ? length : end };
}

/** Storages answer an expired link with one of these statuses. */
const isOver = (status: number): boolean => status === 400 || status === 401 || status === 403;

const LONGEST_PAUSE_S = 10;

/** Resolves after `seconds`; rejects with the signal's reason. */
const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, seconds * 1_000);
    signal.addEventListener('abort', leave, { once: true });
  });

/**
 * Gives access to one book's file. Links expire after minutes, so an expired link is renewed silently. While the reader's stamped copy is
 * in the queue, `onPreparing` is called with `true` and the call is retried.
 */
export function createBookLink(ebookId: string, onPreparing: (isPreparing: boolean) => void = () => undefined) {
  let known: Promise<DownloadLink> | null = null;
  let file: FileFacts | null = null;

  const askFor = async (signal: AbortSignal): Promise<DownloadLink> => {
    for (;;) {
      try {
        const link = await api('POST /api/me/library/:ebookId/download', { params: { ebookId } });
        onPreparing(false);
        return link;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ApiError) || error.code !== 'copy_in_preparation') throw error;
        onPreparing(true);
        await pause(Math.min(error.retryAfterSeconds ?? 1, LONGEST_PAUSE_S), signal);
      }
    }
  };
  const current = (signal: AbortSignal): Promise<DownloadLink> => {
    if (known) return known;
    const asked = askFor(signal);
    known = asked;
    // After a failure the next attempt requests a new link.
    asked.catch(() => forget(asked));
    return asked;
  };
  const forget = (link: Promise<DownloadLink>) => {
    if (known === link) known = null;
  };

  return {
    filename: async (signal: AbortSignal) => (await current(signal)).filename,

    /**
     * Fetches the file, or its bytes from `from` up to but excluding `to`. Throws `ApiError`, errors of `fetch`, and `AnotherFile` if the
     * bytes do not belong to the file whose download began; the next call then begins the other file.
     */
    get: async (signal: AbortSignal, from = 0, to?: number): Promise<Response> => {
      const isPart = from > 0 || to !== undefined;
      const headers: HeadersInit = isPart ? { range: `bytes=${from}-${to === undefined ? '' : to - 1}` } : {};
      for (let isRenewed = false; ; isRenewed = true) {
        const link = current(signal);
        const { url } = await link;
        const answer = await fetch(url, { method: 'GET', headers, signal });
        if (answer.ok) {
          const facts = factsOf(url, answer, from, to);
          file ??= facts;
          if (!isOther(file, facts)) return answer;
        }
        await answer.body?.cancel();
        // A 416 means that the requested range begins beyond the file's end, so this is another file.
        if (answer.ok || (isPart && answer.status === 416)) {
          file = null;
          throw new AnotherFile();
        }
        if (isRenewed || !isOver(answer.status)) throw new ApiError('service_unavailable', answer.status);
        forget(link);
      }
    },
  };
}

export type BookLink = ReturnType<typeof createBookLink>;
