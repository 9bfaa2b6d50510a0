import type { ApiAnswer, ApiCall } from '@site/shared/site/site.ts';

/** How long a prefetched answer may be used, in milliseconds. */
const GOOD_FOR_MS = 10_000;

export type AnswersAhead = {
  /** Prefetches the answer of a call. Throws for calls that change something. */
  readonly ask: ApiCall;
  /** Returns the prefetched answer once, while it is fresh; otherwise calls the API. */
  readonly call: ApiCall;
};

/** Keeps prefetched answers of `api` for the visitor's next page. An answer that failed is dropped, so that the page calls again. */
export function keepAnswersAhead(api: ApiCall): AnswersAhead {
  const kept = new Map<string, { readonly answer: Promise<unknown>; readonly askedAt: number }>();
  const isGood = ({ askedAt }: { readonly askedAt: number }): boolean => Date.now() - askedAt < GOOD_FOR_MS;
  const keyOf = (endpoint: string, input: object): string => JSON.stringify([endpoint, { ...input, signal: null }]);
  return {
    ask: async (endpoint, input) => {
      if (!endpoint.startsWith('GET ')) throw new TypeError(`${endpoint} is not asked for ahead`);
      for (const [key, answer] of kept) if (!isGood(answer)) kept.delete(key);
      const key = keyOf(endpoint, input);
      const answer = api(endpoint, input);
      kept.set(key, { answer, askedAt: Date.now() });
      answer.catch(() => kept.delete(key));
      return await answer;
    },
    call: async (endpoint, input) => {
      const key = keyOf(endpoint, input);
      const found = kept.get(key);
      kept.delete(key);
      return found && isGood(found) ? ((await found.answer) as ApiAnswer<typeof endpoint>) : await api(endpoint, input);
    },
  };
}
