import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { gracefulStop } from '@site/shared/process/graceful-stop.ts';
import { pino } from 'pino';
import type * as rendering from '../src/server/render.tsx';
import { createApp } from './app.ts';
import { RELOAD_SCRIPT } from './dev-reload.ts';
import { brandOf, readEnvironment } from './env.ts';
import { createStyleReader } from './page-styles.ts';
import { watchRegistry } from './registry.ts';
import { keepAssets, readShellBuild } from './shell-build.ts';

const environment = readEnvironment();
const log = pino({ level: environment.LOG_LEVEL, base: { process: 'shell' } });
const build = readShellBuild(join(import.meta.dirname, '../dist'));

const { createRenderer }: typeof rendering = await import(build.serverEntry);
const renderer = createRenderer({
  settings: {
    brand: brandOf(environment),
    siteUrl: environment.SITE_URL,
    identity: {
      projectId: environment.FIREBASE_PROJECT_ID,
      apiKey: environment.FIREBASE_API_KEY,
      authDomain: environment.FIREBASE_AUTH_DOMAIN,
      isProxied: environment.IDENTITY_PROXY_URL !== undefined,
    },
    playerUrl: environment.VIDEO_PLAYER_URL,
    isTestMode: environment.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_test_') ?? false,
  },
  apiUrl: environment.API_URL,
  releasesUrl: pathToFileURL(`${environment.RELEASES_DIR}/`).href,
  shell: build,
  startScript: environment.DEV_RELOAD ? build.startScript + RELOAD_SCRIPT : build.startScript,
  styleText: createStyleReader({ assets: build.clientDirectory, releases: environment.RELEASES_DIR }),
  onError: (error, requestId) => log.error({ err: error, requestId }, 'page failed'),
});

try {
  keepAssets(build.clientDirectory, join(environment.RELEASES_DIR, 'shell'));
} catch (error) {
  log.warn({ err: error }, 'files of this shell are not kept for the next one');
}

let isStopping = false;
const app = createApp({
  environment,
  log,
  renderer,
  registry: watchRegistry(environment.RELEASES_DIR),
  assets: build.clientDirectory,
  icon: build.icon,
  isReady: () => !isStopping,
});

const server = serve({ fetch: app.fetch, port: environment.SITE_PORT, hostname: environment.SITE_HOST }, ({ port }) =>
  log.info({ port }, 'listening'),
);

/** Longest wait for requests that are under way, in milliseconds. */
const STOP_LIMIT_MS = 10_000;
const stopServer = gracefulStop(server as Server, { noticeMs: environment.STOP_NOTICE_MS, limitMs: STOP_LIMIT_MS / 2 });

function stop(signal: NodeJS.Signals): void {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), environment.STOP_NOTICE_MS + STOP_LIMIT_MS).unref();
  void stopServer().then(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
