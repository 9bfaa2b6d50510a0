import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { createGracefulStop } from '@site/shared/process/graceful-stop.ts';
import { createLimitedServer } from '@site/shared/process/limited-server.ts';
import { openLogLines } from '@site/shared/process/log-lines.ts';
import { startTelemetry } from '@site/shared/process/start-telemetry.ts';
import { getTelemetry, tracedFetch } from '@site/shared/process/telemetry.ts';
import { openReleaseStore } from '@site/shared/releases/release-store.ts';
import { pino } from 'pino';
import type * as rendering from '../src/server/render.tsx';
import { createApp } from './app.ts';
import { watchBrand } from './brand.ts';
import { RELOAD_SCRIPT } from './dev-reload.ts';
import { getDeveloper, getEmbeddedPayments, readEnvironment } from './env.ts';
import { createLocalReleases } from './local-releases.ts';
import { createStyleReader } from './page-styles.ts';
import { readinessOf } from './readiness.ts';
import { watchRegistry } from './registry.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';
import { announceShell, readShellBuild } from './shell-build.ts';
import { isStoredFile } from './stored-files.ts';

const environment = readEnvironment();
const log = pino({ level: environment.LOG_LEVEL, base: { process: 'shell' } }, openLogLines());
await startTelemetry(environment.OTEL_EXPORTER_OTLP_ENDPOINT, 'semente-shell', log);
const build = readShellBuild(join(import.meta.dirname, '../dist'));

const store = { ...openReleaseStore(environment), trusted: environment.RELEASE_PUBLIC_KEYS };
const isBucket = environment.RELEASES_BUCKET_URL !== undefined;
const releases = createLocalReleases({ store, directory: environment.RELEASES_CACHE_DIR });

const { createRenderer }: typeof rendering = await import(build.serverEntry);
const renderer = createRenderer({
  settings: {
    siteUrl: environment.SITE_URL,
    identity: {
      projectId: environment.FIREBASE_PROJECT_ID,
      apiKey: environment.FIREBASE_API_KEY,
      authDomain: environment.FIREBASE_AUTH_DOMAIN,
      isProxied: environment.IDENTITY_PROXY_URL !== undefined,
    },
    playerUrl: environment.VIDEO_PLAYER_URL,
    reportsShare: environment.PAGE_REPORTS_SHARE,
    isTestMode: environment.STRIPE_PUBLISHABLE_KEY?.startsWith('pk_test_') ?? false,
  },
  apiUrl: environment.API_URL,
  fetch: tracedFetch('api'),
  serverEntryOf: releases.serverEntryOf,
  shell: build,
  startScript: environment.DEV_RELOAD ? build.startScript + RELOAD_SCRIPT : build.startScript,
  styleText: createStyleReader({ assets: build.clientDirectory, releases: environment.RELEASES_CACHE_DIR }),
  payments: getEmbeddedPayments(environment),
  policyOf: (inline, pathname) => contentSecurityPolicy(inline, environment, pathname),
  onError: (error, requestId) => log.error({ err: error, requestId }, 'page failed'),
});

try {
  await announceShell(store, build, [...environment.RELEASE_PUBLIC_KEYS.keys()]);
} catch (error) {
  log.warn({ err: error }, 'could not record this shell in the release store');
}

/** Copies a release to this machine and loads it, so that its first visitor does not wait. */
async function prepare(release: RegisteredRelease): Promise<void> {
  await releases.serverEntryOf(release);
  await renderer.load(release);
}

/** Interval for checking the registry, in milliseconds. */
const FOLDER_LOOK_MS = 300;
const BUCKET_LOOK_MS = 3_000;

let isStopping = false;
const registry = await watchRegistry({
  store,
  everyMs: isBucket ? BUCKET_LOOK_MS : FOLDER_LOOK_MS,
  prepare,
  onError: (error) => log.warn({ err: error }, 'could not read releases'),
});
const brand = await watchBrand({
  apiUrl: environment.API_URL,
  siteUrl: environment.SITE_URL,
  developer: getDeveloper(environment),
  file: join(environment.RELEASES_CACHE_DIR, 'brand.json'),
  fetch: tracedFetch('api'),
  log,
});
const app = createApp({
  environment,
  log,
  brand,
  renderer,
  registry: registry.current,
  releases,
  assets: build.clientDirectory,
  version: build.version,
  isReady: () => !isStopping,
  readiness: readinessOf({ apiUrl: environment.API_URL, store, log, renderer, releases, registry }),
});

const server = createLimitedServer(getRequestListener(app.fetch, { hostname: environment.SITE_HOST }), {
  headers: securityHeaders(environment),
  // Most requests have no body, so the server need not wait for the end of a body.
  optimizeEmptyRequests: true,
});
server.listen(environment.SITE_PORT, environment.SITE_HOST, () => log.info({ port: environment.SITE_PORT }, 'listening'));

/** Longest wait for running requests, in milliseconds. */
const STOP_LIMIT_MS = 10_000;
const stopServer = createGracefulStop(server, {
  noticeMs: environment.STOP_NOTICE_MS,
  limitMs: STOP_LIMIT_MS / 2,
  isResumable: isStoredFile,
});

function stop(signal: NodeJS.Signals): void {
  if (isStopping) return;
  isStopping = true;
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(1), environment.STOP_NOTICE_MS + STOP_LIMIT_MS).unref();
  void stopServer()
    .then(() => getTelemetry().stop())
    .then(() => process.exit(0));
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
