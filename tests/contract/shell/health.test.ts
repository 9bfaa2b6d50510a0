import { tmpdir } from 'node:os';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../shell/server/app.ts';
import { readEnvironment } from '../../../shell/server/env.ts';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { PUBLIC_KEY, signing } from '../../setup/signing.ts';
import { stillBrand } from '../../setup/still-brand.ts';

let isReady = true;
let lines: { path?: string; status?: number }[] = [];
beforeEach(() => {
  isReady = true;
  lines = [];
});

const app = createApp({
  environment: readEnvironment({
    SITE_URL: 'https://raiz.example',
    API_URL: 'http://127.0.0.1:9',
    STORAGE_URL: 'http://127.0.0.1:9/storage',
    RELEASE_PUBLIC_KEYS: PUBLIC_KEY,
    FIREBASE_PROJECT_ID: 'p',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'p.example',
  }),
  brand: stillBrand(),
  log: pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) }),
  renderer: {
    render: async () => new Response(''),
    previewOf: async () => null,
    failedPage: () => ({ html: '', inlineStyles: [] }),
  },
  registry: () => ({ remotes: {} }),
  releases: createLocalReleases({ store: signing(createFolderStore(tmpdir())), directory: tmpdir() }),
  assets: tmpdir(),
  version: 'v1',
  isReady: () => isReady,
  readiness: async () => ({ status: 'ready', checks: [] }),
});

test('a health check every second writes a log line only while the server is not ready', async () => {
  for (const path of ['/healthz', '/readyz', '/_live']) await app.request(path);
  isReady = false;
  for (const path of ['/healthz', '/readyz']) await app.request(path);
  expect(lines.map(({ path, status }) => [path, status])).toEqual([
    ['/_live', 200],
    ['/readyz', 503],
  ]);
});
