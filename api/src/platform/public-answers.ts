import { createHash } from 'node:crypto';
import { type AnswerCache, createAnswerCache } from '@site/shared/process/answer-cache.ts';
import { AppError } from '../base/app-error.ts';
import type { Log } from './logger.ts';

/** A response body (JSON or text), its ETag, and when it was made, in milliseconds. */
export type CachedAnswer = { body: Uint8Array<ArrayBuffer>; etag: string; madeAt: number };

export type PublicAnswers = {
  /**
   * Returns the cached response under `key`, made from the result of `load`. Rethrows refusals of `load`, such as `not_found`. See
   * `AnswerCache`.
   */
  get: (key: string, load: () => Promise<unknown>) => ReturnType<AnswerCache<CachedAnswer>['get']>;
};

const serialise = (value: unknown): CachedAnswer => {
  const body = new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));
  return { body, madeAt: Date.now(), etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
};

const FRESH_MS = 3_000;
const PATIENCE_MS = 1_000;
const COOLDOWN_MS = 3_000;
const MAX_BYTES = 8 * 1024 ** 2;

export type Answers = {
  /** Creates a cache for one kind of public response. */
  keep: (options: { maxEntries: number; freshMs?: number; maxBytes?: number }) => PublicAnswers;
  /** Outdates the cached responses. Call this after a change through this instance, so that the next caller sees the change. */
  outdate: () => void;
};

/**
 * Creates the caches of all public responses. The owner's changes are visible at once in the instance that made them and within seconds in
 * all other instances. During an outage of the data service, callers get the last copy.
 */
export function createAnswers(log: Log): Answers {
  let age = 0;
  return {
    keep: ({ maxEntries, freshMs = FRESH_MS, maxBytes = MAX_BYTES }) => {
      const cache = createAnswerCache<CachedAnswer>({
        freshMs,
        patienceMs: PATIENCE_MS,
        cooldownMs: COOLDOWN_MS,
        maxEntries,
        maxBytes,
        sizeOf: ({ body }) => body.byteLength,
        isRefusal: (error) => error instanceof AppError && error.code !== 'service_unavailable',
        log,
        age: () => age,
      });
      return { get: (key, load) => cache.get(key, async () => serialise(await load())) };
    },
    outdate: () => {
      age += 1;
    },
  };
}
