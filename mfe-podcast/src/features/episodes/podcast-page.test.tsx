import type { EpisodeList } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { PODCAST_EPISODES_KEY } from '@site/shared/device/kept-answer.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';
import { anEpisode } from '../../testing/an-episode.ts';
import { handle } from './podcast-page.tsx';

const PAGE_SIZE = 10;

type ListInput = { query?: { q?: string; category?: string; after?: string }; signal?: AbortSignal };

/** Mocks the API with `total` episodes, ten a page. A search returns the episodes whose title contains its words. */
const channel =
  (total: number, changes: Partial<EpisodeList> = {}) =>
  ({ query }: ListInput): EpisodeList => {
    const found = Array.from({ length: total }, (_, index) => anEpisode(index + 1)).filter(
      ({ title }) => title.includes(query?.q ?? '') && title.includes(query?.category ?? ''),
    );
    const from = Number(query?.after ?? 0);
    const to = Math.min(from + PAGE_SIZE, found.length);
    return {
      episodes: found.slice(from, to),
      total: found.length,
      isTotalCapped: false,
      nextCursor: to < found.length ? String(to) : null,
      categories: ['Ruth', '3'],
      syncedAt: null,
      isSample: false,
      places: [{ kind: 'youtube', url: 'https://videos.test/channel' }],
      ...changes,
    };
  };

const open = (answer: (input: never) => unknown, at = '/podcast', preferences = {}) =>
  renderInSite({ routes, at, answers: { 'GET /api/episodes': answer }, preferences });

// The back of a card repeats the title without a link, and CSS hides it, so look for links.
const titles = () =>
  screen
    .getAllByRole('heading', { level: 3 })
    .filter((heading) => heading.querySelector('a'))
    .map((heading) => heading.textContent);

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

const metaOf = (isSample: boolean) =>
  handle.meta({
    data: { data: { q: '', category: '', count: 6, list: channel(1, { isSample })({}), isOld: false }, kept: null } as never,
    params: {},
    preferences: { locale: 'pt-BR', currency: 'BRL', timeZone: 'UTC' },
    brand: aBrand({ site: 'Site', author: 'Autora' }),
    siteUrl: 'https://site.test',
  });

it('the page of an example podcast is kept out of search engines, and describes no episodes to them', () => {
  expect(metaOf(true)).toMatchObject({ isPrivate: true, jsonLd: [] });
  expect(metaOf(false).isPrivate).toBeFalsy();
  expect(metaOf(false).jsonLd).toHaveLength(1);
});

describe('the page of the podcast', () => {
  it('the page of the podcast links to its series, if there are any', async () => {
    await open(channel(1, { series: [{ slug: 'rute', title: 'Rute, devagar' }] }));
    const links = within(await screen.findByRole('navigation', { name: 'Séries' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Rute, devagar', '/podcast/serie/rute']]);
    cleanup();
    await open(channel(1, { series: [] }));
    await screen.findByRole('heading', { name: 'Episódios' });
    expect(screen.queryByRole('navigation', { name: 'Séries' })).toBeNull();
  });

  it('the podcast page says that there are more episodes than shown, and loads them', async () => {
    await open(channel(30, { total: 20, isTotalCapped: true }), '/podcast?q=Epis');
    await screen.findByText(/^Mais de 20 episódios encontrados/);
    expect(screen.getByText('Mostrando 6 de mais de 20 episódios')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Carregar Mais Episódios' })).toBeTruthy();
  });

  it('the podcast page links to the channel and leaves out unconfigured links', async () => {
    await open(channel(1));
    await screen.findByRole('article');
    expect(screen.getByRole('link', { name: /Canal no YouTube/ }).getAttribute('href')).toBe('https://videos.test/channel');
    expect(screen.queryByRole('link', { name: /Podcast no Spotify/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Carregar Mais Episódios' })).toBeNull();
  });

  it.each([
    ['pt-BR', /^Feed RSS do podcast\s*\(abre em nova aba\)$/],
    ['en', /^RSS feed of the podcast\s*\(opens in a new tab\)$/],
  ] as const)('the podcast page links to its feed (%s)', async (locale, name) => {
    await open(channel(1), '/podcast', { locale });
    await screen.findByRole('article');
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/podcast.xml');
  });

  it('the podcast page has no search if there is nothing to find', async () => {
    await open(channel(0));
    await screen.findByText('Ainda não há episódios por aqui');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Temas' })).toBeNull();
  });

  it('the podcast page adds six episodes a press, loads only the new ones, and shrinks to six again', async () => {
    const user = userEvent.setup();
    const { router, calls } = await open(channel(14));
    await waitFor(() => expect(titles()).toHaveLength(6));
    expect(screen.getByText('Mostrando 6 de 14 episódios')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Mostrar Menos' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Carregar Mais Episódios' }));
    await waitFor(() => expect(titles()).toHaveLength(12));
    expect(document.activeElement?.textContent).toBe('Episódio 7');
    expect(calls.map(({ input }) => (input.query as { after?: string }).after)).toEqual([undefined, '10']);

    await user.click(screen.getByRole('button', { name: 'Carregar Mais Episódios' }));
    await waitFor(() => expect(titles()).toHaveLength(14));
    expect(document.activeElement?.textContent).toBe('Episódio 13');
    expect(router.state.location.search).toBe('?episodes=18');
    expect(screen.queryByRole('button', { name: 'Carregar Mais Episódios' })).toBeNull();
    expect(calls).toHaveLength(2);

    await user.click(screen.getByRole('button', { name: 'Mostrar Menos' }));
    await waitFor(() => expect(titles()).toHaveLength(6));
    expect(document.activeElement?.textContent).toBe('Episódios');
  });

  it('the podcast page searches while the visitor types, updates the URL, and keeps the focus', async () => {
    const user = userEvent.setup();
    const { router } = await open(channel(14));
    const box = await screen.findByRole('searchbox', { name: 'Pesquisar episódios' });
    expect(box.getAttribute('placeholder')).toBe('Pesquisar episódios...');
    await user.type(box, '13');
    await waitFor(() => expect(titles()).toEqual(['Episódio 13']));
    expect(router.state.location.search).toBe('?q=13');
    expect(screen.getByText('1 episódio encontrado para “13”')).toBeDefined();
    expect(document.activeElement).toBe(box);

    await user.type(box, '0');
    expect(await screen.findByRole('heading', { name: 'Nenhum episódio encontrado para sua pesquisa.' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Ver todos os episódios' }));
    await waitFor(() => expect(titles()).toHaveLength(6));
  });

  it("the podcast page combines a theme's chip with the search words", async () => {
    const user = userEvent.setup();
    const { router } = await open(channel(33), '/podcast?q=1');
    const chips = within(await screen.findByRole('navigation', { name: 'Temas' }));
    expect(chips.getAllByRole('link').map((chip) => chip.textContent)).toEqual(['Todos', 'Ruth', '3']);
    expect(chips.getByRole('link', { name: 'Todos' }).getAttribute('aria-current')).toBe('true');
    await user.click(chips.getByRole('link', { name: '3' }));
    await waitFor(() => expect(titles()).toEqual(['Episódio 13', 'Episódio 31']));
    expect(router.state.location.search).toBe('?q=1&category=3');
    expect(screen.getByRole('link', { name: '3' }).getAttribute('aria-current')).toBe('true');
  });

  it('the podcast page says that there are no episodes yet', async () => {
    await open(channel(0));
    expect(await screen.findByRole('heading', { name: 'Ainda não há episódios por aqui' })).toBeDefined();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('the podcast page says that loading failed, and retries on request', async () => {
    const user = userEvent.setup();
    let isDown = true;
    await open((input: never) => {
      if (isDown) throw new ApiError('service_unavailable', 503);
      return channel(3)(input);
    });
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Não foi possível carregar os episódios. Por favor, tente novamente mais tarde.')).toBeDefined();

    isDown = false;
    await user.click(alert.getByRole('button', { name: 'Tentar novamente' }));
    await waitFor(() => expect(titles()).toHaveLength(3));
  });

  it('the podcast page marks example episodes, and shows the age of an old episode list', async () => {
    const syncedAt = toInstant(new Date(Date.now() - 3 * 24 * 60 * 60 * 1000));
    await open(channel(1, { isSample: true, syncedAt }));
    expect(await screen.findByText(/^Estes episódios são exemplos/)).toBeDefined();
    expect(screen.getByText(/^Última atualização da lista: /)).toBeDefined();
  });

  it('the podcast page does not show the age of a fresh episode list', async () => {
    await open(channel(1, { syncedAt: toInstant(new Date()) }));
    await screen.findByRole('article');
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('the podcast page is in English for visitors who chose it', async () => {
    await open(channel(7), '/podcast', { locale: 'en' });
    expect(await screen.findByRole('button', { name: 'Load more episodes' })).toBeDefined();
    // Six cards show the text, each on its front and its back.
    expect(screen.getAllByText('Mar 1, 2026')).toHaveLength(12);
    expect(screen.getByRole('link', { name: 'All' })).toBeDefined();
  });
});

describe('a visitor who navigates from another page', () => {
  /** Opens `/about`, from which the test navigates to the podcast. */
  async function openElsewhere(answer: (input: never) => unknown) {
    const elsewhere = { path: 'about', Component: () => null };
    const site = await renderInSite({ routes: [...routes, elsewhere], at: '/about', answers: { 'GET /api/episodes': answer } });
    return { ...site, toPodcast: () => act(() => site.router.navigate('/podcast')) };
  }

  it('a visitor sees a skeleton while the episode list is loading', async () => {
    const list = Promise.withResolvers<EpisodeList>();
    const { toPodcast } = await openElsewhere(() => list.promise);
    await toPodcast();
    expect(screen.getByText('Carregando…')).toBeDefined();
    await act(async () => list.resolve(channel(2)({})));
    expect(titles()).toEqual(['Episódio 1', 'Episódio 2']);
  });

  it('a visitor sees an episode list that the device stored within a day at once, and then the fresh list', async () => {
    await open(channel(1));
    await waitFor(() => expect(localStorage.getItem(PODCAST_EPISODES_KEY)).toContain('Episódio 1'));
    expect(Number(localStorage.getItem('youtube-videos-podcast-v4-timestamp'))).toBeGreaterThan(0);
    cleanup();

    const list = Promise.withResolvers<EpisodeList>();
    const { toPodcast } = await openElsewhere(() => list.promise);
    await toPodcast();
    expect(titles()).toEqual(['Episódio 1']);
    await act(async () => list.resolve(channel(2)({})));
    expect(titles()).toEqual(['Episódio 1', 'Episódio 2']);
    expect(localStorage.getItem(PODCAST_EPISODES_KEY)).toContain('Episódio 2');
  });

  it('a visitor sees as many stored episodes as the URL requests, and nothing moves when the fresh list arrives', async () => {
    await open(channel(12), '/podcast?episodes=12');
    await waitFor(() => expect(localStorage.getItem(PODCAST_EPISODES_KEY)).toContain('Episódio 12'));
    cleanup();

    const list = Promise.withResolvers<EpisodeList>();
    const { toPodcast } = await openElsewhere(() => list.promise);
    await toPodcast();
    expect(titles()).toHaveLength(6);
    await act(async () => list.resolve(channel(3)({})));
    expect(titles()).toHaveLength(3);
    expect(document.activeElement).toBe(document.body);
  });

  it('a visitor who goes back sees the stored episode list, although the URL changes before the page renders', async () => {
    await open(channel(1));
    await waitFor(() => expect(localStorage.getItem(PODCAST_EPISODES_KEY)).not.toBeNull());
    cleanup();

    const { toPodcast } = await openElsewhere(() => new Promise(() => undefined));
    history.replaceState(null, '', '/podcast');
    await toPodcast();
    expect(titles()).toEqual(['Episódio 1']);
  });

  it('a visitor keeps the stored episode list, with a notice, if loading fails', async () => {
    await open(channel(1));
    await waitFor(() => expect(localStorage.getItem(PODCAST_EPISODES_KEY)).not.toBeNull());
    cleanup();

    const { toPodcast } = await openElsewhere(() => Promise.reject(new ApiError('service_unavailable', 503)));
    await toPodcast();
    expect(await screen.findByText(/^Não foi possível atualizar os episódios\./)).toBeDefined();
    expect(titles()).toEqual(['Episódio 1']);
  });

  it('a visitor does not see a stored episode list older than a day', async () => {
    await open(channel(1));
    await waitFor(() => expect(localStorage.getItem(PODCAST_EPISODES_KEY)).not.toBeNull());
    cleanup();
    localStorage.setItem(`${PODCAST_EPISODES_KEY}-timestamp`, String(Date.now() - 25 * 60 * 60 * 1000));

    const { toPodcast } = await openElsewhere(() => Promise.reject(new ApiError('service_unavailable', 503)));
    await toPodcast();
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(screen.queryByRole('article')).toBeNull();
  });
});
