/** An API answer of this age, in seconds, means that the API could not get a fresh one. */
const OLD_S = 60;

/**
 * Returns a `fetch` on top of `send` that records what a page is made of. `tags`: the tags of all answers; null once an answer failed or
 * was private. `isOld`: whether the API returned an old copy for any request.
 */
export function noteSources(send: typeof fetch): { fetch: typeof fetch; tags: () => readonly string[] | null; isOld: () => boolean } {
  // Every page contains the frame's texts. All pages of the moment share that answer, so its tags are added here.
  const tags = new Set(['texts']);
  let isForAll = true;
  let isOld = false;
  return {
    fetch: async (input, init) => {
      try {
        const answer = await insistently(() => send(input, init));
        for (const tag of answer.headers.get('cache-tag')?.split(', ') ?? []) tags.add(tag);
        if (Number(answer.headers.get('age') ?? 0) > OLD_S) isOld = true;
        if (!answer.ok || !answer.headers.get('cache-control')?.startsWith('public')) isForAll = false;
        return answer;
      } catch (error) {
        isForAll = false;
        throw error;
      }
    },
    tags: () => (isForAll ? [...tags].toSorted() : null),
    isOld: () => isOld,
  };
}

/**
 * Sends a request, and retries it once if there was no connection, or if a reused connection closed during the request: another process of
 * the API may have taken over.
 */
async function insistently(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    // A timeout is not retried. It has another type of error.
    if (!(error instanceof TypeError)) throw error;
    return await ask();
  }
}
