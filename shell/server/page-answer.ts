import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PAGES_TAG } from '@site/shared/cdn/cdn.ts';
import type { HonoRequest } from 'hono';
import type { Environment } from './env.ts';
import { REPORTING_ENDPOINTS, reported } from './security-headers.ts';

/** The rendered page with what caches, browsers and reports have to know of it, as small as its reader takes it. */
export async function pageAnswer(
  request: HonoRequest,
  answer: Response,
  { isOwn, isPreview }: { isOwn: boolean; isPreview: boolean },
  environment: Pick<Environment, 'PAGE_REPORTS_SHARE' | 'CDN_SECONDS'>,
): Promise<Response> {
  const { status, headers } = answer;
  const body = Buffer.from(await answer.arrayBuffer());
  // Visitors who ask not to be followed (Global Privacy Control, Do Not Track) report nothing.
  const policy = headers.get('content-security-policy');
  if (policy && environment.PAGE_REPORTS_SHARE > 0 && request.header('sec-gpc') !== '1' && request.header('dnt') !== '1') {
    headers.set('content-security-policy', reported(policy));
    headers.set('reporting-endpoints', REPORTING_ENDPOINTS);
  }
  shareIfPublic(headers, request.header('cookie') === undefined && !isOwn, environment.CDN_SECONDS);
  if (isPreview) headers.set('x-robots-tag', 'noindex');
  if (status === 503) headers.set('retry-after', '5');
  if (status !== 200) return await compressed(body, { status, headers }, request.header('accept-encoding'));
  // Weak: each encoding of the page is other bytes.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  headers.set('etag', etag);
  const isKnown = request
    .header('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim() === etag);
  if (isKnown) return new Response(null, { status: 304, headers });
  return await compressed(body, { status, headers }, request.header('accept-encoding'));
}

/** Without a cookie a visitor reads the page that all readers of the same languages read. With a choice made, or a canary, it is their own. */
function shareIfPublic(headers: Headers, isForAll: boolean, seconds: number): void {
  const shown = headers.get('cache-tag');
  headers.set('vary', 'Cookie, Accept-Language, Accept-Encoding, Sec-GPC, DNT');
  if (shown !== null && isForAll && seconds > 0) {
    const tags = [PAGES_TAG, ...shown.split(', ').filter(Boolean)];
    headers.set('cache-tag', tags.join(', '));
    headers.set('surrogate-key', tags.join(' '));
    headers.set('cache-control', `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${10 * seconds}, stale-if-error=86400`);
  } else {
    headers.delete('cache-tag');
    headers.set('cache-control', 'private, no-cache');
  }
}

async function compressed(
  body: Buffer<ArrayBuffer>,
  { status, headers }: { status: number; headers: Headers },
  accepted = '',
): Promise<Response> {
  if (/\bbr\b/.test(accepted)) {
    headers.set('content-encoding', 'br');
    const bytes = await promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return new Response(bytes, { status, headers });
  }
  if (/\bgzip\b/.test(accepted)) {
    headers.set('content-encoding', 'gzip');
    return new Response(await promisify(gzip)(body), { status, headers });
  }
  return new Response(body, { status, headers });
}
