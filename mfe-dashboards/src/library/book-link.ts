import type { DownloadLink } from '@site/shared/contracts/me.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { api } from '../signed-in/api.ts';

/** What storages answer to a link that is over. */
const isOver = (status: number): boolean => status === 400 || status === 401 || status === 403;

/** The way to one book's file: its links work for minutes only, and a new one is asked for quietly when one is over. */
export function createBookLink(ebookId: string) {
  let known: Promise<DownloadLink> | null = null;

  const current = (): Promise<DownloadLink> => {
    if (known) return known;
    const asked = api('POST /api/me/library/:ebookId/download', { params: { ebookId } });
    known = asked;
    // What could not be had is asked for again by the next try.
    asked.catch(() => forget(asked));
    return asked;
  };
  const forget = (link: Promise<DownloadLink>) => {
    if (known === link) known = null;
  };

  return {
    filename: async () => (await current()).filename,

    /** The file, or its bytes from `from` up to, and without, `to`. Throws `ApiError`, or what `fetch` throws. */
    get: async (signal: AbortSignal, from = 0, to?: number): Promise<Response> => {
      const isPart = from > 0 || to !== undefined;
      const headers: HeadersInit = isPart ? { range: `bytes=${from}-${to === undefined ? '' : to - 1}` } : {};
      for (let isRenewed = false; ; isRenewed = true) {
        const link = current();
        const answer = await fetch((await link).url, { method: 'GET', headers, signal });
        if (answer.ok) return answer;
        await answer.body?.cancel();
        if (isRenewed || !isOver(answer.status)) throw new ApiError('service_unavailable', answer.status);
        forget(link);
      }
    },
  };
}

export type BookLink = ReturnType<typeof createBookLink>;
