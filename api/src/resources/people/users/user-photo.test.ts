import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { fetchPhoto } from './user-photo.ts';

const ADDRESS = 'https://lh3.googleusercontent.com/a/x=s96-c';
const aPicture = () =>
  sharp({ create: { width: 200, height: 100, channels: 3, background: '#a33' } })
    .png()
    .toBuffer();
const answering = (body: string | Uint8Array<ArrayBuffer>, init: ResponseInit = {}) => vi.fn(async () => new Response(body, init));

test("a user's picture from Google is drawn again as WebP", async () => {
  const fetch = answering(new Uint8Array(await aPicture()));
  const { body, type } = await fetchPhoto(ADDRESS, fetch);
  expect(type).toBe('image/webp');
  expect(await sharp(body).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 });
  expect(fetch).toHaveBeenCalledWith(ADDRESS, expect.objectContaining({ redirect: 'error', credentials: 'omit' }));
});

test.each([
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com.evil.test/a',
  'https://evil.test/lh3.googleusercontent.com',
  'https://lh3.googleusercontent.com:8443/a',
  'https://user@lh3.googleusercontent.com/a',
  'https://127.0.0.1/a',
  'https://[::1]/a',
  'http://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'x',
])('a picture at %s is never loaded', async (address) => {
  const fetch = answering('');
  expect((await fetchPhoto(address, fetch)).type).toBe('image/svg+xml; charset=utf-8');
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ['an HTML page', () => answering('<script>alert(1)</script>', { headers: { 'content-type': 'image/png' } })],
  ['an error answer', () => answering('', { status: 500 })],
  ['too large', () => answering(new Uint8Array(3 * 1024 * 1024))],
  [
    'empty',
    () =>
      vi.fn(async () => {
        throw new TypeError('fetch failed');
      }),
  ],
])('a picture that is %s is replaced by the silhouette', async (_about, fetch) => {
  expect((await fetchPhoto(ADDRESS, fetch())).type).toBe('image/svg+xml; charset=utf-8');
});
