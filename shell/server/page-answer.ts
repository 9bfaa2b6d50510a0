import { PAGES_TAG } from '@site/shared/cdn/cdn.ts';
import type { HonoRequest } from 'hono';
import { NO_VARY_SEARCH } from '../src/server/speculation-rules.ts';
import type { Environment } from './env.ts';
import { type Encoding, type FinishedPage, isOld } from './finished-pages.ts';
import { REPORTING_ENDPOINTS, reported } from './security-headers.ts';

export type HeaderRecord = Readonly<Record<string, string>>;
/**
 * The properties of a request that change a page's headers. `isBehindKey`: the address contains a secret key, so no search engine may index
 * the page, and no browser or cache may store the page.
 */
type Reading = { isForAll: boolean; isReporting: boolean; isBehindKey: boolean };

/**
 * Returns the answer with a rendered page: with headers for caches, browsers and reports, in the smallest encoding that the client accepts.
 */
export async function pageAnswer(
  request: HonoRequest,
  page: FinishedPage,
  { isOwn, isBehindKey, common, own }: { isOwn: boolean; isBehindKey: boolean; common: HeaderRecord; own: HeaderRecord },
  environment: Pick<Environment, 'PAGE_REPORTS_SHARE' | 'CDN_SECONDS'>,
): Promise<Response> {
  const reading = {
    isForAll: !isOwn && request.header('cookie') === undefined,
    // Visitors who ask not to be tracked (Global Privacy Control, Do Not Track) send no reports.
    isReporting: environment.PAGE_REPORTS_SHARE > 0 && request.header('sec-gpc') !== '1' && request.header('dnt') !== '1',
    isBehindKey,
  };
  const headers: Record<string, string> = { ...knownHeaders(page, reading, common, environment.CDN_SECONDS), ...own };
  const { status, etag } = page;
  const isKnown =
    status === 200 &&
    request
      .header('if-none-match')
      ?.split(',')
      .some((tag) => tag.trim() === etag);
  if (isKnown) return new Response(null, { status: 304, headers });
  const encoding = encodingFor(request.header('accept-encoding'));
  if (encoding) headers['content-encoding'] = encoding;
  return new Response(await page.bytesIn(encoding), { status, headers });
}

const known = new WeakMap<FinishedPage, Map<number, HeaderRecord>>();

/** Returns the result of `headersOf`, cached for all requests with the same properties. */
function knownHeaders(page: FinishedPage, reading: Reading, common: HeaderRecord, seconds: number): HeaderRecord {
  // The remaining lifetime of a page changes every second, so this header is not part of the cached result.
  if (page.until !== Number.POSITIVE_INFINITY || isOld(page)) return headersOf(page, reading, common, seconds);
  const way = Number(reading.isForAll) + 2 * Number(reading.isReporting) + 4 * Number(reading.isBehindKey);
  const ofPage = known.get(page) ?? new Map<number, HeaderRecord>();
  const headers = ofPage.get(way) ?? headersOf(page, reading, common, seconds);
  known.set(page, ofPage.set(way, headers));
  return headers;
}

function headersOf(
  page: FinishedPage,
  { isForAll, isReporting, isBehindKey }: Reading,
  common: HeaderRecord,
  seconds: number,
): HeaderRecord {
  const { status, type, policy, etag } = page;
  const headers: Record<string, string> = { ...common, 'content-type': type, ...cachingOf(page, { isForAll, isBehindKey }, seconds) };
  if (policy) headers['content-security-policy'] = isReporting ? reported(policy) : policy;
  if (policy && isReporting) headers['reporting-endpoints'] = REPORTING_ENDPOINTS;
  if (isBehindKey) headers['x-robots-tag'] = 'noindex';
  if (status === 503) headers['retry-after'] = '5';
  if (status === 200) {
    headers.etag = etag;
    headers['no-vary-search'] = NO_VARY_SEARCH;
  }
  return headers;
}

/**
 * Returns the caching headers. Without a cookie, visitors with the same languages get the same page. Visitors who made a choice get their
 * own.
 */
function cachingOf(
  page: FinishedPage,
  { isForAll, isBehindKey }: Pick<Reading, 'isForAll' | 'isBehindKey'>,
  seconds: number,
): HeaderRecord {
  const { tags: shown, until } = page;
  const vary = 'Cookie, Accept-Language, Accept-Encoding, Sec-GPC, DNT';
  if (isBehindKey) return { vary, 'cache-control': 'no-store' };
  if (shown === null || !isForAll || seconds === 0 || isOld(page)) return { vary, 'cache-control': 'private, no-cache' };
  const tags = [PAGES_TAG, ...shown];
  // A page must not outlive the next known price change, even in a cache that receives no purges.
  const left = Math.max(1, Math.ceil((until - Date.now()) / 1_000));
  const fresh = Math.min(seconds, left);
  // `stale-while-revalidate` is only in the headers for caches in front of the site, which receive purges. In `cache-control`, Firefox
  // would follow it too, and show its own old copy for as long.
  const shared = `max-age=${fresh}, stale-while-revalidate=${Math.min(10 * seconds, left - fresh)}, stale-if-error=86400`;
  return {
    vary,
    'cache-tag': tags.join(', '),
    'surrogate-key': tags.join(' '),
    'cache-control': `public, max-age=0, s-maxage=${fresh}, stale-if-error=86400`,
    'cdn-cache-control': shared,
    'surrogate-control': shared,
  };
}

const encodingFor = (accepted = ''): Encoding => (/\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null);
