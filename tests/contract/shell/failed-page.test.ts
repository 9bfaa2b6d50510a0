import { tmpdir } from 'node:os';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '../../../shell/server/app.ts';
import { readEnvironment } from '../../../shell/server/env.ts';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { failedPage } from '../../../shell/src/server/failed-page.tsx';
import { PUBLIC_KEY, signing } from '../../setup/signing.ts';
import { stillBrand } from '../../setup/still-brand.ts';

const app = createApp({
  environment: readEnvironment({
    SITE_URL: 'https://raiz.example',
    API_URL: 'http://127.0.0.1:9',
    STORAGE_URL: 'http://127.0.0.1:9/storage',
    RELEASES_DIR: tmpdir(),
    RELEASE_PUBLIC_KEYS: PUBLIC_KEY,
    FIREBASE_PROJECT_ID: 'p',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'p.example',
  }),
  brand: stillBrand({ site: 'Raiz & Cia', accent: '#1f4f8b' }),
  log: pino({ level: 'silent' }),
  renderer: {
    render: async () => {
      throw new Error('column "secret" does not exist');
    },
    previewOf: async () => null,
    failedPage: (brand, locale, requestId) => failedPage({ brand, styles: ['/_s/main.css'], locale, requestId }),
  },
  registry: () => ({ remotes: {} }),
  releases: createLocalReleases({ store: signing(createFolderStore(tmpdir())), directory: tmpdir() }),
  assets: tmpdir(),
  version: 'v1',
  isReady: () => true,
  readiness: async () => ({ status: 'ready', checks: [] }),
});

test.each([
  ['pt-BR', 'Algo deu errado', 'Tentar novamente'],
  ['en', 'Something went wrong', 'Try again'],
])('a server that cannot render any page says so in %s, in the design and colour of the site', async (language, title, retry) => {
  const answer = await app.request('/shop', {
    headers: { accept: 'text/html,*/*', 'accept-language': language, 'x-request-id': 'page-00001' },
  });
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[\w+/=]+';/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const html = await answer.text();
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(`<title>${title} · Raiz &amp; Cia</title>`);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toContain('<link rel="stylesheet" href="/_s/main.css"/>');
  expect(html).toContain('<style>:root{--color-accent:#1f4f8b;');
  for (const words of [title, retry, answer.headers.get('x-request-id') ?? 'no id', 'href="/"', 'href="/shop"', 'href="/podcast"'])
    expect(html).toContain(words);
  expect(html).not.toMatch(/<script|secret|page-00001/);
});

test('a failed request that is not for a page gets one line of text', async () => {
  const answer = await app.request('/shop', { headers: { accept: 'application/json' } });
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal server error']);
});
