import type { BrandPicture, PublishedBrand, SitePictureName } from '@site/shared/contracts/content.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';
import { bookUploadsOf } from './book-uploads.ts';

let site: ApiSite;
let token = '';
let uploads: ReturnType<typeof bookUploadsOf>;
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  uploads = bookUploadsOf(site, token);
});
afterAll(async () => await site?.close());

const brand = async (): Promise<PublishedBrand> => (await site.call('GET', '/api/brand')).json;

async function publish(changes: Partial<PublishedBrand>) {
  const { version, body } = (await site.call('GET', '/api/admin/content/brand', { token })).json;
  return await site.call('PUT', '/api/admin/content/brand', { token, body: { expectedVersion: version, body: { ...body, ...changes } } });
}

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#1f4f8b' } })
    .png()
    .toBuffer();

/** Uploads a file like the owner's browser, and requests the picture made from it. */
async function make(name: SitePictureName, bytes: Uint8Array, more: object = {}) {
  const { id, url } = (await site.call('POST', '/api/admin/brand-uploads', { token, body: { name, size: Math.max(1, bytes.length) } }))
    .json;
  await uploads.send(url, bytes);
  return await site.call('POST', '/api/admin/brand-pictures', { token, body: { upload: id, ...more } });
}
const publicFiles = () => uploads.filesIn('store-assets', 'brand/');

test('the default brand has the configured names and makes no claims about the author', async () => {
  expect(v.parse(endpoints['GET /api/brand'].answer, await brand())).toMatchObject({
    site: 'Raiz & Palavra',
    author: 'Marina Alvorada',
    tagline: { 'pt-BR': '', en: '' },
    portrait: null,
  });
});

test('a book that was made before the site had an author gets the first published author', async () => {
  await site.addBooks({ id: 'sem-nome' }, { id: 'de-outra' });
  await site.rows('PATCH', 'ebooks_metadata?id=eq.sem-nome', { author: 'localhost' });
  const { version, body } = (await site.call('GET', '/api/admin/content/brand', { token })).json;
  const unnamed = { ...body, site: 'localhost', author: 'localhost' };
  const actor = { uid: 'owner', email: 'admin@semente.test', request_id: 'r' };
  const published = { p_key: 'brand', p_actor: actor, p_subject_kind: 'setting', p_default: unnamed, p_restored_from: null };
  await site.rows('POST', 'rpc/publish_content', { ...published, p_expected: version, p_body: { ...body, author: 'Lia Torres' } });
  const authors = await site.rows('GET', 'ebooks_metadata?id=in.(sem-nome,de-outra)&select=id,author&order=id');
  expect(authors).toEqual([
    { id: 'de-outra', author: 'Marina Alvorada' },
    { id: 'sem-nome', author: 'Lia Torres' },
  ]);
});

test('a new name and colour appear in feed, emails and default texts without a restart', async () => {
  expect((await publish({ site: 'Outra Casa', author: 'Lia Torres', accent: '#1F4F8B' })).status).toBe(200);
  expect(await brand()).toMatchObject({ site: 'Outra Casa', accent: '#1f4f8b' });
  expect((await site.call('GET', '/api/legal/terms')).text).toContain('Lia Torres');
  await site.call('POST', '/api/admin/test-emails', { token, body: { locale: 'pt-BR' } });
  await expect
    .poll(async () => (await site.inbox('admin@semente.test', true)).at(-1))
    .toMatchObject({
      fromName: 'Outra Casa',
      subject: expect.stringContaining('Outra Casa'),
    });
  expect(await (await fetch(`${site.addresses.api}/podcast.xml`)).text()).toContain('<title>Outra Casa</title>');
});

test('a brand with an invalid colour or name is rejected', async () => {
  for (const [changes, field] of [
    [{ accent: 'red' }, 'accent'],
    [{ accent: '#12345' }, 'accent'],
    [{ site: ' ' }, 'site'],
  ] as const) {
    const { status, json } = await publish(changes as Partial<PublishedBrand>);
    expect([status, Object.keys(json.error.fields)]).toEqual([400, [field]]);
  }
});

test('a draft of the brand is shown only to visitors with its link', async () => {
  const { body } = (await site.call('GET', '/api/admin/content/brand', { token })).json;
  const draft = { ...body, site: 'Ainda não' };
  const { preview } = (await site.call('POST', '/api/admin/content/brand/preview', { token, body: { body: draft } })).json;
  expect((await site.call('GET', `/api/brand?preview=${preview}`)).json.site).toBe('Ainda não');
  expect((await brand()).site).not.toBe('Ainda não');
});

test('a picture of a published brand is kept after its replacement, and an unused picture is removed', async () => {
  const { json: icon }: { json: BrandPicture } = await make('icon', await square(600));
  const { json: left }: { json: BrandPicture } = await make('portrait', await square(900), { focus: { x: 0, y: 0.5 } });
  expect(v.parse(endpoints['POST /api/admin/brand-pictures'].answer, icon)).toMatchObject({ width: 512, height: 512 });
  expect((await publish({ icon })).status).toBe(200);
  expect((await publish({ icon: null })).status).toBe(200);
  expect(await uploads.sweep()).toEqual([]);
  const kept = await publicFiles();
  expect(kept).toContain(`${icon.base.slice(1)}-512.webp`);
  expect(kept.filter((file) => `/${file}`.startsWith(left.base))).toEqual([]);
  // The original was private and is not needed any more.
  expect((await uploads.filesIn('ebooks')).filter((file) => file.startsWith('brand/'))).toEqual([]);
  const refused = await publish({ portrait: left });
  expect([refused.status, refused.json.error.fields]).toEqual([400, { portrait: 'upload_gone' }]);
  expect((await publish({ icon })).status, 'brought back').toBe(200);
});

test('a brand file that is no picture is rejected with a reason and leaves no public file', async () => {
  const before = await publicFiles();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  for (const [name, bytes, problem] of [
    ['logo', svg, 'not_picture'],
    ['icon', await square(64), 'too_small'],
    ['portrait', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'damaged'],
  ] as const) {
    const { status, json } = await make(name, bytes);
    expect([name, status, json.error.fields]).toEqual([name, 400, { picture: problem }]);
  }
  expect(await publicFiles()).toEqual(before);
  // A picture is never accepted in the place of another one.
  const { json: icon } = await make('icon', await square(512));
  expect((await publish({ logo: icon })).status).toBe(400);
});
