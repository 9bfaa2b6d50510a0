import { LRUCache } from 'lru-cache';

type Entry<Answer> = {
  answer: Answer;
  /** Which of the `ages` it was asked for in, and the renewal. */
  age: number;
  loadingAge: number;
  loadedAt: number;
  /** The renewal that is under way, and since when. */
  loading: Promise<Answer> | null;
  askedAt: number;
  failedAt: number | null;
};

type CacheOptions<Answer> = {
  /** How long an answer is given without asking again. */
  freshMs: number;
  /** How much longer it is given at once, and a new one asked for meanwhile. */
  staleMs?: number;
  /** How long a caller waits for a new answer while there is an old one. */
  patienceMs: number;
  /** After a failure, how long the old answer is given without asking again. */
  cooldownMs: number;
  maxEntries: number;
  /** All answers and keys together, in bytes. */
  maxBytes: number;
  sizeOf: (answer: Answer) => number;
  /** Whether a failure says that there is no such answer (any more), and not that it cannot be had now. */
  isRefusal: (error: unknown) => boolean;
  log: { warn: (about: object, message: string) => void };
  /** Counts what was changed here: an answer of an earlier age is asked for again, however fresh. */
  age?: () => number;
};

export type AnswerCache<Answer> = {
  /**
   * The answer under `key`: kept, or made by `load` once for all callers meanwhile. While `load` fails or is slow, the last one;
   * what it refuses is refused, and forgotten.
   */
  get: (key: string, load: () => Promise<Answer>) => Answer | Promise<Answer>;
};

/** Answers that everybody may have, made once. Only a copy of the truth: another process has its own, and losing it costs one question. */
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
    // Never nothing: an empty key of an empty answer has a place too.
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
      // Those who come next are refused.
      renewal.catch(() => undefined);
      return entry.answer;
    },
  };
}
