import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AppError } from '../base/app-error.ts';
import type { Log } from './logger.ts';

/** A body, JSON or a text as it is, with the tag that says whether a browser has it already. */
export type CachedAnswer = { body: Uint8Array<ArrayBuffer>; etag: string };

type Entry = {
  answer: CachedAnswer;
  /** Which of the `ages` it was asked for in, and the renewal. */
  age: number;
  loadingAge: number;
  loadedAt: number;
  /** The renewal that is under way, and since when. */
  loading: Promise<CachedAnswer> | null;
  askedAt: number;
  failedAt: number | null;
};

type CacheOptions = {
  /** How long an answer is given without asking again. */
  freshMs: number;
  /** How long a caller waits for a new answer while there is an old one. */
  patienceMs: number;
  /** After a failure, how long the old answer is given without asking again. */
  cooldownMs: number;
  maxEntries: number;
  /** All bodies and keys together, in bytes. */
  maxBytes?: number;
  log: Log;
  /** Counts what was changed here: an answer of an earlier age is asked for again, however fresh. */
  age?: () => number;
};

export type AnswerCache = {
  /**
   * The answer under `key`: kept, or made by `load` once for all who ask meanwhile. While `load` fails or is slow, the last one;
   * what it refuses (not found, for example) is refused, and forgotten.
   */
  get: (key: string, load: () => Promise<unknown>) => CachedAnswer | Promise<CachedAnswer>;
};

const serialise = (value: unknown): CachedAnswer => {
  const body = new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
};

const FRESH_MS = 3_000;
const PATIENCE_MS = 1_000;
const COOLDOWN_MS = 3_000;
const MAX_BYTES = 8 * 1024 ** 2;

export type Answers = {
  /** Public answers of one kind. */
  keep: (options: { maxEntries: number; freshMs?: number }) => AnswerCache;
  /** Something was changed through this instance: the next caller sees it. */
  outdate: () => void;
};

/**
 * All public answers of this instance: what the owner changes is seen at once in the instance that changed it, within seconds in the others, and
 * while the data service is away the last copy goes on being given.
 */
export function createAnswers(log: Log): Answers {
  let age = 0;
  return {
    keep: ({ maxEntries, freshMs = FRESH_MS }) =>
      createAnswerCache({ freshMs, maxEntries, patienceMs: PATIENCE_MS, cooldownMs: COOLDOWN_MS, log, age: () => age }),
    outdate: () => {
      age += 1;
    },
  };
}

/** Public answers, serialised once. Only a copy of the truth: another instance has its own, and losing it costs one query. */
export function createAnswerCache({
  freshMs,
  patienceMs,
  cooldownMs,
  maxEntries,
  maxBytes = MAX_BYTES,
  log,
  age = () => 0,
}: CacheOptions): AnswerCache {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    // Never nothing: an empty key of an empty answer has a place too.
    sizeCalculation: ({ answer }, key) => answer.body.byteLength + key.length + 1,
  });
  const firstLoads = new Map<string, Promise<CachedAnswer>>();

  function keep(key: string, answer: CachedAnswer, askedIn: number): CachedAnswer {
    entries.set(key, { answer, age: askedIn, loadingAge: askedIn, loadedAt: performance.now(), loading: null, askedAt: 0, failedAt: null });
    return answer;
  }

  function renew(key: string, entry: Entry, load: () => Promise<unknown>): Promise<CachedAnswer> {
    const now = age();
    entry.askedAt = performance.now();
    entry.loadingAge = now;
    entry.loading = load()
      .then((value) => keep(key, serialise(value), now))
      .catch((err: unknown) => {
        if (err instanceof AppError && err.code !== 'service_unavailable') {
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

  const patiently = (entry: Entry, loading: Promise<CachedAnswer>): Promise<CachedAnswer> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CachedAnswer>((resolve) => {
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
        const pending = firstLoads.get(first) ?? load().then((value) => keep(key, serialise(value), current));
        if (!firstLoads.has(first)) {
          firstLoads.set(first, pending);
          pending.finally(() => firstLoads.delete(first)).catch(() => undefined);
        }
        return pending;
      }
      const now = performance.now();
      if (entry.age === age() && now - entry.loadedAt < freshMs) return entry.answer;
      if (entry.loading && entry.loadingAge === age())
        return now - entry.askedAt > patienceMs ? entry.answer : patiently(entry, entry.loading);
      const failedJustNow = entry.failedAt !== null && now - entry.failedAt < cooldownMs;
      return failedJustNow ? entry.answer : patiently(entry, renew(key, entry, load));
    },
  };
}
