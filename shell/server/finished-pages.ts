import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createAnswerCache } from '@site/shared/process/answer-cache.ts';
import { LRUCache } from 'lru-cache';

/** What a browser can take a page as; null: as it is. */
export type Encoding = 'br' | 'gzip' | null;

/** A page with its bytes, which are compressed once. */
export type FinishedPage = {
  status: number;
  type: string;
  policy: string | null;
  /** The tags of what it shows, when a cache may hand it to every visitor. */
  tags: readonly string[] | null;
  /** Whether something could not be had that belongs on it. */
  isPartial: boolean;
  /** Until when it can be what it shows, in milliseconds; infinite where nothing is known to change. */
  until: number;
  madeAt: number;
  /** Weak: each encoding of the page is other bytes. */
  etag: string;
  bytesIn: (encoding: Encoding) => Promise<Buffer<ArrayBuffer>> | Buffer<ArrayBuffer>;
  size: number;
};

const FRESH_MS = 2_000;
/**
 * For so much longer a page is shown at once and made anew meanwhile. After that a visitor waits, and sees an older one only while none can
 * be made.
 */
const STALE_MS = 8_000;
const PATIENCE_MS = 1_000;
const COOLDOWN_MS = 3_000;
const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 ** 2;
const LONGEST_KEY = 300;
/** For how long visitors of an address whose page is for each alone do not wait for each other. */
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

/** A page, or an answer instead of one, that is for one visitor. */
class NotForAll extends Error {
  // Not for the log, which writes what an error holds.
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

/** Whether a page is given only because none could be made anew in time: no cache may keep it as what is so now. */
export const isOld = ({ madeAt }: FinishedPage): boolean => Date.now() - madeAt > FRESH_MS + STALE_MS + PATIENCE_MS;

export type FinishedPages = {
  /**
   * The page under `key`, which names everything that it varies with: finished for everybody, or made by `render` for this visitor. While
   * rendering fails, the last one for everybody. An answer that is no page is given as it is.
   */
  get: (key: string, render: () => Promise<Response>) => Promise<FinishedPage | Response>;
  /** Something was changed through this process: the next visitor sees it. */
  outdate: () => void;
};

/** The public pages of this process, rendered once for all visitors within seconds. Only copies: each process has its own. */
export function createFinishedPages(log: { warn: (about: object, message: string) => void }): FinishedPages {
  let age = 0;
  const cache = createAnswerCache<FinishedPage>({
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    patienceMs: PATIENCE_MS,
    cooldownMs: COOLDOWN_MS,
    maxEntries: MAX_ENTRIES,
    maxBytes: MAX_BYTES,
    // Both encodings together are less than the page itself.
    sizeOf: ({ size }) => 2 * size,
    // Gone, moved, or for nobody's search any more. A page that lacks something is one that could not be had.
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
