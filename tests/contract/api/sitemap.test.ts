import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;

/** More books than one part of a sitemap holds. */
const MANY = 2_100;

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'a-venda' }, { id: 'rascunho', state: 'draft' }, { id: 'fora', state: 'archived' });
  await site.until(
    () => site.call('GET', '/api/episodes'),
    ({ json }) => json.total > 0,
  );
});
afterAll(async () => await site?.close());

type Url = { loc: string; lastmod: string | null; alternates: Record<string, string> };

type Link = { rel: string; hreflang: string; href: string };
type Entry = { loc: string; lastmod?: string; 'xhtml:link'?: Link[] };
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  isArray: (name) => ['url', 'xhtml:link'].includes(name),
});

/** Returns the addresses of a sitemap. Throws for invalid XML. */
function urlsOf(xml: string): Url[] {
  expect(XMLValidator.validate(xml)).toBe(true);
  return (parser.parse(xml).urlset.url as Entry[]).map(({ loc, lastmod = null, 'xhtml:link': links = [] }) => ({
    loc,
    lastmod,
    alternates: Object.fromEntries(links.map(({ hreflang, href }) => [hreflang, href])),
  }));
}

const sitemap = async (search = '') => {
  const { status, text, headers } = await site.call('GET', `/sitemap.xml${search}`);
  expect(status, text).toBe(200);
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
  return text;
};

test('the sitemap names every public page, each book on sale and each episode, in both languages', async () => {
  const urls = urlsOf(await sitemap());
  const { episodes } = (await site.call('GET', '/api/episodes')).json as { episodes: { slug: string }[] };
  const paths = ['/', '/about', '/podcast', '/shop', '/contact', '/newsletter', '/terms', '/privacy', '/shop/ebook/a-venda'];
  const expected = [...paths, ...episodes.map(({ slug }) => `/podcast/${slug}`)].flatMap((path) => [path, `${path}?lang=en`]);
  const { site: origin } = site.addresses;
  expect(urls.map(({ loc }) => loc.replace(origin, '')).toSorted()).toEqual(expected.toSorted());
  const book = {
    'pt-BR': `${origin}/shop/ebook/a-venda`,
    en: `${origin}/shop/ebook/a-venda?lang=en`,
    'x-default': `${origin}/shop/ebook/a-venda`,
  };
  expect(urls.filter(({ loc }) => loc.includes('a-venda')).map(({ alternates }) => alternates)).toEqual([book, book]);
  expect(urls.find(({ loc }) => loc.endsWith('/terms'))?.lastmod).toBe('2026-11-28');
});

test('the sitemap has the last text change of each page', async () => {
  const changedAt = async () =>
    (await site.rows<{ changed_at: string }>('GET', 'ebooks_metadata?id=eq.a-venda&select=changed_at'))[0]?.changed_at;
  const before = await changedAt();
  await site.rows('PATCH', 'ebooks_metadata?id=eq.a-venda', { language: 'en' });
  expect(await changedAt()).toBe(before);
  await site.rows('PATCH', 'ebooks_metadata?id=eq.a-venda', { description: 'Outra.' });
  expect(Date.parse((await changedAt()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
});

test('a large sitemap is split into parts that contain each page once', async () => {
  const books = Array.from({ length: MANY }, (_, n) => ({
    id: `livro-${n}`,
    title: `Livro ${n}`,
    filename: `livro-${n}.pdf`,
    is_priced: true,
  }));
  await site.rows('POST', 'ebooks_metadata?select=id', books);
  const index = await site.until(
    () => sitemap(),
    (text) => text.includes('<sitemapindex'),
    20_000,
  );
  const parts = [...index.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address.replace(site.addresses.site, ''));
  expect(parts).toEqual(['/sitemap.xml?part=1', '/sitemap.xml?part=2']);
  const urls = (await Promise.all(parts.map(async (part) => urlsOf(await sitemap(part.slice('/sitemap.xml'.length)))))).flat();
  expect(new Set(urls.map(({ loc }) => loc)).size).toBe(urls.length);
  const shown = urls.filter(({ loc }) => /\/livro-\d+$/.test(loc));
  expect(shown).toHaveLength(MANY);
});

test.each(['?part=3', '?part=0', '?part=01', '?part=x', '?part=99999', '?part=1%00'])(
  'the sitemap part %s is not found',
  async (search) => {
    const { status, json } = await site.call('GET', `/sitemap.xml${search}`);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  },
);

test('the sitemap leaves the podcast out while its page shows examples', async () => {
  const token = await site.signIn('admin');
  const { version, body } = (await site.call('GET', '/api/admin/content/channel', { token })).json;
  const withoutChannel = { expectedVersion: version, body: { ...body, id: null } };
  expect((await site.call('PUT', '/api/admin/content/channel', { token, body: withoutChannel })).status).toBe(200);
  await site.rows('DELETE', 'episodes?id=neq.');
  await site.until(
    () => site.call('GET', '/api/episodes'),
    ({ json }) => json.isSample,
  );
  const standing = async () => {
    const shown = urlsOf(await sitemap('?part=1')).map(({ loc }) => new URL(loc).pathname);
    return [...new Set(shown)].filter((path) => !path.startsWith('/shop/ebook/'));
  };
  expect(await site.until(standing, (shown) => !shown.includes('/podcast'))).toEqual([
    '/',
    '/about',
    '/shop',
    '/contact',
    '/newsletter',
    '/terms',
    '/privacy',
  ]);
});
