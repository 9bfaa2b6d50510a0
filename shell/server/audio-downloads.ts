import { createApiClient } from '@site/shared/api/api-client.ts';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import { forwardedFor } from './visitor.ts';

/** Number of reports that wait for the API. Downloads beyond it are not counted, so that a flood of requests fills no memory. */
const MOST_AT_ONCE = 50;
const LIMIT_MS = 5_000;
/** A shorter beginning of a file holds a few seconds of sound. Players load it to learn the format, such as `bytes=0-1`. */
const SHORTEST_BYTES = 65_536;
/** Headers by which the API recognizes programs that nobody listens to, and people who do not want to be counted. */
const PASSED_ON = ['user-agent', 'dnt', 'sec-gpc'];

/** Returns whether a player of the site itself loads the file. Some browsers send only one of the two headers with audio. */
const isOwnPlayer = (context: Context, siteUrl: string): boolean =>
  context.req.header('sec-fetch-site') === 'same-origin' || `${context.req.header('referer')}/`.startsWith(`${siteUrl}/`);

/** Returns whether a response contains the beginning of the file, long enough to be heard. */
function isBeginning({ req }: Context, status: number): boolean {
  if (req.method !== 'GET') return false;
  const [, last] = /^bytes=0-(\d*)$/i.exec(req.header('range') ?? '') ?? [];
  return status === 200 || (status === 206 && last !== undefined && (last === '' || Number(last) + 1 >= SHORTEST_BYTES));
}

/**
 * Returns a function that reports downloads of audio by podcast apps to the API, like a page reports its view. The response with the file
 * never waits for a report. The API limits the reports of each network, so the shell does not add up several downloads: the API would have
 * to believe their number.
 */
export function createDownloadReports({ apiUrl, siteUrl, log }: { apiUrl: string; siteUrl: string; log: Logger }) {
  let waiting = 0;
  return (context: Context, status: number): void => {
    if (!isBeginning(context, status) || isOwnPlayer(context, siteUrl) || waiting >= MOST_AT_ONCE) return;
    waiting += 1;
    const passedOn = PASSED_ON.flatMap((name) => {
      const value = context.req.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const headers = { 'user-agent': '', ...Object.fromEntries(passedOn), 'x-forwarded-for': forwardedFor(context) };
    const api = createApiClient({ origin: apiUrl, headers, timeoutMs: LIMIT_MS });
    api('POST /api/visits', { body: { event: 'download', paths: [context.req.path], source: '', campaign: '' } })
      .catch((error: unknown) => log.info({ err: error }, 'could not report a download'))
      .finally(() => (waiting -= 1));
  };
}
