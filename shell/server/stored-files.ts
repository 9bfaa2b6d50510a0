import type { Context } from 'hono';
import type { Logger } from 'pino';
import { notFound, type ShellEnv, unavailable } from './answers.ts';
import { passOn } from './proxy.ts';

/** A file of the public bucket. Its `key` contains `version`, so the file never changes. Every response with the file has `headers`. */
type StoredFile = { key: string; version: string; headers: Readonly<Record<string, string>> };

/** A `Range` header with one range. 15 digits are safe integers in JavaScript. */
const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-\d{1,15})$/i;
const KEPT = ['content-length', 'content-range'];
/** For a range beyond the end of a file, storage services return 416 or 400. A missing file may return 400, too. */
const MAY_BE_BEYOND = [400, 416];

/** Returns whether a URL of this server leads to a stored file. Clients load such a file in parts. */
export const isStoredFile = (url: string): boolean => /^\/(?:audio|samples)\//.test(url);

/**
 * Returns a function that responds with a file of the public bucket, or with a part of the file (RFC 9110, 13 and 14). This function
 * handles conditional requests and unusual ranges itself, because storage services differ in them.
 */
export function createStoredFiles(storageUrl: string, log: Logger) {
  const { origin } = new URL(storageUrl);
  return async (context: Context<ShellEnv>, { key, version, headers }: StoredFile): Promise<Response> => {
    const { method, raw } = context.req;
    const etag = `"${version}"`;
    const common = { ...headers, etag, 'accept-ranges': 'bytes' };
    if (namesTag(context.req.header('if-none-match'), etag)) return new Response(null, { status: 304, headers: common });
    const range = method === 'GET' && (context.req.header('if-range') ?? etag) === etag ? readRange(context.req.header('range')) : null;
    const ask = (asked: string, wanted: Record<string, string>) =>
      passOn(new Request(`${storageUrl}/${key}`, { method: asked, signal: raw.signal }), origin, wanted);
    try {
      const answer = await ask(method, range ? { range } : {});
      if (answer.status === 200 || answer.status === 206) {
        const kept = KEPT.map((name) => [name, answer.headers.get(name) ?? '']).filter(([, value]) => value);
        return new Response(answer.body, { status: answer.status, headers: { ...common, ...Object.fromEntries(kept) } });
      }
      await answer.body?.cancel();
      if (range && MAY_BE_BEYOND.includes(answer.status)) {
        const whole = await ask('HEAD', {});
        const size = whole.status === 200 ? whole.headers.get('content-length') : null;
        if (size !== null) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${size}` } });
      }
      return answer.status === 400 || answer.status === 404 ? notFound(context) : unavailable(context);
    } catch (error) {
      log[raw.signal.aborted ? 'info' : 'warn']({ err: error, requestId: context.get('requestId'), key }, 'no file');
      return unavailable(context);
    }
  };
}

/** Returns whether an `If-None-Match` header contains the file's ETag. A cache may have marked the ETag as weak. */
const namesTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;

/** Returns the `Range` header if it requests one valid range. Null means the whole file. */
function readRange(header: string | undefined): string | null {
  const [range, first, last] = RANGE.exec(header ?? '') ?? [];
  if (range === undefined || (last && Number(last) < Number(first))) return null;
  return range.toLowerCase();
}
