import { parseFeed as parseWithFeedsmith } from 'feedsmith';
import { parseFeed as parseWithPartytime } from 'podcast-partytime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const AUDIO = 450;

let site: ApiSite;
let token = '';
beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
});
afterAll(async () => await site?.close());

const idOf = (index: number) => `a-${index.toString(16).padStart(12, '0')}`;
/** The first episode has every field that the feed can contain. The other episodes have only the required fields. */
const episodes = Array.from({ length: AUDIO }, (_, index) => ({
  id: idOf(index),
  origin: 'own',
  slug: `audio-${index}`,
  title: index === 0 ? 'Fé & “coragem” <1>' : `Áudio ${index}`,
  description: index === 0 ? 'Sobre ficar.\n\n00:00 Começo\n01:00 Meio\n02:00 Fim' : '',
  published_at: new Date(Date.UTC(2026, 0, 1) - index * 86_400_000).toISOString(),
  duration_seconds: 200 + index,
  guid: index === 0 ? 'https://antigo.test/?p=1&x' : null,
  season: index === 0 ? 2 : null,
  number: index === 0 ? 7 : null,
  kind: index === 0 ? 'bonus' : 'full',
}));
const audio = episodes.map(({ id, duration_seconds }, index) => ({
  episode_id: id,
  version: '0123456789ab',
  url: index === 1 ? 'https://cdn.test/1.m4a?a=1&b=2' : null,
  type: index === 1 ? 'audio/mp4' : 'audio/mpeg',
  bytes: 1_000 + index,
  seconds: duration_seconds,
}));
const enclosureOf = (index: number) => ({
  url: audio[index]?.url ?? `${site.addresses.site}/audio/${idOf(index)}.0123456789ab.mp3`,
  type: audio[index]?.type,
  length: audio[index]?.bytes,
});

async function publish(body: object) {
  const { version, body: before } = (await site.call('GET', '/api/admin/content/podcast', { token })).json;
  return await site.call('PUT', '/api/admin/content/podcast', { token, body: { expectedVersion: version, body: { ...before, ...body } } });
}
const read = async (query = '') => (await site.call('GET', `/podcast.xml${query}`)).text;
/** The links of a feed page to other pages of the feed. */
type Feed = { items: { guid?: { value: string } }[]; atom: { links: { rel: string; href: string }[] } };
/** Feed readers that parse titles as HTML need a word joiner; see `plainXml`. */
const seen = (text: string | undefined) => text?.replaceAll('\u2060', '');

test('while no episode has audio, the feed has all episodes of the channel, and the owner sees that none has audio', async () => {
  expect(await site.until(read, (feed) => feed.includes('<item>'))).not.toContain('<enclosure');
  expect((await site.call('GET', '/api/admin/podcast', { token })).json).toEqual({ audioEpisodes: 0 });
});

test('once an episode has audio, the feed leaves out episodes without audio, and two feed parsers read it correctly', async () => {
  await site.rows('POST', 'episodes', episodes);
  await site.rows(
    'POST',
    'episode_slugs',
    episodes.map(({ slug, id }) => ({ slug, episode_id: id })),
  );
  await site.rows('POST', 'episode_audio', audio);
  const changed = { category: 'Religion & Spirituality/Christianity', ownerEmail: 'dona@casa.test', words: 'explicit', order: 'serial' };
  expect((await publish(changed)).status).toBe(200);
  const text = await site.until(read, (feed) => feed.includes('antigo.test'));
  expect((await site.call('GET', '/api/admin/podcast', { token })).json).toEqual({ audioEpisodes: AUDIO });

  const { feed: smith } = parseWithFeedsmith(text);
  const party = parseWithPartytime(text);
  if (!smith || !('itunes' in smith) || !('items' in smith) || !party) throw new Error('not read');
  const first = episodes.slice(0, 200);
  expect(smith.items?.map(({ guid }) => guid?.value)).toEqual(first.map(({ guid, id }) => guid ?? id));
  expect(party.items.map(({ guid }) => guid)).toEqual(first.map(({ guid, id }) => guid ?? id));
  expect(smith.items?.map(({ title }) => seen(title))).toEqual(first.map(({ title }) => title));
  expect(party.items.map(({ title }) => seen(title))).toEqual(first.map(({ title }) => title));
  expect(smith.items?.map(({ enclosures }) => enclosures?.[0])).toEqual(first.map((_, index) => enclosureOf(index)));
  expect(party.items.map(({ enclosure }) => enclosure)).toEqual(first.map((_, index) => enclosureOf(index)));
  expect(smith.items?.map(({ itunes }) => itunes?.duration)).toEqual(first.map(({ duration_seconds }) => duration_seconds));
  expect(party.items.map(({ duration }) => duration)).toEqual(first.map(({ duration_seconds }) => duration_seconds));
  expect(party.items.map(({ pubDate }) => pubDate?.toISOString())).toEqual(first.map(({ published_at }) => published_at));
  expect(smith.items?.[0]).toMatchObject({ itunes: { season: 2, episode: 7, episodeType: 'bonus', explicit: true } });
  expect(party.items[0]).toMatchObject({ itunesSeason: 2, itunesEpisode: 7, itunesEpisodeType: 'bonus', explicit: true });

  // The pictures of episodes are 16:9, and podcast apps want squares. Without an own picture, an item gets the podcast's square picture.
  expect(party.items.filter(({ itunesImage, image }) => itunesImage || image)).toEqual([]);
  expect(smith).toMatchObject({
    title: 'Raiz & Palavra',
    itunes: {
      author: 'Marina Alvorada',
      owner: { name: 'Marina Alvorada', email: 'dona@casa.test' },
      categories: [{ text: 'Religion & Spirituality', categories: [{ text: 'Christianity' }] }],
      explicit: true,
      type: 'serial',
      image: `${site.addresses.site}/podcast-artwork.png`,
    },
    podcast: { locked: { value: true, owner: 'dona@casa.test' } },
  });
  expect(party).toMatchObject({
    title: 'Raiz & Palavra',
    author: 'Marina Alvorada',
    owner: { name: 'Marina Alvorada', email: 'dona@casa.test' },
    explicit: true,
    itunesType: 'serial',
    itunesImage: `${site.addresses.site}/podcast-artwork.png`,
    locked: true,
  });
  expect(party.guid).toBe(smith.podcast?.guid);
});

test('the feed of many episodes has pages, and each page has its own address and answers HEAD and 304', async () => {
  const guids: (string | undefined)[] = [];
  let address: string | undefined = `${site.addresses.site}/podcast.xml`;
  while (address) {
    const page: Feed = parseWithFeedsmith(await read(new URL(address).search)).feed as Feed;
    guids.push(...page.items.map(({ guid }) => guid?.value));
    const to = (rel: string): string | undefined => page.atom.links.find((link) => link.rel === rel)?.href;
    expect([to('self'), to('first'), to('last')]).toEqual([
      address,
      `${site.addresses.site}/podcast.xml`,
      `${site.addresses.site}/podcast.xml?page=3`,
    ]);
    address = to('next');
  }
  expect(guids).toEqual(episodes.map(({ guid, id }) => guid ?? id));

  const second = `${site.addresses.api}/podcast.xml?page=2`;
  const head = await fetch(second, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/rss+xml; charset=utf-8', '']);
  expect(head.headers.get('cache-tag')).toBe('episodes, texts');
  const etag = head.headers.get('etag') ?? '';
  expect((await fetch(second, { headers: { 'if-none-match': etag } })).status).toBe(304);
  expect((await fetch(`${site.addresses.api}/podcast.xml`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  for (const [page, status] of [
    ['1', 200],
    ['4', 404],
    ['0', 400],
    ['02', 400],
    ['-1', 400],
    ['1e3', 400],
    ['99999', 400],
  ] as const)
    expect([page, (await site.call('GET', `/podcast.xml?page=${page}`)).status]).toEqual([page, status]);
});

test('a hidden episode leaves the feed, and an unknown category is rejected', async () => {
  await site.rows('PATCH', `episodes?id=eq.${idOf(0)}`, { is_hidden: true });
  expect((await publish({ words: 'clean' })).status).toBe(200);
  await site.until(read, (feed) => !feed.includes('antigo.test') && feed.includes('<itunes:explicit>false'));
  const { status, json } = await publish({
    category: 'Religion & Spirituality/Cooking',
    ownerEmail: 'sem arroba',
    newFeedUrl: 'http://x.test',
  });
  expect([status, Object.keys(json.error.fields).toSorted()]).toEqual([400, ['category', 'newFeedUrl', 'ownerEmail']]);
});
