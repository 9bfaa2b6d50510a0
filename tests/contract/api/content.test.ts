import { endpoints } from '@site/shared/contracts/endpoints.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { both } from '../../../api/src/resources/site/content/default-content/both.ts';
import { type OwnApiSite, startOwnApiSite } from './api-site.ts';

let site: OwnApiSite;

beforeAll(async () => {
  site = await startOwnApiSite();
  await site.addBooks({ id: 'novo' }, { id: 'segundo' }, { id: 'terceiro' }, { id: 'quarto' }, { id: 'rascunho', state: 'draft' });
  await publish('testimonials', 0, {
    items: ['Ana', 'Bia', 'Caio', 'Davi'].map((name) => ({
      id: name.toLowerCase(),
      name,
      place: 'Recife, PE',
      quote: both(`${name} gostou.`, `${name} liked it.`),
      source: 'teste',
      consentedOn: '2026-01-01',
    })),
  });
});
afterAll(async () => await site?.close());

type Calls = Extract<keyof typeof endpoints, `GET /api/${'site' | `pages/${string}` | 'legal/:document'}`>;

/** Returns the answer of a call that must succeed, checked by its contract. */
async function answerOf<Key extends Calls>(_: Key, path: string): Promise<v.InferOutput<(typeof endpoints)[Key]['answer']>> {
  const { status, text, json } = await site.call('GET', path);
  expect(status, text).toBe(200);
  const schema: v.GenericSchema = v.strictObject({ answer: endpoints[_].answer as v.GenericSchema });
  return (v.parse(schema, { answer: json }) as { answer: v.InferOutput<(typeof endpoints)[Key]['answer']> }).answer;
}

/** Repeats a call until its answer shows the publication. Cached copies are at most a few seconds old. */
const soon = <Key extends Calls>(key: Key, path: string, isThere: (answer: v.InferOutput<(typeof endpoints)[Key]['answer']>) => boolean) =>
  site.until(() => answerOf(key, path), isThere);

type Publication = { outcome: string; version?: number; published_by?: string };
async function publish(key: string, expected: number, body: unknown, by = 'dona@example.test'): Promise<Publication> {
  const args = {
    p_key: key,
    p_expected: expected,
    p_body: body,
    p_actor: { uid: 'uid-1', email: by, request_id: 'request-1' },
    p_subject_kind: 'content',
    p_default: null,
    p_restored_from: null,
  };
  return (await site.rows('POST', 'rpc/publish_content', args)) as unknown as Publication;
}

const line = (text: string) => both(text, `${text} (en)`);
const aLegalText = (version: string, title = version, effectiveOn = '2024-06-01') => ({
  version,
  effectiveOn,
  title: line(title),
  intro: line('Introdução'),
  sections: [
    {
      id: 'one',
      title: line('Um'),
      parts: [
        { kind: 'paragraph', text: line('Texto') },
        { kind: 'list', items: [line('Item')] },
      ],
    },
  ],
});

test('texts without an English version are shown in Portuguese', async () => {
  const title = { 'pt-BR': 'Só em português', en: '' };
  expect(await publish('author', 0, { title, paragraphs: [line('Texto')] })).toMatchObject({ outcome: 'published' });
  const { author } = await soon('GET /api/pages/home', '/api/pages/home?locale=en', (home) => home.author.title === 'Só em português');
  expect(author.paragraphs).toEqual(['Texto (en)']);
});

test('missing numbers are counted: episodes and books that visitors see', async () => {
  await site.channelIsRead();
  // This book has no price in any currency, so it is not in the shop.
  await site.addBooks({ id: 'sem-preco' });
  await site.rows('DELETE', 'list_prices?ebook_id=eq.sem-preco&currency=eq.USD');
  const { counters } = await soon('GET /api/pages/about', '/api/pages/about?locale=en', ({ counters: shown }) => shown.length === 2);
  const episodes = await site.rows('GET', 'episodes?removed_at=is.null&select=id');
  expect(counters).toEqual([
    { value: String(episodes.length), label: 'episodes' },
    { value: '4', label: 'eBooks' },
  ]);
});

describe('content that was never published', () => {
  test.each(LOCALES)('unpublished content has its default in %s', async (locale) => {
    const home = await answerOf('GET /api/pages/home', `/api/pages/home?locale=${locale}`);
    expect(home.title).toBe(locale === 'en' ? 'Welcome' : 'Boas-vindas');
    const about = await answerOf('GET /api/pages/about', `/api/pages/about?locale=${locale}`);
    expect([about.paragraphs, about.offerings, about.timeline]).toEqual([[], [], []]);
    const { faq } = await answerOf('GET /api/pages/contact', `/api/pages/contact?locale=${locale}`);
    expect(faq.map(({ id }) => id)).toEqual(['ebook-not-received']);
    for (const [document, day] of [
      ['terms', '2026-11-28'],
      ['privacy', '2026-11-28'],
    ]) {
      const text = await answerOf('GET /api/legal/:document', `/api/legal/${document}?locale=${locale}`);
      expect(text).toMatchObject({ version: day, effectiveOn: day });
      expect(text.versions).toEqual([{ version: day, effectiveOn: day }]);
      expect(text.inForce).toBe(day);
    }
  });

  test('unpublished content is Portuguese unless the visitor asks for English, and in no third language', async () => {
    expect((await answerOf('GET /api/legal/:document', '/api/legal/terms')).title).toBe('Termos de Serviço');
    const { status, json } = await site.call('GET', '/api/pages/home?locale=fr');
    expect([status, json.error.code]).toEqual([400, 'invalid_input']);
  });

  test('unpublished content takes the author’s links and address from the configuration', async () => {
    expect(await answerOf('GET /api/site', '/api/site')).toEqual({
      links: {
        places: [
          { kind: 'youtube', url: 'https://www.youtube.com/channel/UCraizEpalavra0demo00000' },
          { kind: 'spotify', url: 'https://open.spotify.com/show/5RaizPalavraDemo000000' },
        ],
        instagram: 'https://www.instagram.com/raizepalavra.demo',
      },
      contactEmail: 'ola@raizepalavra.test',
      seller: { legalName: '', taxId: '', address: '' },
      currencies: { sold: ['BRL', 'USD', 'NZD'], default: 'BRL' },
      timeZone: 'America/Sao_Paulo',
      isTestMode: true,
      hasPosts: false,
      hasEbooks: true,
    });
  });

  test('the home page without chosen items shows the newest', async () => {
    const home = await site.until(
      () => answerOf('GET /api/pages/home', '/api/pages/home'),
      ({ heroEpisodes }) => heroEpisodes.length === 12,
    );
    expect(home.recentEpisodes).toEqual(home.heroEpisodes.slice(0, 3));
    expect(home.featuredEbooks.map(({ id }) => id)).toEqual(['novo', 'segundo', 'terceiro']);
    expect(home.testimonials.map(({ name }) => name)).toEqual(['Ana', 'Bia', 'Caio']);
    expect((await answerOf('GET /api/pages/about', '/api/pages/about?locale=en')).testimonial?.quote).toBe('Davi liked it.');
  });
});

describe('published content on the site', () => {
  test('a publication is on the site within seconds, in both languages', async () => {
    expect(await publish('closing', 0, { title: line('Até logo'), text: line('Volte sempre') })).toEqual({
      outcome: 'published',
      version: 1,
    });
    const closing = { title: 'Até logo (en)', text: 'Volte sempre (en)' };
    await soon('GET /api/pages/home', '/api/pages/home?locale=en', (home) => home.closing.title === closing.title);
    expect(
      (await soon('GET /api/pages/about', '/api/pages/about?locale=en', (about) => about.closing.title === closing.title)).closing,
    ).toEqual(closing);
  });

  test('a publication shows the chosen books that are on sale, and the chosen episodes', async () => {
    await publish('featured_ebooks', 0, { ids: ['quarto', 'rascunho', 'segundo'] });
    const [, second] = (await answerOf('GET /api/pages/home', '/api/pages/home')).recentEpisodes;
    await publish('home', 0, { title: line('Casa'), lead: line('Entre'), episodeIds: ['naoexiste00', second?.id] });
    const home = await soon(
      'GET /api/pages/home',
      '/api/pages/home',
      ({ title, heroEpisodes }) => title === 'Casa' && heroEpisodes.length === 1,
    );
    expect(home.heroEpisodes.map(({ id }) => id)).toEqual([second?.id]);
    expect(home.featuredEbooks.map(({ id }) => id)).toEqual(['quarto', 'segundo', 'novo']);
  });

  test('a publication that the site cannot show falls back to the default', async () => {
    await publish('links', 0, { places: [], instagram: null });
    await soon('GET /api/site', '/api/site', ({ links }) => links.places.length === 0);
    for (const [version, instagram] of [[1, 'javascript:alert(1)'] as const, [2, 7] as const]) {
      await publish('links', version, { places: [], instagram });
      const { links } = await soon('GET /api/site', '/api/site', (info) => info.links.places.length > 0);
      expect(links.instagram).toBe('https://www.instagram.com/raizepalavra.demo');
    }
  });

  test('episodes link to the podcast elsewhere, and the owner changes and removes these links', async () => {
    const placesOf = async () => {
      const { episodes } = (await site.call('GET', '/api/episodes')).json;
      const { episode } = (await site.call('GET', `/api/episodes/${episodes[0].slug}`)).json;
      const { heroEpisodes } = await answerOf('GET /api/pages/home', '/api/pages/home');
      return [...new Set([...episodes, episode, ...heroEpisodes].map(({ spotifyUrl }) => spotifyUrl))];
    };
    // An episode with a link of its own would keep it, so these links are removed.
    await site.rows('PATCH', 'episodes?spotify_url=not.is.null', { spotify_url: null });
    for (const [version, spotify] of [[3, 'https://open.spotify.com/show/outro'] as const, [4, null] as const]) {
      await publish('links', version, { places: spotify ? [{ kind: 'spotify', url: spotify }] : [], instagram: null });
      expect(await site.until(placesOf, (places) => places.length === 1 && places[0] === (spotify ?? ''))).toHaveLength(1);
    }
  });

  test('a publication based on an older version is rejected and names the author of the newer one', async () => {
    const body = (title: string) => ({ items: [{ id: 'q', question: line(title), answer: line('R') }] });
    const first = await publish('faq', 0, body('primeira'), 'ana@example.test');
    expect(first).toEqual({ outcome: 'published', version: 1 });
    const stale = await publish('faq', 0, body('segunda'), 'bia@example.test');
    expect(stale).toMatchObject({ outcome: 'stale', version: 1, published_by: 'ana@example.test' });
    expect(await publish('faq', 5, body('do futuro'))).toMatchObject({ outcome: 'stale', version: 1 });

    const together = await Promise.all(['a', 'b', 'c', 'd'].map((who) => publish('faq', 1, body(who), who)));
    expect(together.map(({ outcome }) => outcome).toSorted()).toEqual(['published', 'stale', 'stale', 'stale']);
    expect((await site.rows('GET', 'content_versions?key=eq.faq&select=version&order=version')).map((row) => row.version)).toEqual([1, 2]);
  });

  test('a publication never changes and is never removed', async () => {
    await publish('counters', 0, { items: [] });
    await expect(site.rows('PATCH', 'content_versions?key=eq.counters', { body: {} })).rejects.toThrow(/cannot be changed/);
    await expect(site.rows('DELETE', 'content_versions?key=eq.counters')).rejects.toThrow(/cannot be changed/);
    expect(await site.rows('GET', 'content_versions?key=eq.counters&select=version,body')).toEqual([{ version: 1, body: { items: [] } }]);
  });
});

describe('a legal text', () => {
  test('a legal text keeps its previous versions and announces the next, and an order keeps the version in force', async () => {
    expect(await publish('terms', 0, aLegalText('2026-01-01'))).toMatchObject({ outcome: 'published' });
    expect(await publish('terms', 1, aLegalText('2026-06-01'))).toMatchObject({ outcome: 'published' });
    expect(await publish('terms', 2, aLegalText('2026-01-01', 'outra'))).toEqual({ outcome: 'name_taken' });

    expect(await publish('terms', 2, aLegalText('2099-01-01', 'a próxima', '2099-01-01'))).toMatchObject({ outcome: 'published' });

    const now = await soon('GET /api/legal/:document', '/api/legal/terms?locale=en', ({ version }) => version === '2026-06-01');
    expect(now).toMatchObject({ title: '2026-06-01 (en)', sections: [{ parts: [{ text: 'Texto (en)' }, { items: ['Item (en)'] }] }] });
    expect(now.versions.map(({ version }) => version)).toEqual(['2099-01-01', '2026-06-01', '2026-01-01', '2026-11-28']);
    expect(now.inForce).toBe('2026-06-01');
    for (const { version } of now.versions)
      expect((await answerOf('GET /api/legal/:document', `/api/legal/terms?version=${version}`)).version).toBe(version);

    const { json } = await site.checkout(await site.signIn('newcomer'), site.cart(['novo']));
    expect(await site.rows('GET', `orders?session_id=eq.${json.sessionId}&select=terms_version`)).toEqual([
      { terms_version: '2026-06-01' },
    ]);
  });

  test.each([
    ['/api/legal/terms?version=1999-01-01', 404, 'not_found'],
    ['/api/legal/imprint', 404, 'not_found'],
    ['/api/legal/terms?version=../x', 400, 'invalid_input'],
  ])('the legal text at %s is answered with status %d', async (path, status, code) => {
    const answer = await site.call('GET', path);
    expect([answer.status, answer.json.error.code]).toEqual([status, code]);
  });
});

test('during an outage of the data service the last copies are served, and their ETag stays valid', async () => {
  const paths = ['/api/site', '/api/pages/home', '/api/pages/about?locale=en', '/api/pages/contact', '/api/legal/privacy', '/sitemap.xml'];
  for (const path of paths) expect((await site.call('GET', path)).status).toBe(200);
  await site.site.processes.data.kill();
  for (const path of paths) {
    const { status, headers } = await site.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    const etag = headers.get('etag') ?? '';
    expect((await site.call('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
  expect((await site.call('GET', '/api/legal/privacy?version=2020-01-01')).status).toBe(503);
});
