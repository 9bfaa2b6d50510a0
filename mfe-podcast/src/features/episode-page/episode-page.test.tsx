import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import { ApiError, playerStore } from '@site/shared/site/site.ts';
import { aBrand, anEbook } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { notePlayback } from '../../listening/playback.ts';
import { routes } from '../../routes.tsx';
import { anEpisode } from '../../testing/an-episode.ts';
import { handle } from './episode-page.tsx';

const aPage = (changes: Partial<EpisodePage> = {}): EpisodePage => ({
  episode: anEpisode(2, { description: 'Resumo.\n\nLeia em https://livro.test/a e <b>só</b> texto.' }),
  notes: { text: 'Leia antes.\n\nE depois.', locale: 'pt-BR' },
  chapters: [
    { startSeconds: 0, title: 'Começo' },
    { startSeconds: 402, title: 'Noemi' },
  ],
  transcript: null,
  ebooks: [anEbook({ title: 'Raízes' })],
  posts: [],
  places: [],
  series: null,
  previous: { slug: 'episodio-1', title: 'Episódio 1' },
  next: { slug: 'episodio-3', title: 'Episódio 3' },
  isSample: false,
  ...changes,
});

const open = (page: () => unknown = aPage, at = '/podcast/episodio-2', preferences = {}) =>
  renderInSite({ routes, at, answers: { 'GET /api/episodes/:slug': page }, preferences });

beforeEach(() => {
  notePlayback(null);
  playerStore.getState().close();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe("an episode's page", () => {
  it("an episode's page shows the whole description as text with safe links, books, neighbours and ways to share", async () => {
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Episódio 2' })).toBeDefined();
    const about = within(screen.getByRole('region', { name: 'Sobre este episódio' }));
    expect(about.getByText(/<b>só<\/b> texto/)).toBeDefined();
    expect(about.getByRole('link', { name: /livro\.test/ }).getAttribute('rel')).toContain('noopener');
    expect(within(screen.getByRole('region', { name: 'Notas' })).getByText('E depois.').lang).toBe('pt-BR');
    expect(screen.getByRole('link', { name: 'Raízes' }).getAttribute('href')).toBe('/shop/ebook/raizes');
    expect(screen.getByRole('link', { name: /Episódio anterior\s*Episódio 1/ }).getAttribute('href')).toBe('/podcast/episodio-1');
    expect(screen.getByRole('link', { name: /Próximo episódio\s*Episódio 3/ }).getAttribute('href')).toBe('/podcast/episodio-3');
    expect(screen.getByRole('group', { name: 'Compartilhar' })).toBeDefined();
  });

  it("an episode's page plays a chapter from its start, in the place of the picture", async () => {
    const user = userEvent.setup();
    await open();
    await user.click(await screen.findByRole('button', { name: /6:42\s*Noemi/ }));
    const { playing, place } = playerStore.getState();
    expect(playing).toMatchObject({ episode: { id: 'video-2' }, startSeconds: 402 });
    expect(screen.getByRole('article').contains(place)).toBe(true);
  });

  it.each([
    ['402', 402, '6:42'],
    ['1m30s', 90, '1:30'],
    ['1:30', 90, '1:30'],
  ])("an episode's page starts at the time in its URL: t=%s", async (t, seconds, clock) => {
    const user = userEvent.setup();
    await open(aPage, `/podcast/episodio-2?t=${t}`);
    await user.click(await screen.findByRole('button', { name: `Começar em ${clock}. Reproduzir: Episódio 2` }));
    expect(playerStore.getState().playing?.startSeconds).toBe(seconds);
  });

  it.each(['99999', '-4', 'x', ''])("an episode's page starts at the beginning if its URL has the invalid time t=%s", async (t) => {
    const user = userEvent.setup();
    await open(aPage, `/podcast/episodio-2?t=${t}`);
    await user.click(await screen.findByRole('button', { name: 'Reproduzir: Episódio 2' }));
    expect(playerStore.getState().playing?.startSeconds).toBeNull();
  });

  it("an episode's page marks only the chapter that plays", async () => {
    await open();
    await screen.findByRole('button', { name: /6:42\s*Noemi/ });
    const marked = () => screen.queryAllByRole('button', { current: true }).map(({ textContent }) => textContent);
    expect(marked()).toEqual([]);
    act(() => notePlayback({ episodeId: 'video-2', state: 'playing', seconds: 401.9 }));
    expect(marked()).toEqual(['0:00Começo']);
    act(() => notePlayback({ episodeId: 'video-2', state: 'paused', seconds: 402 }));
    expect(marked()).toEqual(['6:42Noemi']);
    act(() => notePlayback({ episodeId: 'video-1', state: 'playing', seconds: 402 }));
    expect(marked()).toEqual([]);
  });

  it("an episode's page marks the transcript paragraph that plays, and plays from the time that is pressed", async () => {
    const user = userEvent.setup();
    const said = (startSeconds: number, text: string) => ({ startSeconds, speaker: 'Marina', text });
    const transcript = { locale: 'en' as const, paragraphs: [said(0, 'Welcome.'), said(402, 'This is Naomi.')] };
    await open(() => aPage({ transcript }));
    await user.click(await screen.findByRole('heading', { name: 'Transcrição' }));
    const list = screen.getByRole('list', { name: 'Transcrição' });
    const [first, second] = within(list).getAllByRole('listitem');
    expect([first?.textContent, second?.textContent]).toEqual([
      'Ouvir a partir de 0:00Marina: Welcome.',
      'Ouvir a partir de 6:42This is Naomi.',
    ]);
    expect(screen.getByText('This is Naomi.').closest('p')?.lang).toBe('en');
    const time = within(list).getByRole('link', { name: 'Ouvir a partir de 6:42' });
    expect(time.getAttribute('href')).toBe('/podcast/episodio-2?t=402');
    await user.click(time);
    expect(playerStore.getState().playing).toMatchObject({ episode: { id: 'video-2' }, startSeconds: 402 });
    act(() => notePlayback({ episodeId: 'video-2', state: 'playing', seconds: 401 }));
    expect([first, second].map((item) => item?.getAttribute('aria-current'))).toEqual(['true', null]);
    act(() => notePlayback({ episodeId: 'video-2', state: 'playing', seconds: 402 }));
    expect([first, second].map((item) => item?.getAttribute('aria-current'))).toEqual([null, 'true']);
  });

  it("an episode's page shows a transcript without times, or of an episode that cannot be played, without links", async () => {
    const transcript = { locale: 'pt-BR' as const, paragraphs: [{ startSeconds: null, speaker: null, text: 'Só texto.' }] };
    await open(() => aPage({ transcript }));
    expect((await screen.findByText('Só texto.')).closest('li')?.textContent).toBe('Só texto.');
    const timed = { locale: 'pt-BR' as const, paragraphs: [{ startSeconds: 5, speaker: null, text: 'Com tempo.' }] };
    await open(() => aPage({ transcript: timed, episode: anEpisode(2, { media: null }) }));
    expect((await screen.findByText('Com tempo.')).closest('li')?.textContent).toBe('0:05Com tempo.');
  });

  it("an episode's page shares the position at the moment when the visitor chose to share it", async () => {
    const user = userEvent.setup();
    await open();
    await screen.findByRole('group', { name: 'Compartilhar' });
    const link = () => decodeURIComponent(screen.getByRole('link', { name: 'WhatsApp: compartilhar' }).getAttribute('href') ?? '');
    expect(screen.queryByRole('checkbox')).toBeNull();
    act(() => notePlayback({ episodeId: 'video-2', state: 'playing', seconds: 1_099.7 }));
    expect(link()).not.toContain('?t=');
    await user.click(screen.getByRole('checkbox', { name: 'Começar em 18:19' }));
    act(() => notePlayback({ episodeId: 'video-2', state: 'playing', seconds: 1_200 }));
    expect(link()).toMatch(/\/podcast\/episodio-2\?t=1099$/);
  });

  it("an episode's page does not repeat its chapters in the description", async () => {
    await open(() => aPage({ episode: anEpisode(2, { description: 'Resumo.\n\n0:00 Começo\n06:42 Noemi\n\nFim.' }) }));
    const about = await screen.findByRole('region', { name: 'Sobre este episódio' });
    expect(about.textContent).toBe('Sobre este episódioResumo.Fim.');
  });

  it("an episode's page shows its place in its series, and the neighbours of the series instead of those by date", async () => {
    const series = { slug: 'rute', title: 'Rute, devagar', part: 2, parts: 3, previous: { slug: 'parte-1', title: 'Um' }, next: null };
    await open(() => aPage({ series }));
    const link = await screen.findByRole('link', { name: 'Rute, devagar' });
    expect([link.getAttribute('href'), link.closest('p')?.textContent]).toEqual(['/podcast/serie/rute', 'Parte 2 de 3 de Rute, devagar']);
    const others = within(screen.getByRole('navigation', { name: 'Outras partes da série' })).getAllByRole('link');
    expect(others.map((other) => [other.textContent, other.getAttribute('href')])).toEqual([['Parte anteriorUm', '/podcast/parte-1']]);
    expect(screen.queryByRole('navigation', { name: 'Outros episódios' })).toBeNull();
  });

  it("an episode's page shows the neighbours by date if no other episode of its series is visible", async () => {
    await open(() => aPage({ series: { slug: 'rute', title: 'Rute', part: 1, parts: 1, previous: null, next: null } }));
    expect((await screen.findByRole('link', { name: 'Rute' })).closest('p')?.textContent).toBe('Da série Rute');
    expect(screen.getByRole('navigation', { name: 'Outros episódios' })).toBeDefined();
  });

  it("an episode's page leaves out the parts that an episode does not have", async () => {
    await open(() => aPage({ chapters: [], ebooks: [], previous: null, next: null, episode: anEpisode(2, { description: '' }) }));
    expect(await screen.findByText('Este episódio não tem descrição.')).toBeDefined();
    for (const name of ['Capítulos', 'Para continuar lendo']) expect(screen.queryByRole('heading', { name })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Outros episódios' })).toBeNull();
  });

  it('the page of an example episode says that it is an example, and has no play button', async () => {
    await open(() => aPage({ isSample: true, episode: anEpisode(2, { media: null, spotifyUrl: '' }) }));
    expect((await screen.findByRole('note')).textContent).toMatch(/^Este episódio é um exemplo/);
    expect(screen.queryByRole('button', { name: /^Reproduzir/ })).toBeNull();
    expect(screen.queryByRole('link', { name: /Ver no YouTube/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Capítulos' })).toBeNull();
  });

  it("an episode's page lists other places to listen in the owner's order, except those to which the episode links directly", async () => {
    await open(() =>
      aPage({
        places: [
          { kind: 'deezer', url: 'https://www.deezer.com/show/1' },
          { kind: 'spotify', url: 'https://open.spotify.com/show/1' },
          { kind: 'elsewhere', name: 'Rádio da Vila', url: 'https://radio.test/' },
          { kind: 'youtube', url: 'https://www.youtube.com/@a' },
        ],
      }),
    );
    const list = within(await screen.findByRole('region', { name: 'Ouvir em' }));
    expect(list.getAllByRole('link').map((link) => [link.textContent?.split(' (')[0], link.getAttribute('href')])).toEqual([
      ['Deezer', 'https://www.deezer.com/show/1'],
      ['Rádio da Vila', 'https://radio.test/'],
    ]);
  });

  it("an episode's page links to the provider if only the provider may play the video", async () => {
    const media = { kind: 'youtube', url: 'https://videos.test/2', isExternal: true } as const;
    await open(() => aPage({ episode: anEpisode(2, { media }) }));
    const link = await screen.findByRole('link', { name: 'Assistir no YouTube: Episódio 2 (abre em nova aba)' });
    expect(link.getAttribute('href')).toBe('https://videos.test/2');
    expect(screen.queryByRole('button', { name: /^Reproduzir/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Capítulos' })).toBeNull();
  });

  it('an old URL of an episode redirects to the current one and keeps the query', async () => {
    const { router } = await open(aPage, '/podcast/titulo-antigo?t=402');
    await screen.findByRole('heading', { level: 1, name: 'Episódio 2' });
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/podcast/episodio-2?t=402');
  });

  it('the page of an unknown episode says so, and links to the podcast', async () => {
    await open(() => {
      throw new ApiError('not_found', 404);
    });
    expect(await screen.findByRole('heading', { name: 'Episódio não encontrado' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Todos os episódios' }).getAttribute('href')).toBe('/podcast');
  });

  it("an episode's page that failed to load says so, and retries", async () => {
    const user = userEvent.setup();
    let isDown = true;
    await open(() => {
      if (isDown) throw new ApiError('service_unavailable', 503);
      return aPage();
    });
    isDown = false;
    await user.click(await screen.findByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Episódio 2' })).toBeDefined();
  });
});

const metaOf = (page: EpisodePage) =>
  (handle as PageHandle).meta({
    data: { ...page, siteUrl: 'https://site.test', startSeconds: null } as never,
    params: {},
    preferences: { locale: 'pt-BR', currency: 'BRL', timeZone: 'UTC' },
    brand: aBrand({ site: 'Site', author: 'Autora' }),
    siteUrl: 'https://site.test',
  });

it('the page of an example episode is kept out of search engines', () => {
  const { isPrivate, jsonLd } = metaOf(aPage({ isSample: true }));
  expect({ isPrivate, jsonLd }).toEqual({ isPrivate: true, jsonLd: undefined });
});

it("an episode's page describes the video, its chapters and the episode to search engines", () => {
  const meta = metaOf(aPage());
  expect(meta.image?.path).toBe('/thumbnails/2-960.webp?v=v1');
  expect(meta.jsonLd).toMatchObject([
    {
      '@type': 'VideoObject',
      duration: 'PT47M21S',
      uploadDate: '2026-03-01T12:00:00.000Z',
      thumbnailUrl: 'https://site.test/thumbnails/2-960.webp?v=v1',
      hasPart: [
        { '@type': 'Clip', startOffset: 0, endOffset: 402 },
        { '@type': 'Clip', startOffset: 402, endOffset: 2_841, url: 'https://site.test/podcast/episodio-2?t=402' },
      ],
    },
    { '@type': 'PodcastEpisode', url: 'https://site.test/podcast/episodio-2', partOfSeries: { name: 'Site' } },
  ]);
  const series = { slug: 'rute', title: 'Rute', part: 2, parts: 3, previous: null, next: null };
  expect(metaOf(aPage({ series })).jsonLd?.at(-1)).toMatchObject({
    position: 2,
    isPartOf: { '@id': 'https://site.test/podcast/serie/rute', name: 'Rute' },
  });
});
