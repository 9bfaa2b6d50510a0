import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/** Longer than balancers keep an idle connection (a minute, most of them): else ours closes under their next request. */
const KEEP_ALIVE_MS = 65_000;
/** Asked again and again by what watches the process, also without visitors. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** The level of an answer's log line: what is asked each second, and is well, would fill the log with nothing else. */
export const lineLevelOf = (path: string, status: number): 'info' | 'debug' =>
  status === 200 && HEALTH_PATHS.includes(path) ? 'debug' : 'info';

/**
 * A function that stops `server` without cutting anybody off: it goes on answering for `noticeMs`, so that a load balancer
 * sees readiness say no, then until nothing is under way and nothing more comes, at most `limitMs` longer, and only then refuses connections.
 * Resolves when the last connection is gone. Until then connections are kept for the proxy before `server`.
 */
export function createGracefulStop(server: Server, { noticeMs, limitMs }: { noticeMs: number; limitMs: number }): () => Promise<void> {
  let underWay = 0;
  let arrived = 0;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('request', (request, response) => {
    if (HEALTH_PATHS.includes(request.url ?? '')) return;
    underWay += 1;
    arrived += 1;
    response.once('close', () => {
      underWay -= 1;
    });
  });
  return async () => {
    await sleep(noticeMs);
    const end = performance.now() + limitMs;
    // A request that a busy server has not read yet looks like an idle connection, which `close` would cut.
    let seen: number;
    do {
      seen = arrived;
      await sleep(LOOK_EVERY_MS);
    } while ((underWay > 0 || arrived > seen) && performance.now() < end);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
