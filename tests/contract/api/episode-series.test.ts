import type { AdminEpisodeSeries, EpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import type { EpisodeList, EpisodePage } from '@site/shared/contracts/episodes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let token: string;
let episodes: EpisodeList['episodes'];

beforeAll(async () => {
  site = await startApiSite();
  token = await site.signIn('admin');
  const list = await site.until(
    async (): Promise<EpisodeList> => (await site.call('GET', '/api/episodes')).json,
    ({ isSample, episodes: found }) => !isSample && found.length > 4,
  );
  ({ episodes } = list);
});
afterAll(async () => await site?.close());

const admin = (method: string, id: string, body?: object) =>
  site.call(method, `/api/admin/episode-series${id && `/${id}`}`, { token, ...(body ? { body } : {}) });
const idOf = (place: number) => episodes[place]?.id ?? '';
const slugOf = (place: number) => episodes[place]?.slug ?? '';
async function create(title: string, places: readonly number[]): Promise<AdminEpisodeSeries> {
  const { status, json } = await admin('POST', '', { title, description: 'Para ouvir na ordem.', episodeIds: places.map(idOf) });
  expect(status).toBe(200);
  return json;
}
const seriesAt = async (slug: string) => await site.call('GET', `/api/episode-series/${slug}`);
/** Waits until no answer is older than the last change. */
const partsAt = (slug: string, expected: readonly string[]) =>
  site.until(
    async (): Promise<EpisodeSeries> => (await seriesAt(slug)).json,
    ({ episodes: parts }) => JSON.stringify(parts?.map((part) => part.slug)) === JSON.stringify(expected),
  );
const pageOf = async (slug: string): Promise<EpisodePage> => (await site.call('GET', `/api/episodes/${slug}`)).json;
const setHidden = (id: string, isHidden: boolean) => site.rows('PATCH', `episodes?id=eq.${id}`, { is_hidden: isHidden });
const sitemap = async () => (await site.call('GET', '/sitemap.xml')).text;
const without = { previous: null, next: null };

test('a series shows its episodes in the chosen order, and each episode its place and neighbours in the series', async () => {
  const made = await create('Rute, devagar', [2, 0, 1]);
  expect([made.slug, made.revision]).toEqual(['rute-devagar', 1]);
  const { title, description } = await partsAt('rute-devagar', [slugOf(2), slugOf(0), slugOf(1)]);
  expect([title, description]).toEqual(['Rute, devagar', 'Para ouvir na ordem.']);
  const { series } = await site.until(
    () => pageOf(slugOf(0)),
    (page) => page.series !== null,
  );
  expect(series).toMatchObject({ slug: 'rute-devagar', part: 2, parts: 3, previous: { slug: slugOf(2) }, next: { slug: slugOf(1) } });
  expect((await pageOf(slugOf(2))).series).toMatchObject({ ...without, part: 1, next: { slug: slugOf(0) } });
  expect((await pageOf(slugOf(3))).series).toBeNull();
  const list: EpisodeList = await site.until(
    async () => (await site.call('GET', '/api/episodes')).json,
    ({ series: links }) => links?.length > 0,
  );
  expect(list.series).toEqual([{ slug: 'rute-devagar', title: 'Rute, devagar' }]);
  expect(await site.until(sitemap, (xml) => xml.includes('/podcast/serie/'))).toContain('/podcast/serie/rute-devagar</loc>');
  await admin('DELETE', made.id, { revision: 1 });
});

test('visitors see no hidden episode in a series, and no series whose episodes are all hidden', async () => {
  const made = await create('Escondida', [0, 1]);
  await partsAt('escondida', [slugOf(0), slugOf(1)]);
  await setHidden(idOf(0), true);
  await partsAt('escondida', [slugOf(1)]);
  expect((await pageOf(slugOf(1))).series).toMatchObject({ ...without, part: 1, parts: 1 });
  const { json } = await admin('GET', '');
  expect(json.series[0].episodes.map(({ away }: { away: string | null }) => away)).toEqual(['hidden', null]);

  // The owner's preview of a hidden episode shows its place in the series.
  const draft = { isHidden: true, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] };
  const { preview } = (await site.call('POST', `/api/admin/episodes/${idOf(0)}/preview`, { token, body: draft })).json;
  const previewed: EpisodePage = (await site.call('GET', `/api/episodes/${slugOf(0)}?preview=${preview}`)).json;
  expect(previewed.series).toMatchObject({ part: 1, parts: 2, next: { slug: slugOf(1) } });

  await setHidden(idOf(1), true);
  await site.until(
    () => seriesAt('escondida'),
    ({ status }) => status === 404,
  );
  expect(await site.until(sitemap, (xml) => !xml.includes('/podcast/serie/'))).toContain('/podcast</loc>');
  expect((await site.call('GET', '/api/episodes')).json.series).toEqual([]);
  await Promise.all([setHidden(idOf(0), false), setHidden(idOf(1), false)]);
  await partsAt('escondida', [slugOf(0), slugOf(1)]);
  await admin('DELETE', made.id, { revision: 1 });
});

test('a series with a new title has a new address, and its old address still leads to the series', async () => {
  const made = await create('Primeiro nome', [0]);
  const terms = { title: 'Segundo nome', description: '', episodeIds: [idOf(0)] };
  expect((await admin('PUT', made.id, { ...terms, revision: 1 })).json).toMatchObject({ slug: 'segundo-nome', revision: 2 });
  const answer = await site.until(
    () => seriesAt('primeiro-nome'),
    ({ json }) => json.slug === 'segundo-nome',
  );
  expect(answer.json.title).toBe('Segundo nome');
  // No other series gets an address that leads to this one.
  const other = await create('Primeiro nome', [1]);
  expect(other.slug).toBe('primeiro-nome-2');
  // The first title restores the first address.
  expect((await admin('PUT', made.id, { ...terms, title: 'Primeiro nome!', revision: 2 })).json.slug).toBe('primeiro-nome');
  await admin('DELETE', made.id, { revision: 3 });
  await admin('DELETE', other.id, { revision: 1 });
});

test('an episode is in at most one series, and a deleted draft leaves its series', async () => {
  const made = await create('Uma', [0]);
  const terms = { title: 'Outra', description: '', episodeIds: [idOf(0)] };
  const refusal = (await admin('POST', '', terms)).json.error;
  expect([refusal.code, refusal.fields]).toEqual(['invalid_input', { episodeIds: 'in_other_series' }]);
  expect((await admin('POST', '', { ...terms, episodeIds: ['nenhum'] })).json.error.fields).toEqual({ episodeIds: 'episode_gone' });
  expect((await admin('POST', '', { ...terms, episodeIds: [] })).json.error.fields).toEqual({ episodeIds: 'required' });
  expect((await admin('POST', '', { ...terms, episodeIds: [idOf(1), idOf(1)] })).json.error.fields).toEqual({ episodeIds: 'taken' });

  const draft = (await site.call('POST', '/api/admin/episodes', { token, body: { title: 'Parte que vem' } })).json;
  const saved = await admin('PUT', made.id, { ...terms, episodeIds: [idOf(0), draft.id], revision: 1 });
  expect(saved.json.episodes).toMatchObject([{ away: null }, { id: draft.id, away: 'draft' }]);
  await partsAt('outra', [slugOf(0)]);
  await site.call('DELETE', `/api/admin/episodes/${draft.id}`, { token, body: { revision: draft.revision } });
  expect((await admin('GET', '')).json.series[0].episodes).toHaveLength(1);
  await admin('DELETE', made.id, { revision: 2 });
});

test('an admin cannot overwrite or delete a series that another admin changed, and the audit log shows every change', async () => {
  const made = await create('Duas mãos', [0, 1]);
  const terms = { title: 'Duas mãos', description: '', episodeIds: [idOf(1), idOf(0)] };
  expect((await admin('PUT', made.id, { ...terms, revision: 1 })).json.revision).toBe(2);
  for (const [method, body] of [['PUT', { ...terms, revision: 1 }] as const, ['DELETE', { revision: 1 }] as const])
    expect((await admin(method, made.id, body)).json.error.code).toBe('changed_meanwhile');
  expect((await admin('DELETE', made.id, { revision: 2 })).status).toBe(204);
  expect((await admin('DELETE', made.id, { revision: 2 })).status).toBe(404);
  const { entries } = (await site.call('GET', '/api/admin/audit-log?kind=episode_series', { token })).json;
  expect(entries.slice(0, 3).map(({ action }: { action: string }) => action)).toEqual([
    'episode_series_deleted',
    'episode_series_edited',
    'episode_series_created',
  ]);
  expect(entries[1].before).toEqual({ description: 'Para ouvir na ordem.', episodes: [idOf(0), idOf(1)] });
});
