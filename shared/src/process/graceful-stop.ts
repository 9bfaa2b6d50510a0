import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;
/**
 * How long an idle connection stays open, in milliseconds. Load balancers close one after about a minute. If this server closed it first,
 * it could do so just when the load balancer sends the next request.
 */
const KEEP_ALIVE_MS = 65_000;
/** Monitoring requests these paths constantly, even without visitors. */
export const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz'];

/** Returns the log level of an answer. Successful health checks arrive every second and would fill the log. */
export const lineLevelOf = (path: string, status: number): 'info' | 'debug' =>
  status === 200 && HEALTH_PATHS.includes(path) ? 'debug' : 'info';

type GracefulStop = {
  noticeMs: number;
  limitMs: number;
  /** Returns whether clients of this URL, such as audio players, request the rest of an interrupted answer by themselves. */
  isResumable?: (url: string) => boolean;
};

/**
 * Returns a function that stops `server` without cutting off any request. The server keeps answering for `noticeMs`, so that a load
 * balancer sees that it is not ready. It then waits, at most `limitMs`, until no request is running or arriving, and closes. It does not
 * wait for resumable answers but breaks them off after the notice, because a paused player keeps one open for as long as it likes. The
 * function resolves when the last connection is closed. Until the stop, connections stay open for the proxy in front of `server`.
 */
export function createGracefulStop(server: Server, { noticeMs, limitMs, isResumable }: GracefulStop): () => Promise<void> {
  let underWay = 0;
  let arrived = 0;
  const resumable = new Set<ServerResponse>();
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.on('request', (request, response) => {
    const url = request.url ?? '';
    if (HEALTH_PATHS.includes(url)) return;
    underWay += 1;
    arrived += 1;
    if (isResumable?.(url)) resumable.add(response);
    response.once('close', () => {
      underWay -= 1;
      resumable.delete(response);
    });
  });
  return async () => {
    await sleep(noticeMs);
    const end = performance.now() + limitMs;
    // A request that a busy server has not read yet looks like an idle connection, which `close` would cut off.
    let seen: number;
    do {
      for (const response of resumable) response.destroy();
      seen = arrived;
      await sleep(LOOK_EVERY_MS);
    } while ((underWay > 0 || arrived > seen) && performance.now() < end);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
