import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { api } from '../signed-in/api.ts';

/** The file behind the link is not the one that was begun: a stamped copy took its place, or its owner replaced it. */
export class AnotherFile extends Error {
  override readonly name = 'AnotherFile';
}

/** What tells one file from another, as far as storages show it to other origins: they keep the ETag to themselves. */
type FileFacts = { readonly path: string; readonly modified: string | null; readonly size: number | null };

const isOther = (known: FileFacts, other: FileFacts): boolean =>
  known.path !== other.path ||
  known.modified !== other.modified ||
  (known.size !== null && other.size !== null && known.size !== other.size);

/** `from` and `to` are what was asked for. */
function factsOf(url: string, { status, headers }: Response, from: number, to?: number): FileFacts {
  const length = Number(headers.get('content-length')) || null;
  const isWhole = status !== 206;
  const end = to === undefined && length !== null ? from + length : null;
  return { path: new URL(url).pathname, modified: headers.get('last-modified'), size: isWhole ? length : end };
}

/** What storages answer to a link that is over. */
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
 * The way to one book's file: its links work for minutes only, and a new one is asked for quietly when one is over. While the reader's
 * copy waits for its turn to be made, `onPreparing` hears of it, and it is asked for again.
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
    // What could not be had is asked for again by the next try.
    asked.catch(() => forget(asked));
    return asked;
  };
  const forget = (link: Promise<DownloadLink>) => {
    if (known === link) known = null;
  };

  return {
    filename: async (signal: AbortSignal) => (await current(signal)).filename,

    /**
     * The file, or its bytes from `from` up to, and without, `to`. Throws `ApiError`, what `fetch` throws, and `AnotherFile` when the
     * bytes would not belong to the file that was begun; the next ask begins another.
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
        // No file that is begun ends before what is asked for.
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
