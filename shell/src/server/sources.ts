/** An answer that the API made so many seconds ago is one that it could not make anew. */
const OLD_S = 60;

/**
 * A `fetch` on top of `send` that notes what a page is made of: the tags of all of it, null once an answer failed or was not for everybody;
 * and whether any of it is an old copy.
 */
export function noteSources(send: typeof fetch): { fetch: typeof fetch; tags: () => readonly string[] | null; isOld: () => boolean } {
  // Every page has the frame's texts, which one answer brings to all pages of a moment.
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

/** Asks once more when there was no connection, or a kept one closed under the question: another process of the API may be there. */
async function insistently(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    // A question that took too long fails with another error.
    if (!(error instanceof TypeError)) throw error;
    return await ask();
  }
}
