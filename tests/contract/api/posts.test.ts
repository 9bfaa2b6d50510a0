import type { AdminPost, PostVersions } from '@site/shared/contracts/admin-posts.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { PostVisibility } from '@site/shared/contracts/post-rules.ts';
import { POST_PAGE_SIZE, type Post, type PostList } from '@site/shared/contracts/posts.ts';
import type { RichText } from '@site/shared/rich-text/contract.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';
import { bookUploadsOf } from './book-uploads.ts';

let site: ApiSite;
let token: string;

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  await site.addBooks({ id: 'rute' });
});
afterAll(async () => await site?.close());

const bodyOf = (...words: string[]): RichText => ({
  type: 'doc',
  content: words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

async function asked(method: string, path: string, body?: unknown) {
  return await site.call(method, `/api/admin/posts${path}`, { token, ...(body === undefined ? {} : { body }) });
}
async function done(method: string, path: string, body?: unknown): Promise<AdminPost> {
  const { status, json, text } = await asked(method, path, body);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/posts/:id'].answer, json);
}
const refused = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await asked(method, path, body);
  return [status, json?.error?.code, json?.error?.fields ?? null];
};

async function write(post: AdminPost, locale: Locale, title: string, ...words: string[]): Promise<AdminPost> {
  const { revision } = post.drafts[locale];
  return await done('PUT', `/${post.id}/drafts/${locale}`, { revision, title, lead: '', body: bodyOf(...words) });
}
const begin = async (title: string, ...words: string[]) => await write(await done('POST', '', { kind: 'text' }), 'pt-BR', title, ...words);
const publication = ({ revision, drafts }: AdminPost, at: string | null = null) => ({
  revision,
  drafts: { 'pt-BR': drafts['pt-BR'].revision, en: drafts.en.revision },
  at,
});
const as = (visibility: PostVisibility, post: AdminPost, at: string | null = null) => ({ ...publication(post, at), visibility });
const publish = (post: AdminPost) => done('POST', `/${post.id}/publication`, publication(post));

async function page(slug: string, query = ''): Promise<Post> {
  const { status, json, text } = await site.call('GET', `/api/posts/${slug}${query}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/posts/:slug'].answer, json);
}
async function list(query = ''): Promise<PostList> {
  const { json } = await site.call('GET', `/api/posts${query}`);
  return v.parse(endpoints['GET /api/posts'].answer, json);
}
const titles = ({ posts }: PostList) => posts.map(({ title }) => title);
const hasPosts = async () => (await site.call('GET', '/api/site')).json.hasPosts;

test('only an empty draft that nobody changed for a day is deleted automatically', async () => {
  const [empty, changed, tagged] = [
    await done('POST', '', { kind: 'text' }),
    await done('POST', '', { kind: 'text' }),
    await done('POST', '', { kind: 'text' }),
  ];
  const written = await begin('Escrito', 'Uma palavra.');
  const all = [empty, changed, tagged, written];
  const old = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const set = (post: AdminPost, change: object) => site.rows('PATCH', `posts?id=eq.${post.id}`, change);
  for (const post of all) await set(post, { created_at: old, edited_at: old });
  await set(changed, { edited_at: new Date().toISOString() });
  await set(tagged, { tags: ['Fé'] });
  await site.rows('POST', 'rpc/sweep', {});
  const left = await Promise.all(all.map(async ({ id }) => (await asked('GET', `/${id}`)).status));
  expect(left).toEqual([404, 200, 200, 200]);
  for (const post of [changed, tagged, written]) await site.rows('DELETE', `posts?id=eq.${post.id}`);
});

test('a post is written, read, corrected, restored and withdrawn', async () => {
  expect(await hasPosts()).toBe(false);
  let post = await begin('Ficar também é um verbo', 'Uma estrada.');
  expect(post).toMatchObject({ state: 'draft', slug: null, isNew: true, title: 'Ficar também é um verbo' });
  expect(titles(await list())).toEqual([]);
  expect(await refused('POST', `/${post.id}/withdrawal`, { revision: post.revision })).toEqual([409, 'changed_meanwhile', null]);

  post = await publish(post);
  expect(post).toMatchObject({ state: 'published', slug: 'ficar-tambem-e-um-verbo', locales: ['pt-BR'], isNew: false });
  expect(await page('ficar-tambem-e-um-verbo')).toMatchObject({ locale: 'pt-BR', summary: 'Uma estrada.', body: bodyOf('Uma estrada.') });
  // If there is no translation, a reader of English gets the original.
  expect(await page('ficar-tambem-e-um-verbo', '?locale=en')).toMatchObject({ locale: 'pt-BR', locales: ['pt-BR'] });
  expect(await hasPosts()).toBe(true);

  post = await write(post, 'pt-BR', 'Ficar também é um verbo', 'Uma estrada de terra.');
  expect(post.drafts['pt-BR'].isNew).toBe(true);
  expect((await page('ficar-tambem-e-um-verbo')).summary).toBe('Uma estrada.');
  post = await publish(await write(post, 'en', 'To stay is a verb', 'A road.'));
  expect((await page('ficar-tambem-e-um-verbo')).summary).toBe('Uma estrada de terra.');
  expect(await page('ficar-tambem-e-um-verbo', '?locale=en')).toMatchObject({
    locale: 'en',
    locales: ['pt-BR', 'en'],
    title: 'To stay is a verb',
  });

  post = await done('POST', `/${post.id}/versions/pt-BR/1/restore`, { revision: post.revision });
  expect((await page('ficar-tambem-e-um-verbo')).summary).toBe('Uma estrada.');
  const { versions }: PostVersions = (await asked('GET', `/${post.id}/versions`)).json;
  expect(versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
    [3, 1],
    [2, null],
    [1, null],
  ]);
  expect((await asked('GET', `/${post.id}/versions/pt-BR/2`)).json.body).toEqual(bodyOf('Uma estrada de terra.'));

  expect(await refused('DELETE', `/${post.id}`, publication(post))).toEqual([409, 'changed_meanwhile', null]);
  post = await done('POST', `/${post.id}/withdrawal`, { revision: post.revision });
  expect(post.state).toBe('withdrawn');
  expect((await site.call('GET', '/api/posts/ficar-tambem-e-um-verbo')).status).toBe(410);
  expect(titles(await list())).toEqual([]);
  expect((await publish(post)).state).toBe('published');
});

test('a previous version is restored only over the draft that the author saw', async () => {
  const seen = await publish(await write(await publish(await begin('Voltar', 'Um')), 'pt-BR', 'Voltar', 'Dois'));
  const restore = `/${seen.id}/versions/pt-BR/1/restore`;
  const saved = await write(seen, 'pt-BR', 'Voltar', 'Três');
  expect(await refused('POST', restore, publication(seen))).toEqual([409, 'changed_meanwhile', null]);
  expect(await done('GET', `/${seen.id}`)).toEqual(saved);
  // The draft of another language is not changed.
  const { drafts } = await write(saved, 'en', 'To return', 'One');
  const restored = await done('POST', restore, publication(saved));
  expect([restored.drafts['pt-BR'].body, restored.drafts.en]).toEqual([bodyOf('Um'), drafts.en]);
});

test('an author deletes a draft only in the version that the author saw, and never a scheduled post', async () => {
  const seen = await begin('Excluir', 'Um');
  const remove = (post: AdminPost) => refused('DELETE', `/${seen.id}`, publication(post));
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await done('POST', `/${seen.id}/publication`, publication(seen, soon));
  for (const shown of [seen, scheduled]) expect(await remove(shown)).toEqual([409, 'changed_meanwhile', null]);
  const back = await done('POST', `/${seen.id}/withdrawal`, { revision: scheduled.revision });
  expect(await remove(seen)).toEqual([409, 'changed_meanwhile', null]);
  const saved = await write(back, 'en', 'To delete', 'One');
  expect(await remove(back)).toEqual([409, 'changed_meanwhile', null]);
  expect(await done('GET', `/${seen.id}`)).toEqual(saved);
  expect((await remove(saved))[0]).toBe(204);
  expect((await asked('GET', `/${seen.id}`)).status).toBe(404);
});

test('a translation that the author emptied can be withdrawn from the site and restored', async () => {
  let post = await publish(await write(await begin('Em duas línguas', 'Uma'), 'en', 'In two languages', 'One'));
  expect([post.isNew, post.locales]).toEqual([false, ['pt-BR', 'en']]);
  post = await write(post, 'en', '', 'One');
  expect(post.isNew).toBe(true);
  post = await publish(post);
  expect([post.isNew, post.locales]).toEqual([false, ['pt-BR']]);
  expect(await page('em-duas-linguas', '?locale=en')).toMatchObject({ locale: 'pt-BR', locales: ['pt-BR'] });
  post = await write(post, 'en', 'In two languages', 'One');
  expect(post.isNew).toBe(true);
  expect((await publish(post)).locales).toEqual(['pt-BR', 'en']);
});

test('a scheduled post that is published early has the time of its publication', async () => {
  const post = await begin('Antes da hora', 'Já');
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString();
  const scheduled = await done('POST', `/${post.id}/publication`, publication(post, later));
  const published = await publish(scheduled);
  const { publishedAt, changedAt } = await page('antes-da-hora');
  for (const at of [published.firstPublishedAt, publishedAt, changedAt]) expect(Date.parse(String(at))).toBeLessThanOrEqual(Date.now());
});

describe('a draft of a post', () => {
  test('an author who did not see the latest draft of a post cannot overwrite it', async () => {
    const post = await begin('Dois escrevem', 'Um');
    const { revision } = post.drafts['pt-BR'];
    const words = { title: 'Dois escrevem', lead: '', body: bodyOf('Dois') };
    const saved = await done('PUT', `/${post.id}/drafts/pt-BR`, { revision, ...words });
    expect(await done('PUT', `/${post.id}/drafts/pt-BR`, { revision, ...words })).toMatchObject({ drafts: saved.drafts });
    const other = { revision, ...words, body: bodyOf('Outro') };
    expect(await refused('PUT', `/${post.id}/drafts/pt-BR`, other)).toEqual([409, 'changed_meanwhile', null]);
    // Only the version that the author saw is published.
    expect(await refused('POST', `/${post.id}/publication`, publication(post))).toEqual([409, 'changed_meanwhile', null]);
    await publish(saved);
  });

  test('a post without a title or without text cannot be published', async () => {
    const post = await done('POST', '', { kind: 'devotional' });
    expect(await refused('POST', `/${post.id}/publication`, publication(post))).toEqual([400, 'invalid_input', { title: 'required' }]);
    const titled = await done('PUT', `/${post.id}/drafts/en`, { revision: 1, title: 'Empty', lead: '', body: post.drafts.en.body });
    expect(await refused('POST', `/${post.id}/publication`, publication(titled))).toEqual([400, 'invalid_input', { body: 'required' }]);
    expect((await asked('DELETE', `/${post.id}`, publication(titled))).status).toBe(204);
    expect((await asked('GET', `/${post.id}`)).status).toBe(404);
  });

  test('a preview link of a post shows the latest saved draft', async () => {
    const post = await begin('Ainda não', 'Rascunho');
    const { preview } = (await asked('POST', `/${post.id}/preview`)).json;
    expect(await page('rascunho', `?preview=${preview}&locale=en`)).toMatchObject({ slug: '', title: 'Ainda não', locale: 'pt-BR' });
    await write(post, 'pt-BR', 'Ainda não', 'Mudou');
    expect((await page('rascunho', `?preview=${preview}`)).summary).toBe('Mudou');
  });

  test.each<[string, unknown]>([
    ['HTML', '<p>Oi</p>'],
    [
      'a javascript: link',
      {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }] },
        ],
      },
    ],
    ['more than the size limit', bodyOf(...Array.from({ length: 30 }, () => 'a'.repeat(7_000)))],
  ])('a draft never contains %s', async (_, body) => {
    const post = await begin('Hostil', 'x');
    const [status, code] = await refused('PUT', `/${post.id}/drafts/pt-BR`, { revision: 2, title: 'Hostil', lead: '', body });
    expect([status, code]).toEqual([400, 'invalid_input']);
  });
});

test('a book in a post is shown as a card while it is on sale', async () => {
  const post = await begin('Com livro', 'Leia');
  const body: RichText = {
    type: 'doc',
    content: [
      { type: 'ebook', attrs: { id: 'rute' } },
      { type: 'ebook', attrs: { id: 'nenhum' } },
    ],
  };
  await publish(await done('PUT', `/${post.id}/drafts/pt-BR`, { revision: 2, title: 'Com livro', lead: 'Sobre Rute', body }));
  expect((await page('com-livro')).ebooks.map(({ id }) => id)).toEqual(['rute']);
  const { text } = await site.call('GET', '/textos.xml');
  expect(text).toContain('/shop/ebook/rute');
  expect(text).not.toContain('nenhum');
});

test('an old address of a post leads to the post, and no other post can get this address', async () => {
  const first = await publish(await begin('Um título', 'Um'));
  const second = await publish(await begin('Um título', 'Dois'));
  expect(second.slug).toMatch(/^um-titulo-[0-9a-f]{4}$/);
  const settings = { kind: 'text', tags: ['Rute', 'Rute'] };
  expect(await refused('PUT', `/${second.id}`, { ...settings, revision: second.revision, slug: 'um-titulo' })).toEqual([
    400,
    'invalid_input',
    { slug: 'slug_taken' },
  ]);
  expect((await refused('PUT', `/${second.id}`, { ...settings, revision: second.revision, slug: 'rss' }))[2]).toEqual({
    slug: 'slug_reserved',
  });
  const moved = await done('PUT', `/${first.id}`, { ...settings, revision: first.revision, slug: 'outro-endereco' });
  expect(moved).toMatchObject({ slug: 'outro-endereco', tags: ['Rute'] });
  expect((await page('um-titulo')).slug).toBe('outro-endereco');
  expect((await list('?tag=Rute')).posts.map(({ slug }) => slug)).toEqual(['outro-endereco']);
  const { text: map } = await site.call('GET', '/sitemap.xml');
  expect(map).toContain('/textos/outro-endereco</loc>');
  expect(map).not.toContain('/textos/um-titulo<');
  // The post has no English version.
  expect(map).not.toContain('/textos/outro-endereco?lang=en');
});

test('a scheduled post is published automatically, keeps its title until then, and can be unscheduled', async () => {
  const post = await begin('Amanhã cedo', 'Bom dia');
  const past = publication(post, '2026-01-01T00:00:00Z');
  expect(await refused('POST', `/${post.id}/publication`, past)).toEqual([400, 'invalid_input', { at: 'in_past' }]);
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const scheduled = await done('POST', `/${post.id}/publication`, publication(post, soon));
  expect(scheduled).toMatchObject({ state: 'scheduled', publishAt: soon });
  const untitled = { revision: 2, title: '', lead: '', body: bodyOf('Bom dia') };
  expect((await refused('PUT', `/${post.id}/drafts/pt-BR`, untitled))[2]).toEqual({ title: 'required' });
  const empty = { revision: 2, title: 'Amanhã cedo', lead: '', body: { type: 'doc', content: [{ type: 'paragraph' }] } };
  expect((await refused('PUT', `/${post.id}/drafts/pt-BR`, empty))[2]).toEqual({ body: 'required' });
  expect((await done('GET', `/${post.id}`)).drafts['pt-BR'].body).toEqual(bodyOf('Bom dia'));
  expect(await done('POST', `/${post.id}/withdrawal`, { revision: scheduled.revision })).toMatchObject({ state: 'draft', publishAt: null });

  const again = await done('POST', `/${post.id}/publication`, publication(await done('GET', `/${post.id}`), soon));
  const late = new Date(Date.now() - 60_000).toISOString();
  await site.rows('PATCH', `posts?id=eq.${again.id}`, { publish_at: late });
  await site.rows('POST', 'rpc/publish_due_posts', {});
  expect(await done('GET', `/${post.id}`)).toMatchObject({ state: 'published', slug: 'amanha-cedo', firstPublishedAt: late });
  const { publishedAt, changedAt } = await page('amanha-cedo');
  expect([publishedAt, changedAt], 'not changed since').toEqual([late, late]);
});

test('a scheduled post that cannot be published delays no other, and waits for the owner', async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = async (title: string) => {
    const post = await begin(title, 'x');
    return await done('POST', `/${post.id}/publication`, publication(post, soon));
  };
  const [broken, well] = [await schedule('Sem título'), await schedule('Logo depois')];
  // The draft is broken directly in the database, because no API call allows this error.
  await site.rows('PATCH', `post_drafts?post_id=eq.${broken.id}`, { title: '' });
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await site.rows('PATCH', `posts?id=eq.${broken.id}`, { publish_at: minutesAgo(10) });
  await site.rows('PATCH', `posts?id=eq.${well.id}`, { publish_at: minutesAgo(1) });
  await site.rows('POST', 'rpc/publish_due_posts', {});
  expect([(await done('GET', `/${broken.id}`)).state, (await done('GET', `/${well.id}`)).state]).toEqual(['scheduled', 'published']);
  const task = async () => {
    const { json } = await site.call('GET', '/api/admin/tasks', { token });
    return json.tasks.find(({ subject }: { subject: string }) => subject === broken.id);
  };
  expect(await task()).toMatchObject({ kind: 'post_unpublished', snoozedUntil: null });
  const body = { kind: 'post_unpublished', subject: broken.id, until: 'tomorrow' };
  expect((await site.call('PUT', '/api/admin/task-snoozes', { token, body })).status).toBe(200);
  expect((await task()).snoozedUntil).not.toBeNull();
  const { revision } = await done('GET', `/${broken.id}`);
  await done('POST', `/${broken.id}/withdrawal`, { revision });
  expect(await task()).toBeUndefined();
});

test('a post sent only by newsletter is read at its address, and listed only after it is put on the site', async () => {
  const publishAs = async (visibility: PostVisibility, post: AdminPost) => done('POST', `/${post.id}/publication`, as(visibility, post));
  const seen = async () =>
    Promise.all(
      ['/api/posts', '/textos.xml', '/sitemap.xml', '/api/pages/home'].map(async (path) =>
        (await site.call('GET', path)).text.includes('so-por-carta'),
      ),
    );
  let post = await publishAs('campaign', await begin('Só por carta', 'Para quem recebe.'));
  expect(post).toMatchObject({ state: 'published', visibility: 'campaign' });
  expect((await page('so-por-carta')).visibility).toBe('campaign');
  expect(await seen()).toEqual([false, false, false, false]);
  // A correction does not put the post on the list either.
  post = await publish(await write(post, 'pt-BR', 'Só por carta', 'Para quem recebe cartas.'));
  expect(post.visibility).toBe('campaign');

  post = await publishAs('site', post);
  expect(await seen()).toEqual([true, true, true, true]);
  expect(await refused('POST', `/${post.id}/publication`, as('campaign', post))).toEqual([
    400,
    'invalid_input',
    { visibility: 'was_listed' },
  ]);

  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const later = await begin('Depois, por carta', 'x');
  expect(await done('POST', `/${later.id}/publication`, as('campaign', later, soon))).toMatchObject({
    state: 'scheduled',
    visibility: 'campaign',
  });
});

test('the list of posts is paged, newest first', async () => {
  for (let number = 1; number <= POST_PAGE_SIZE; number += 1) await publish(await begin(`Número ${number}`, 'x'));
  const first = await list();
  expect(first.posts).toHaveLength(POST_PAGE_SIZE);
  expect(titles(first)[0]).toBe(`Número ${POST_PAGE_SIZE}`);
  const second = await list(`?after=${first.nextCursor}`);
  expect(titles(second)).not.toContain('Número 1');
  expect(second.posts.length).toBeGreaterThan(3);
  expect(second.nextCursor).toBeNull();
  const { json } = await site.call('GET', '/api/admin/search?q=numero', { token });
  expect(json.posts).toHaveLength(5);
});

describe('a picture in a post', () => {
  const drawn = (width: number) =>
    sharp({ create: { width, height: 40, channels: 3, background: '#1f4f8b' } })
      .jpeg()
      .withExif({ IFD0: { Artist: 'Ninguém' } })
      .toBuffer();
  async function send(bytes: Uint8Array) {
    const { json } = await site.call('POST', '/api/admin/post-uploads', { token, body: { size: bytes.length } });
    await bookUploadsOf(site, token).send(json.url, bytes);
    return await site.call('POST', '/api/admin/post-pictures', { token, body: { upload: json.id } });
  }
  const showing = (attrs: object, ...words: string[]) => ({
    type: 'doc',
    content: [...bodyOf(...words).content, { type: 'picture', attrs: { ...attrs, alt: 'Espigas', caption: 'Belém' } }],
  });
  const files = async (base: string) =>
    (await bookUploadsOf(site, token).filesIn('store-assets', 'pictures/')).filter((name) => `/${name}`.startsWith(base));
  const draft = (post: AdminPost, body: unknown) => ({ revision: post.drafts['pt-BR'].revision, title: 'Com imagem', lead: '', body });

  test("a post's picture is stored uncropped in each width and format, without camera metadata", async () => {
    const { status, json: picture } = await send(await drawn(1_200));
    expect([status, picture]).toEqual([200, { base: expect.any(String), width: 1_200, height: 40, color: expect.stringMatching(/^#/) }]);
    const stored = await files(picture.base);
    expect(stored).toHaveLength(7);
    for (const name of stored) {
      const answer = await fetch(`${site.addresses.data}/storage/v1/object/public/store-assets/${name}`);
      const { width, exif } = await sharp(await answer.arrayBuffer()).metadata();
      expect([width, exif]).toEqual([Math.min(1_200, Number(/-(\d+)[.]/.exec(name)?.[1])), undefined]);
    }
    const post = await done('POST', '', { kind: 'text' });
    await publish(await done('PUT', `/${post.id}/drafts/pt-BR`, draft(post, showing(picture, 'Um'))));
    expect((await page('com-imagem')).body).toMatchObject({ content: [{}, { type: 'picture', attrs: { base: picture.base } }] });
    expect((await site.call('GET', '/textos.xml')).text).toContain(`${picture.base}-1080.jpg`);
  });

  test("a post's picture that is taller than the limit is scaled down", async () => {
    const tall = await sharp({ create: { width: 100, height: 17_000, channels: 3, background: '#1f4f8b' } })
      .png()
      .toBuffer();
    const { status, json: picture } = await send(tall);
    expect([status, picture.width, picture.height]).toEqual([200, 94, 16_000]);
    expect(await files(picture.base)).toHaveLength(7);
  });

  test.each([
    ['not_picture', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['damaged', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])],
  ])('a picture file is rejected: %s', async (problem, bytes) => {
    const { status, json } = await send(bytes);
    expect([status, json.error.fields]).toEqual([400, { picture: problem }]);
  });

  test("a post's picture is removed only when no version of the post names it any more", async () => {
    const { sweep } = bookUploadsOf(site, token);
    const { json: picture } = await send(await drawn(100));
    const post = await done('POST', '', { kind: 'text' });
    const named = await done('PUT', `/${post.id}/drafts/pt-BR`, draft(post, showing(picture, 'Um')));
    await sweep();
    expect(await files(picture.base)).toHaveLength(7);
    // The published version names the picture, although the draft no longer does.
    const published = await publish(named);
    const without = await done('PUT', `/${post.id}/drafts/pt-BR`, draft(published, bodyOf('Sem')));
    await sweep();
    expect(await files(picture.base)).toHaveLength(7);

    const { json: other } = await send(await drawn(100));
    const twice = await done('PUT', `/${post.id}/drafts/pt-BR`, draft(without, showing(other)));
    await done('PUT', `/${post.id}/drafts/pt-BR`, draft(twice, bodyOf('Sem')));
    await sweep();
    expect(await files(other.base)).toEqual([]);
    const last = await done('GET', `/${post.id}`);
    expect((await refused('PUT', `/${post.id}/drafts/pt-BR`, draft(last, showing(other))))[2]).toEqual({ body: 'picture_gone' });
  });
});

test("an episode's page lists the posts that embed the episode, in the reader's language", async () => {
  const id = 'a-00000000a001';
  const facts = { id, origin: 'own', slug: 'sobre-rute', title: 'Sobre Rute', description: '', duration_seconds: 60 };
  await site.rows('POST', 'episodes', { ...facts, published_at: '2026-01-01T00:00:00Z' });
  await site.rows('POST', 'episode_slugs', { slug: 'sobre-rute', episode_id: id });
  const showing = async (title: string, visibility: PostVisibility = 'site', episode = id) => {
    const post = await done('POST', '', { kind: 'text' });
    const body = { type: 'doc', content: [{ type: 'episode', attrs: { id: episode } }] };
    const { revision } = post.drafts['pt-BR'];
    const written = await done('PUT', `/${post.id}/drafts/pt-BR`, { revision, title, lead: '', body });
    return await done('POST', `/${post.id}/publication`, as(visibility, written));
  };
  const shown = await showing('Mostra o episódio');
  await showing('Só por e-mail', 'campaign');
  await showing('Mostra outro', 'site', 'a-00000000a002');
  const titlesAt = async (locale: Locale) => {
    const { status, json, text } = await site.call('GET', `/api/episodes/sobre-rute?locale=${locale}`);
    expect(status, text).toBe(200);
    const { posts } = v.parse(endpoints['GET /api/episodes/:slug'].answer, json);
    return posts.map(({ title }) => title);
  };
  expect([await titlesAt('pt-BR'), await titlesAt('en')]).toEqual([['Mostra o episódio'], ['Mostra o episódio']]);

  const changed = await publish(await write(shown, 'en', 'Without the episode', 'Words.'));
  await site.until(
    () => titlesAt('en'),
    (found) => found.length === 0,
  );
  await done('POST', `/${shown.id}/withdrawal`, { revision: changed.revision });
  await site.until(
    () => titlesAt('pt-BR'),
    (found) => found.length === 0,
  );
});
