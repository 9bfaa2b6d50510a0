import { tmpdir } from 'node:os';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { previewDigest } from '@site/shared/releases/registry-file.ts';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../shell/server/app.ts';
import { readEnvironment } from '../../../shell/server/env.ts';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { PUBLIC_KEY, signing } from '../../setup/signing.ts';
import { stillBrand } from '../../setup/still-brand.ts';

const release = (version: string) => ({ name: 'mfe-shop', version }) as RegisteredRelease;
const live: ReleaseRegistry = { remotes: { 'mfe-shop': release('live') } };
let registry: ReleaseRegistry;
let drawn: string | undefined;
beforeEach(() => {
  registry = live;
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
  log: pino({ level: 'silent' }),
  renderer: {
    render: async (_, visit) => {
      drawn = visit.registry.remotes['mfe-shop']?.version;
      return new Response('<p>page', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    },
    previewOf: async () => null,
    failedPage: () => ({ html: '', inlineStyles: [] }),
  },
  registry: () => registry,
  releases: createLocalReleases({ store: signing(createFolderStore(tmpdir())), directory: tmpdir() }),
  assets: tmpdir(),
  version: 'shell1',
  isReady: () => true,
  readiness: async () => ({ status: 'ready', checks: [] }),
});

test('each page names the releases that rendered it', async () => {
  await app.request('/shop');
  const answer = await app.request('/_live');
  expect([drawn, await answer.text(), answer.headers.get('cache-control')]).toEqual(['live', 'shell1-live', 'no-store']);
});

test('a preview of a release is rendered for visitors with its link, and kept out of search results', async () => {
  const preview = { remote: 'mfe-shop', release: release('next'), digest: previewDigest('s3cret'), until: '2999-01-01T00:00:00Z' } as const;
  registry = { ...live, previews: [preview] };
  const shown = await app.request('/shop?release=mfe-shop@next~s3cret');
  expect([drawn, shown.headers.get('x-robots-tag'), shown.headers.get('cache-control')]).toEqual(['next', 'noindex', 'no-store']);
  const refused = await app.request('/shop?release=mfe-shop@next~guess');
  expect([drawn, refused.headers.get('x-robots-tag')]).toEqual(['live', null]);
});
