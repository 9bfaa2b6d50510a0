import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { pino } from 'pino';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../../../shell/server/app.ts';
import { readEnvironment } from '../../../shell/server/env.ts';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { type Preview, previewAddress } from '../../../shell/src/head/preview.ts';
import { PUBLIC_KEY, signing } from '../../setup/signing.ts';
import { stillBrand } from '../../setup/still-brand.ts';

const book: Preview = { title: 'Rute', text: 'Uma leitura', image: '/covers/rute-720.webp?v=1', brand: '5d1f0c9a3b2e', locale: 'pt-BR' };
const pages: Record<string, Preview> = { '/': { ...book, title: 'Raiz', image: null }, '/shop/ebook/rute': book };
const folder = mkdtempSync(join(tmpdir(), 'semente-site-files-'));
let asked: string[] = [];
let isStorageAway = false;

const storage = createServer(async (request, response) => {
  if (isStorageAway) response.writeHead(503).end();
  else if (request.url === '/samples/rute.0123456789ab.pdf')
    response
      .writeHead(request.headers.range ? 206 : 200, {
        'content-type': 'text/html',
        'set-cookie': 'a=b',
        ...(request.headers.range ? { 'content-range': 'bytes 0-4/5' } : {}),
      })
      .end('%PDF-');
  else if (request.url?.startsWith('/samples/')) response.writeHead(400).end();
  else
    response.end(
      await sharp({ create: { width: 720, height: 1080, channels: 3, background: '#a8432a' } })
        .webp()
        .toBuffer(),
    );
});
let app: ReturnType<typeof createApp>;
let brand = aBrand();

beforeAll(async () => {
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve));
  const environment = readEnvironment({
    SITE_URL: 'https://raiz.example',
    API_URL: 'http://127.0.0.1:9',
    STORAGE_URL: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
    RELEASE_PUBLIC_KEYS: PUBLIC_KEY,
    RELEASES_CACHE_DIR: folder,
    FIREBASE_PROJECT_ID: 'p',
    FIREBASE_API_KEY: 'k',
    FIREBASE_AUTH_DOMAIN: 'p.example',
  });
  app = createApp({
    environment,
    brand: { ...stillBrand(), get: async () => brand, current: () => brand },
    log: pino({ level: 'silent' }),
    renderer: {
      render: async () => new Response('<p>page', { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      previewOf: async (path, { wishes: { locale } }) => {
        asked.push(`${path} ${locale}`);
        const page = pages[path];
        return page ? { ...page, locale } : null;
      },
      failedPage: () => ({ html: '', inlineStyles: [] }),
    },
    registry: () => ({ remotes: {} }),
    releases: createLocalReleases({
      store: signing(createFolderStore(environment.RELEASES_DIR)),
      directory: environment.RELEASES_CACHE_DIR,
    }),
    assets: `${import.meta.dirname}/../../../shell/src/head`,
    version: 'v1',
    isReady: () => true,
    readiness: async () => ({ status: 'ready', checks: [] }),
  });
});
afterAll(() => {
  storage.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  asked = [];
  isStorageAway = false;
});

const pictureAt = async (address: string) => {
  const answer = await app.request(address);
  return { answer, picture: answer.ok ? sharp(await answer.arrayBuffer()) : null };
};
const redAt = async (picture: Sharp | null, left: number, top: number) => {
  const pixel = await picture?.clone().extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return pixel ? [...pixel.subarray(0, 3)] : null;
};

it('email programs get covers and thumbnails as JPEG', async () => {
  for (const folder of ['covers', 'thumbnails']) {
    const { answer, picture } = await pictureAt(`/${folder}/rute.5d1f0c-240.jpg?v=5d1f0c`);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    // Other sites embed these pictures.
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await picture?.metadata())?.format).toBe('jpeg');
  }
});

describe('the picture of a link preview', () => {
  it("a preview picture has the size that networks require, shows the book's cover, and is cached for ever", async () => {
    const { answer, picture } = await pictureAt(previewAddress('/shop/ebook/rute', book));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await picture?.metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(await redAt(picture, 942, 340)).toEqual([0xa8, 0x43, 0x2a]);
  });

  it('a preview picture is loaded again without rendering its page', async () => {
    const english = { ...book, locale: 'en' } as const;
    const address = previewAddress('/shop/ebook/rute', english);
    const first = await (await app.request(address)).arrayBuffer();
    expect(asked).toEqual(['/shop/ebook/rute en']);
    expect(await (await app.request(address)).arrayBuffer()).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  it('an old or invented version of a preview picture redirects to the current picture', async () => {
    for (const version of ['', '?v=old', `?v=${'x'.repeat(3_000)}`, '?v=%00&title=<b>', '?title=Outra']) {
      const answer = await app.request(`/og/shop/ebook/rute.png${version}`);
      expect([answer.status, answer.headers.get('location')]).toEqual([302, previewAddress('/shop/ebook/rute', book)]);
    }
  });

  it('a preview picture exists for existing pages only', async () => {
    for (const path of ['/og/nope.png', '/og/shop/ebook/none.png', '/og/..%2fsecret.png', '/og/x%00.png', '/og/', '/og/shop.svg'])
      expect((await app.request(path)).status, path).toBe(404);
    expect((await app.request(previewAddress('/', { ...book, title: 'Raiz', image: null }))).status).toBe(200);
  });

  it('while storage cannot return a cover, the preview picture is drawn without the cover and not kept', async () => {
    pages['/shop/ebook/tarde'] = { ...book, title: 'Tarde', image: '/covers/tarde-720.webp?v=1' };
    const address = previewAddress('/shop/ebook/tarde', pages['/shop/ebook/tarde']);
    isStorageAway = true;
    const without = await pictureAt(address);
    expect(await redAt(without.picture, 942, 340)).not.toEqual([0xa8, 0x43, 0x2a]);
    // No other cache keeps the picture without the cover either.
    expect(without.answer.headers.get('cache-control')).toBe('no-store');
    isStorageAway = false;
    expect(await redAt((await pictureAt(address)).picture, 942, 340)).toEqual([0xa8, 0x43, 0x2a]);
  });

  it('requests for many preview pictures at once are queued up to a limit, and the rest get a time to retry', async () => {
    const crowd = Array.from({ length: 64 }, (_, index) => `/crowd-${index}`);
    for (const path of crowd) pages[path] = { ...book, title: `Livro ${path}`, image: null };
    const answers = await Promise.all(crowd.map((path) => app.request(previewAddress(path, pages[path] ?? book))));
    // The number of further pictures drawn in time depends on the machine.
    expect(answers.slice(0, 13).map(({ status }) => status)).toEqual(Array(13).fill(200));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]?.headers.get('retry-after')).toBe('5');
  });
});

describe('a sample of a book', () => {
  it("a book's sample is served as a PDF that the browser shows, completely or in ranges", async () => {
    const whole = await app.request('/samples/rute.0123456789ab.pdf');
    expect([whole.status, await whole.text()]).toEqual([200, '%PDF-']);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "script-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    expect(whole.headers.has('set-cookie')).toBe(false);
    const part = await app.request('/samples/rute.0123456789ab.pdf', { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 0-4/5']);
  });

  it('the address of a sample serves no other file of the storage', async () => {
    for (const path of ['rute.pdf', 'rute.0123456789ab.html', '..%2fbrand%2fx.0123456789ab.pdf'])
      expect((await app.request(`/samples/${path}`)).headers.get('content-type'), path).toContain('text/html');
    expect((await app.request('/samples/outro.0123456789ab.pdf')).status).toBe(404);
    isStorageAway = true;
    expect((await app.request('/samples/rute.0123456789ab.pdf')).status).toBe(503);
    isStorageAway = false;
  });
});

describe('files of the whole site', () => {
  it('robots.txt tells crawlers the sitemap and the private paths', async () => {
    const text = await (await app.request('/robots.txt')).text();
    expect(text).toContain('Sitemap: https://raiz.example/sitemap.xml');
    for (const path of ['/cart', '/user-dashboard', '/dashboard', '/signin', '/api/']) expect(text).toContain(`Disallow: ${path}\n`);
    for (const path of ['/', '/shop', '/podcast', '/about', '/contact']) expect(text).not.toContain(`Disallow: ${path}\n`);
  });

  it('the manifest names the site and existing icons in their stated sizes', async () => {
    const answer = await app.request('/manifest.webmanifest');
    expect(answer.headers.get('content-type')).toBe('application/manifest+json');
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ name: 'Raiz · Marina', short_name: 'Raiz', start_url: '/', lang: 'pt-BR' });
    const icons: { src: string; sizes: string }[] = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }];
    for (const { src, sizes } of icons) {
      const { width, height } = await sharp(await (await app.request(src)).arrayBuffer()).metadata();
      expect(`${width}x${height}`, src).toBe(sizes);
    }
  });

  it('maskable icons fill the shapes that devices cut', async () => {
    for (const path of ['/icon-maskable.png', '/apple-touch-icon.png'])
      expect(await redAt((await pictureAt(path)).picture, 0, 0), path).toEqual([0xa8, 0x43, 0x2a]);
  });

  it("the icons of another brand have new addresses, and only addresses with the brand's version are cached for ever", async () => {
    const drawn = async () => Buffer.from(await (await app.request('/icon-192.png')).arrayBuffer());
    const before = await drawn();
    brand = aBrand({ site: 'Outra', accent: '#1f4f8b', version: 'b00000000001' });
    expect((await app.request('/favicon.ico')).headers.get('location')).toBe('/icon-96.png?v=b00000000001');
    expect((await drawn()).equals(before)).toBe(false);
    expect(await (await app.request('/manifest.webmanifest')).json()).toMatchObject({ short_name: 'Outra' });
    const caching = async (path: string) => (await app.request(path)).headers.get('cache-control');
    expect(await caching('/icon-192.png?v=b00000000001')).toContain('immutable');
    expect(await caching('/icon-192.png?v=5d1f0c9a3b2e')).toBe('public, max-age=300');
  });

  it("the site shows the owner's own icon", async () => {
    const icon = { base: '/brand/icon.0123456789ab', version: '0123456789ab', color: '#a8432a', width: 512, height: 512 };
    brand = aBrand({ accent: '#1f4f8b', icon, version: 'b00000000002' });
    // Another icon in its place would be cached for ever.
    isStorageAway = true;
    expect((await app.request('/icon-512.png?v=b00000000002')).status).toBe(503);
    isStorageAway = false;
    expect(await redAt((await pictureAt('/icon-512.png')).picture, 256, 256)).toEqual([0xa8, 0x43, 0x2a]);
  });
});
