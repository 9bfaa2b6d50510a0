import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createAnswerCache } from '@site/shared/process/answer-cache.ts';
import { LRUCache } from 'lru-cache';

/** The compression that a browser accepts. Null if it accepts none. */
export type Encoding = 'br' | 'gzip' | null;

/** A completely rendered page with its bytes. Each encoding is compressed once. */
export type FinishedPage = {
  status: number;
  type: string;
  policy: string | null;
  /** Tags of the page's content, if a cache may store the page for all visitors; otherwise null. */
  tags: readonly string[] | null;
  /** Whether some of the page's content could not be loaded. */
  isPartial: boolean;
  /** The time until which the content is valid, in milliseconds. Infinite if no change is known. */
  until: number;
  madeAt: number;
  /** The ETag is weak, because the bytes differ in each encoding. */
  etag: string;
  bytesIn: (encoding: Encoding) => Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>;
  size: number;
};

const FRESH_MS = 2_000;
/**
 * After `FRESH_MS`, the server still serves a page at once for this time, and renders it again in the background. After that a visitor
 * waits for the new page, and gets the old one only if rendering fails.
 */
const STALE_MS = 8_000;
const PATIENCE_MS = 1_000;
const COOLDOWN_MS = 3_000;
const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 ** 2;
const LONGEST_KEY = 300;
/**
 * For this time, in milliseconds, the server remembers that a page differs for each visitor. Meanwhile no visitor waits for the page of
 * another visitor.
 */
const OWN_MS = 10_000;

const BROTLI_QUALITY = 6;

/** Reads a rendered page to its end. */
export async function finish(answer: Response): Promise<FinishedPage> {
  const body = Buffer.from(await answer.arrayBuffer());
  const made = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  const encode = (encoding: 'br' | 'gzip') =>
    encoding === 'br'
      ? promisify(brotliCompress)(body, {
          params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
        })
      : promisify(gzip)(body);
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    policy: answer.headers.get('content-security-policy'),
    tags: answer.headers.get('cache-tag')?.split(', ').filter(Boolean) ?? null,
    isPartial: answer.headers.has('x-partial'),
    madeAt: Date.now(),
    until: Number(answer.headers.get('x-good-until') ?? Number.POSITIVE_INFINITY),
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    bytesIn: (encoding) => {
      if (encoding === null) return body;
      const known = made.get(encoding) ?? encode(encoding);
      made.set(encoding, known);
      return known;
    },
    size: body.length,
  };
}

/** An answer for one visitor only: a page, or something other than a page. */
class NotForAll extends Error {
  // The log writes all public fields of an error, so a private field keeps the page out of the log.
  readonly #answer: Response | FinishedPage;

  constructor(answer: Response | FinishedPage) {
    super(`not for everybody: ${answer.status}`);
    this.#answer = answer;
  }

  get answer(): Response | FinishedPage {
    return this.#answer;
  }
}

const isFailure = ({ answer }: NotForAll): boolean => answer.status >= 500 || ('isPartial' in answer && answer.isPartial);

/**
 * Returns whether this is an old page that is served only because rendering was too slow or failed. Caches must not store such a page as
 * current.
 */
export const isOld = ({ madeAt }: FinishedPage): boolean => Date.now() - madeAt > FRESH_MS + STALE_MS + PATIENCE_MS;

export type FinishedPages = {
  /**
   * Returns the page under `key`, which must contain everything that the page varies with: from the cache for everybody, or from `render`
   * for this visitor. While rendering fails, returns the last public page. An answer that is not a page is returned unchanged.
   */
  get: (key: string, render: () => Promise<Response>) => Promise<FinishedPage | Response>;
  /** Must be called after this process passed on a change to the API, so that the next visitor sees the change. */
  outdate: () => void;
};

/** Creates a cache of rendered public pages, shared by all visitors for some seconds. Each process has its own. */
export function createFinishedPages(log: { warn: (about: object, message: string) => void }): FinishedPages {
  let age = 0;
  const cache = createAnswerCache<FinishedPage>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    patienceMs: PATIENCE_MS,
    cooldownMs: COOLDOWN_MS,
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_BYTES,
    // Both encodings together are smaller than the page itself.
    sizeOf: ({ size }) => 2 * size,
    // The page no longer exists, has moved, or must no longer be found by search, so the old page is dropped. A page with missing content
    // counts as a failure instead.
    isRefusal: (error) => error instanceof NotForAll && !isFailure(error),
    log,
    age: () => age,
  });
  const own = new LRUCache<string, true>({ max: MAX_ENTRIES, ttl: OWN_MS });

  async function make(render: () => Promise<Response>): Promise<FinishedPage | Response> {
    const answer = await render();
    return answer.headers.get('content-type')?.startsWith('text/html') ? await finish(answer) : answer;
  }

  return {
    get: async (key, render) => {
      if (key.length > LONGEST_KEY || own.has(key)) return await make(render);
      let isMine = false;
      try {
        return await cache.get(key, async () => {
          isMine = true;
          const made = await make(render);
          if ('tags' in made && made.tags !== null) return made;
          throw new NotForAll(made);
        });
      } catch (error) {
        if (!(error instanceof NotForAll)) throw error;
        own.set(key, true);
        return isMine ? error.answer : await make(render);
      }
    },
    outdate: () => {
      age += 1;
      own.clear();
    },
  };
}
