import { createHash } from 'node:crypto';
import { type AnswerCache, createAnswerCache } from '@site/shared/process/answer-cache.ts';
import { AppError } from '../base/app-error.ts';
import type { Log } from './logger.ts';

/** A body, JSON or a text as it is, with the tag that says whether a browser has it already, and when it was made, in milliseconds. */
export type CachedAnswer = { body: Uint8Array<ArrayBuffer>; etag: string; madeAt: number };

export type PublicAnswers = {
  /** The answer under `key`, of what `load` brings; what it refuses (not found, for example) is refused. See `AnswerCache`. */
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
  /** Public answers of one kind. */
  keep: (options: { maxEntries: number; freshMs?: number; maxBytes?: number }) => PublicAnswers;
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
