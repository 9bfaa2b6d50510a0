import { createHash } from 'node:crypto';
import { AppError } from './app-error.ts';
import type { Log } from './logger.ts';

/** A body, JSON or a text as it is, with the tag that says whether a browser has it already. */
export type CachedAnswer = { body: Uint8Array<ArrayBuffer>; etag: string };

type Entry = {
  answer: CachedAnswer;
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
  log: Log;
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

/**
 * Public answers of one kind: what the owner changes is seen within seconds, and while the data service is away the last copy
 * goes on being given.
 */
export const keepAnswers = (log: Log, { maxEntries, freshMs = FRESH_MS }: { maxEntries: number; freshMs?: number }): AnswerCache =>
  createAnswerCache({ freshMs, maxEntries, patienceMs: PATIENCE_MS, cooldownMs: COOLDOWN_MS, log });

/** Public answers, serialised once. Only a copy of the truth: another instance has its own, and losing it costs one query. */
export function createAnswerCache({ freshMs, patienceMs, cooldownMs, maxEntries, log }: CacheOptions): AnswerCache {
  const entries = new Map<string, Entry>();
  const firstLoads = new Map<string, Promise<CachedAnswer>>();

  function keep(key: string, answer: CachedAnswer): CachedAnswer {
    entries.delete(key);
    entries.set(key, { answer, loadedAt: performance.now(), loading: null, askedAt: 0, failedAt: null });
    const oldest = entries.size > maxEntries ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
    return answer;
  }

  function renew(key: string, entry: Entry, load: () => Promise<unknown>): Promise<CachedAnswer> {
    entry.askedAt = performance.now();
    entry.loading = load()
      .then((value) => keep(key, serialise(value)))
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
        const pending = firstLoads.get(key) ?? load().then((value) => keep(key, serialise(value)));
        if (!firstLoads.has(key)) {
          firstLoads.set(key, pending);
          pending.finally(() => firstLoads.delete(key)).catch(() => undefined);
        }
        return pending;
      }
      const now = performance.now();
      if (now - entry.loadedAt < freshMs) return entry.answer;
      if (entry.loading) return now - entry.askedAt > patienceMs ? entry.answer : patiently(entry, entry.loading);
      const failedJustNow = entry.failedAt !== null && now - entry.failedAt < cooldownMs;
      return failedJustNow ? entry.answer : patiently(entry, renew(key, entry, load));
    },
  };
}
