import { endpoints } from '@site/shared/contracts/endpoints.ts';
import type { VisitEvent } from '@site/shared/contracts/visits.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const BROWSER =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile Safari/604.1';
const COUNTED = ['visit_counts?day=gt.2000-01-01', 'visit_names?id=gt.0', 'sales_by_source?day=gt.2000-01-01', 'rate_limits?hits=gt.0'];

let site: ApiSite;
let admin: string;
let period: { from: string; to: string };

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks(
    { id: 'raizes', title: 'Raízes' },
    { id: 'aberto' },
    { id: 'lido' },
    { id: 'comprado' },
    { id: 'rascunho', state: 'draft' },
  );
  admin = await site.signIn('admin');
  const today = new Date().toISOString();
  const day = (ms: number) => new Date(Date.parse(today) + ms).toISOString().slice(0, 10);
  period = { from: day(-86_400_000), to: day(86_400_000) };
});
afterAll(async () => await site?.close());
beforeEach(async () => {
  for (const rows of COUNTED) await site.rows('DELETE', rows);
});

async function tell(change: Partial<VisitEvent> = {}, headers: Record<string, string> = {}): Promise<void> {
  const body = { event: 'view', paths: ['/shop/ebook/raizes'], isVisit: true, source: 'l.instagram.com', campaign: '', ...change };
  const {
    status,
    text,
    headers: answered,
  } = await site.call('POST', '/api/visits', { body, headers: { 'user-agent': BROWSER, ...headers } });
  expect([status, text, answered.get('set-cookie')]).toEqual([204, '', null]);
}

async function visits() {
  const { json, text } = await site.call('GET', `/api/admin/visits?${new URLSearchParams(period)}`, { token: admin });
  expect(json, text).toEqual(v.parse(v.strictObject(endpoints['GET /api/admin/visits'].answer.entries), json));
  return v.parse(endpoints['GET /api/admin/visits'].answer, json);
}

test('visits are counted by day, page, source and campaign, and so are the actions with a book', async () => {
  await tell();
  await tell({ campaign: 'Natal!' });
  await tell({ isVisit: false, paths: ['/shop'] });
  await tell({ isVisit: true, source: '', paths: ['/user-dashboard/orders/7d444840'] });
  for (const event of ['cart', 'checkout'] as const) await tell({ event });
  const { series, sources, campaigns, pages, ebooks } = await visits();
  expect(series).toHaveLength(3);
  expect(series.reduce((sum, point) => [Number(sum[0]) + point.visits, Number(sum[1]) + point.views], [0, 0])).toEqual([3, 4]);
  expect(sources).toEqual([
    { name: 'Instagram', visits: 2, views: 3, carts: 1, checkouts: 1, orders: 0, revenue: [] },
    { name: '', visits: 1, views: 1, carts: 0, checkouts: 0, orders: 0, revenue: [] },
  ]);
  expect(campaigns).toMatchObject([{ name: 'natal', source: 'Instagram', visits: 1 }]);
  expect(pages).toEqual([
    { path: '/shop/ebook/raizes', views: 2, visits: 2 },
    { path: '/shop', views: 1, visits: 0 },
    { path: '/user-dashboard/orders/:id', views: 1, visits: 1 },
  ]);
  expect(ebooks).toEqual([{ ebookId: 'raizes', title: 'Raízes', views: 2, carts: 1, checkouts: 1, copies: 0 }]);
  const query = new URLSearchParams({ ...period, path: '/shop/ebook/raizes' });
  expect((await site.call('GET', `/api/admin/visits/page?${query}`, { token: admin })).json).toEqual({
    ...{ views: 2, plays: 0, listens: 0, downloads: 0 },
    sources: [{ name: 'Instagram', views: 2, visits: 2 }],
  });
  const file = await site.call('GET', `/api/admin/visits.csv?${new URLSearchParams({ ...period, table: 'sources' })}`, { token: admin });
  expect(file.text.split('\r\n')[1]).toBe('Instagram;2;3;1;1;0;"0,00";"0,00";"0,00"');
});

test.each<[string, Partial<VisitEvent>, Record<string, string>?]>([
  ['a visitor with Global Privacy Control', {}, { 'sec-gpc': '1' }],
  ['a visitor with Do Not Track', {}, { dnt: '1' }],
  ['a robot', {}, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a headless browser', {}, { 'user-agent': `${BROWSER} HeadlessChrome/150.0` }],
  ['a page that does not exist', { paths: ['/wp-login.php'] }],
  ['a book that does not exist', { paths: ['/shop/ebook/inventado'] }],
  ['a book that is not on sale', { paths: ['/shop/ebook/rascunho'] }],
  ['the owner’s own pages', { paths: ['/dashboard', '/dashboard/orders/1'] }],
  ['the audio of an episode that does not exist', { event: 'download', paths: ['/audio/a-000000000000.0123456789ab.mp3'] }],
  ['a page of the site as a download', { event: 'download', paths: ['/shop/ebook/raizes', '/shop', '/audio/a\u0000.mp3'] }],
  ['an audio file as a page', { paths: ['/audio/Jx0_uB7kPfR.0123456789ab.mp3'] }],
  ['characters that are invalid in a URL', { paths: ['/shop/ebook/a\u0000', '/podcast/\ud83d'] }],
])('visits are not counted: %s', async (_about, change, headers) => {
  await tell(change, headers);
  expect((await visits()).pages).toEqual([]);
  expect(await site.rows('GET', 'visit_counts?select=day')).toEqual([]);
});

test('returning from the payment page counts as no new visit', async () => {
  await tell({ paths: ['/success'], source: 'checkout.stripe.com' });
  expect((await visits()).pages).toEqual([{ path: '/success', views: 1, visits: 0 }]);
});

test('visit counts follow an episode and a post to a new address, and include pages with the old one', async () => {
  await site.channelIsRead();
  const { episodes } = (await site.call('GET', '/api/admin/episodes', { token: admin })).json;
  const path = `/api/admin/episodes/${episodes[0].id}`;
  const { slug, revision } = (await site.call('GET', path, { token: admin })).json;
  const said = { isHidden: false, categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] };
  const move = async (ownSlug: string, seen: number) => {
    const { status, text, json } = await site.call('PUT', path, { token: admin, body: { ...said, ownSlug, revision: seen } });
    expect(status, text).toBe(200);
    return json.revision as number;
  };
  await tell({ paths: [`/podcast/${slug}`] });
  await tell({ event: 'play', paths: [`/podcast/${slug}`] });
  const moved = await move('outro-endereco', revision);
  for (const paths of [['/podcast/outro-endereco'], [`/podcast/${slug}`], ['/podcast/de-ninguem']]) await tell({ event: 'play', paths });
  const counted = await visits();
  expect(counted.episodes).toMatchObject([{ slug: 'outro-endereco', views: 1, plays: 3 }]);
  expect(counted.pages).toMatchObject([{ path: '/podcast/outro-endereco', views: 1 }]);
  await move(slug, moved);
  expect((await visits()).episodes).toMatchObject([{ slug, views: 1, plays: 3 }]);

  const id = crypto.randomUUID();
  const dates = { first_published_at: '2026-01-01T00:00:00Z', changed_at: '2026-01-01T00:00:00Z' };
  await site.rows('POST', 'posts', { id, kind: 'text', state: 'published', slug: 'antes', locales: ['pt-BR'], ...dates });
  await site.rows('POST', 'post_slugs', [
    { slug: 'antes', post_id: id },
    { slug: 'depois', post_id: id },
  ]);
  await tell({ paths: ['/textos/antes'] });
  await site.rows('PATCH', `posts?id=eq.${id}`, { slug: 'depois' });
  await tell({ paths: ['/textos/antes'] });
  expect((await visits()).pages).toContainEqual({ path: '/textos/depois', views: 2, visits: 2 });
});

test('plays of video, plays of audio and downloads by apps are counted apart for each episode, and agree in all places', async () => {
  await site.channelIsRead();
  const { episodes } = (await site.call('GET', '/api/admin/episodes', { token: admin })).json;
  const [first, second, third] = episodes as { id: string; slug: string; title: string }[];
  if (!first || !second || !third) throw new Error('too few episodes');
  const paths = [`/podcast/${first.slug}`];
  await tell({ paths });
  for (const event of ['play', 'listen', 'listen'] as const) await tell({ event, paths });
  const app = { 'user-agent': 'AntennaPod/3.4.0' };
  const download = async ({ id }: { id: string }, headers = app) =>
    await tell({ event: 'download', paths: [`/audio/${id}.0123456789ab.mp3`], isVisit: false, source: '' }, headers);
  for (const episode of [second, second, second, second, second, first]) await download(episode);
  await download(first, { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  await site.rows('PATCH', `episodes?id=eq.${third.id}`, { is_hidden: true });
  await download(third);
  await site.rows('PATCH', `episodes?id=eq.${third.id}`, { is_hidden: false });

  const counted = await visits();
  expect(counted.episodes).toEqual([
    { slug: second.slug, title: second.title, views: 0, plays: 0, listens: 0, downloads: 5 },
    { slug: first.slug, title: first.title, views: 1, plays: 1, listens: 2, downloads: 1 },
  ]);
  expect(counted.allEpisodes).toEqual({ views: 1, plays: 1, listens: 2, downloads: 6 });
  expect(
    counted.sources.map(({ name }) => name),
    'a download has no source',
  ).toEqual(['Instagram']);
  const page = await site.call('GET', `/api/admin/visits/page?${new URLSearchParams({ ...period, path: paths[0] ?? '' })}`, {
    token: admin,
  });
  expect(page.json).toEqual({ views: 1, plays: 1, listens: 2, downloads: 1, sources: [{ name: 'Instagram', views: 1, visits: 1 }] });
  const file = await site.call('GET', `/api/admin/visits.csv?${new URLSearchParams({ ...period, table: 'episodes' })}`, { token: admin });
  expect(file.text.replace('\ufeff', '').split('\r\n').slice(0, 2)).toEqual([
    'Episódio;Reproduções de áudio;Reproduções de vídeo;Downloads por aplicativos;Páginas vistas',
    `${second.title};0;0;5;0`,
  ]);
});

test('visits from many invented sources are counted together above a daily limit of names', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const madeUp = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ kind, name: `${kind}-${index}`, since: today }));
  await tell();
  const [{ since } = { since: today }] = await site.rows<{ since: string }>('GET', 'visit_names?select=since&limit=1');
  await site.rows(
    'POST',
    'visit_names',
    [...madeUp('source', 200), ...madeUp('campaign', 50)].map((name) => ({ ...name, since })),
  );
  await tell({ source: 'novo.test', campaign: 'nova' });
  await tell({ source: 'source-7', campaign: 'campaign-7' });
  await tell({ source: '\ud83d\u0000', campaign: '\u202e' });
  expect((await visits()).sources.map(({ name, visits: count }) => [name, count])).toEqual([
    ['', 1],
    ['Instagram', 1],
    ['other', 1],
    ['source-7', 1],
  ]);
  expect((await visits()).campaigns.map(({ name }) => name)).toEqual(['campaign-7', 'other']);
});

test('visits of one network are limited, without an error', async () => {
  const count = async () => (await visits()).pages[0]?.views;
  await tell({}, { 'x-forwarded-for': '203.0.113.70' });
  await site.useUpLimits();
  await tell({}, { 'x-forwarded-for': '203.0.113.70' });
  expect(await count()).toBe(1);
  await tell({}, { 'x-forwarded-for': '203.0.113.71' });
  expect(await count()).toBe(2);
});

test('a sale counts once for its source, which its order then erases, and its fee is stored', async () => {
  const buyer = await site.signIn('newcomer');
  const cameFrom = { source: 'ig', campaign: 'natal' };
  const { json } = await site.checkout(buyer, site.cart(['raizes'], { cameFrom }));
  const origins = () => site.rows('GET', `orders?session_id=eq.${json.sessionId}&select=came_from,fee_minor`);
  expect(await origins()).toEqual([{ came_from: { source: 'Instagram', campaign: 'natal' }, fee_minor: null }]);
  await site.payByCard(json.sessionId);
  await Promise.all(Array.from({ length: 20 }, () => site.confirm(buyer, json.sessionId)));
  // Stripe keeps 3.99 % and 39 cents of R$ 29,90.
  expect(await origins()).toEqual([{ came_from: null, fee_minor: 158 }]);
  const sold = { name: 'Instagram', orders: 1, revenue: [{ minor: 2_990, currency: 'BRL' }] };
  expect((await visits()).sources).toMatchObject([sold]);
  expect((await visits()).campaigns).toMatchObject([{ ...sold, name: 'natal', source: 'Instagram' }]);
  const stats = await site.call('GET', '/api/stats?dayStart=0&weekStart=0&monthStart=0', { token: admin });
  expect(stats.json.fees.today).toEqual([{ minor: 158, currency: 'BRL' }]);
});

test('the source of an order is erased when its payment page was abandoned', async () => {
  const buyer = await site.signIn('customer');
  const { json } = await site.checkout(buyer, site.cart(['raizes'], { cameFrom: { source: 'ig', campaign: '' } }));
  await site.atProvider(`sessions/${json.sessionId}/expire`);
  const orders = await site.until(
    () => site.rows<{ came_from: unknown; state: string }>('GET', `orders?session_id=eq.${json.sessionId}&select=came_from,state`),
    ([order]) => order?.state === 'expired',
  );
  expect(orders).toEqual([{ came_from: null, state: 'expired' }]);
  expect(await site.rows('GET', 'sales_by_source?select=day')).toEqual([]);
});

test('sources by page are erased after 90 days, and the sums with their names after 25 months', async () => {
  await tell();
  const [counted] = await site.rows<{ page: number; source: number }>('GET', 'visit_counts?page=gt.0&source=gt.0&select=*');
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const { page, source } = counted ?? { page: 0, source: 0 };
  const rowsOf = (day: string) =>
    [
      { page, source: 0 },
      { page: 0, source },
      { page, source },
    ].map((of) => ({ ...counted, ...of, campaign: of.source, day }));
  await site.rows('POST', 'visit_counts', [...rowsOf(daysAgo(89)), ...rowsOf(daysAgo(95)), ...rowsOf(daysAgo(800))]);
  await site.rows('POST', 'visit_names', [{ kind: 'source', name: 'antigo.test', since: daysAgo(800) }]);
  for (let times = 0; times < 2; times += 1) await site.rows('POST', 'rpc/sweep_visits', {});
  const left = await site.rows<{ day: string }>('GET', 'visit_counts?select=day');
  expect([daysAgo(89), daysAgo(95), daysAgo(800)].map((day) => left.filter((row) => row.day === day).length)).toEqual([3, 2, 0]);
  expect(await site.rows('GET', 'visit_names?name=eq.antigo.test&select=id')).toEqual([]);
});

test('the visits list books by views and then by copies sold, whatever the length of the list', async () => {
  const buyer = await site.signIn('customer');
  const { json } = await site.checkout(buyer, site.cart(['lido', 'comprado']));
  await site.payByCard(json.sessionId);
  await site.until(
    async () => (await visits()).ebooks,
    (ebooks) => ebooks.filter(({ copies }) => copies > 0).length >= 2,
  );
  for (const id of ['aberto', 'lido']) await tell({ paths: [`/shop/ebook/${id}`] });
  const first = async (size: number) => {
    const { ebooks } = (await site.rows('POST', 'rpc/get_visits', { p_from: period.from, p_to: period.to, p_size: size })) as unknown as {
      ebooks: { ebook_id: string; views: number; copies: number }[];
    };
    return ebooks.map(({ ebook_id: id, views, copies }) => `${id}: ${views}, ${copies}`);
  };
  const most = ['lido: 1, 1', 'aberto: 1, 0', 'comprado: 0, 1'];
  for (const size of [1, 2, 3]) expect(await first(size)).toEqual(most.slice(0, size));
  expect((await first(20)).slice(0, 3)).toEqual(most);
});
