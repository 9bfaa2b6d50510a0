import { LRUCache } from 'lru-cache';

type Entry<Answer> = {
  answer: Answer;
  /** Values of `age()` when the answer and its renewal were requested. */
  age: number;
  loadingAge: number;
  loadedAt: number;
  /** The renewal in progress, and when it started. */
  loading: Promise<Answer> | null;
  askedAt: number;
  failedAt: number | null;
};

type CacheOptions<Answer> = {
  /** How long an answer is used without a new request, in milliseconds. */
  freshMs: number;
  /** How much longer an answer is used while a new one is requested in the background, in milliseconds. */
  staleMs?: number;
  /** How long a caller waits for a new answer before it gets the old one, in milliseconds. */
  patienceMs: number;
  /** How long the old answer is used after a failed request, without another request, in milliseconds. */
  cooldownMs: number;
  maxEntries: number;
  /** Size of all answers and keys together, in bytes. */
  maxBytes: number;
  sizeOf: (answer: Answer) => number;
  /** Returns whether a failure means that the answer does not exist (any more), rather than a temporary problem. */
  isRefusal: (error: unknown) => boolean;
  log: { warn: (about: object, message: string) => void };
  /** Returns a counter of local changes. An answer from a lower count is requested again, however fresh it is. */
  age?: () => number;
};

export type AnswerCache<Answer> = {
  /**
   * Returns the answer under `key`, from the cache or from `load`, which runs once for all concurrent callers. While `load` fails or is
   * slow, returns the previous answer. If `load` fails with a refusal, rejects with it and removes the entry.
   */
  get: (key: string, load: () => Promise<Answer>) => Answer | Promise<Answer>;
};

/** Creates a cache of public answers. Each process has its own, and losing it costs only a new request. */
export function createAnswerCache<Answer extends object>({
  freshMs,
  staleMs = 0,
  patienceMs,
  cooldownMs,
  maxEntries,
  maxBytes,
  sizeOf,
  isRefusal,
  log,
  age = () => 0,
}: CacheOptions<Answer>): AnswerCache<Answer> {
  const entries = new LRUCache<string, Entry<Answer>>({
    max: maxEntries,
    maxSize: maxBytes,
    // The size must never be zero, even for an empty key with an empty answer.
    sizeCalculation: ({ answer }, key) => sizeOf(answer) + key.length + 1,
  });
  const firstLoads = new Map<string, Promise<Answer>>();

  function keep(key: string, answer: Answer, askedIn: number): Answer {
    entries.set(key, { answer, age: askedIn, loadingAge: askedIn, loadedAt: performance.now(), loading: null, askedAt: 0, failedAt: null });
    return answer;
  }

  function renew(key: string, entry: Entry<Answer>, load: () => Promise<Answer>): Promise<Answer> {
    const now = age();
    entry.askedAt = performance.now();
    entry.loadingAge = now;
    entry.loading = load()
      .then((answer) => keep(key, answer, now))
      .catch((err: unknown) => {
        if (isRefusal(err)) {
          entries.delete(key);
          throw err;
        }
        log.warn({ err, key: key.slice(0, 80) }, 'answered from an older copy');
        entry.loading = null;
        entry.failedAt = performance.now();
        return entry.answer;
      });
    return entry.loading;
  }

  const patiently = (entry: Entry<Answer>, loading: Promise<Answer>): Promise<Answer> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve(entry.answer), patienceMs);
    });
    return Promise.race([loading, late]).finally(() => clearTimeout(timer));
  };

  return {
    get: (key, load) => {
      const entry = entries.get(key);
      if (!entry) {
        const current = age();
        const first = `${current} ${key}`;
        const pending = firstLoads.get(first) ?? load().then((answer) => keep(key, answer, current));
        if (!firstLoads.has(first)) {
          firstLoads.set(first, pending);
          pending.finally(() => firstLoads.delete(first)).catch(() => undefined);
        }
        return pending;
      }
      const now = performance.now();
      const isOfThisAge = entry.age === age();
      if (isOfThisAge && now - entry.loadedAt < freshMs) return entry.answer;
      const isStillGiven = isOfThisAge && now - entry.loadedAt < freshMs + staleMs;
      if (entry.loading && entry.loadingAge === age())
        return isStillGiven || now - entry.askedAt > patienceMs ? entry.answer : patiently(entry, entry.loading);
      if (entry.failedAt !== null && now - entry.failedAt < cooldownMs) return entry.answer;
      const renewal = renew(key, entry, load);
      if (!isStillGiven) return patiently(entry, renewal);
      // If the renewal is refused, this caller still gets the old answer. Only later callers get the refusal.
      renewal.catch(() => undefined);
      return entry.answer;
    },
  };
}
