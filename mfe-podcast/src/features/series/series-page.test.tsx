import type { EpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import type { PageHandle } from '@site/shared/federation/page-meta.ts';
import { ApiError, playerStore } from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';
import { anEpisode } from '../../testing/an-episode.ts';
import { handle } from './series-page.tsx';

const aSeries = (changes: Partial<EpisodeSeries> = {}): EpisodeSeries => ({
  slug: 'rute',
  title: 'Rute, devagar',
  description: 'Quatro capítulos.\n\nUm por vez.',
  episodes: [anEpisode(3), anEpisode(1, { picture: null }), anEpisode(2)],
  ...changes,
});
const open = (series: () => unknown = aSeries, at = '/podcast/serie/rute', preferences = {}) =>
  renderInSite({ routes, at, answers: { 'GET /api/episode-series/:slug': series }, preferences });

beforeEach(() => {
  playerStore.getState().close();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('the page of a series', () => {
  it('the page of a series lists its episodes in order, with their numbers and their total length', async () => {
    await open();
    expect((await screen.findByRole('heading', { level: 1, name: 'Rute, devagar' })).lang).toBe('pt-BR');
    expect(screen.getByText('3 episódios · 2 h 22 min')).toBeDefined();
    expect(screen.getByText('Um por vez.')).toBeDefined();
    const parts = within(screen.getByRole('region', { name: 'Episódios' })).getAllByRole('article');
    expect(parts.map((part) => part.closest('li')?.textContent?.match(/^Parte \d/)?.[0])).toEqual(['Parte 1', 'Parte 2', 'Parte 3']);
    expect(parts.map((part) => within(part).getAllByRole('heading')[0]?.textContent)).toEqual(['Episódio 3', 'Episódio 1', 'Episódio 2']);
  });

  it('the page of a series speaks English, and leaves out an empty description', async () => {
    await open(() => aSeries({ description: '', episodes: [anEpisode(1, { durationSeconds: 3_600 })] }), '/podcast/serie/rute', {
      locale: 'en',
    });
    expect(await screen.findByText('1 episode · 1 hr')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Listen from the beginning' })).toBeDefined();
  });

  it('the page of a series opens the first episode and plays it from its beginning', async () => {
    const user = userEvent.setup();
    await open();
    const start = await screen.findByRole('link', { name: 'Ouvir desde o início' });
    expect(start.getAttribute('href')).toBe('/podcast/episodio-3');
    await user.click(start);
    expect(playerStore.getState().playing).toMatchObject({ episode: { id: 'video-3' }, startSeconds: 0 });
  });

  it('an old URL of a series redirects to the current one', async () => {
    const { router } = await open(aSeries, '/podcast/serie/nome-antigo');
    await screen.findByRole('heading', { level: 1, name: 'Rute, devagar' });
    expect(router.state.location.pathname).toBe('/podcast/serie/rute');
  });

  it('the page of an unknown series says so, and links to the podcast', async () => {
    await open(() => {
      throw new ApiError('not_found', 404);
    });
    expect(await screen.findByRole('heading', { name: 'Série não encontrada' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Todos os episódios' }).getAttribute('href')).toBe('/podcast');
  });
});

it('the page of a series describes it to search engines as a part of the podcast', () => {
  const { image, jsonLd, description } = (handle as PageHandle).meta({
    data: aSeries({ episodes: [anEpisode(1, { picture: null }), anEpisode(2)] }) as never,
    params: {},
    preferences: { locale: 'pt-BR', currency: 'BRL', timeZone: 'UTC' },
    brand: aBrand({ site: 'Site', author: 'Autora' }),
    siteUrl: 'https://site.test',
  });
  expect([image?.path, description]).toEqual(['/thumbnails/2-960.webp?v=v1', 'Quatro capítulos.']);
  expect(jsonLd).toMatchObject([
    {
      '@type': 'CreativeWorkSeries',
      url: 'https://site.test/podcast/serie/rute',
      isPartOf: { '@type': 'PodcastSeries', name: 'Site', url: 'https://site.test/podcast' },
    },
    {
      '@type': 'ItemList',
      numberOfItems: 2,
      itemListElement: [{ position: 1, url: 'https://site.test/podcast/episodio-1' }, { position: 2 }],
    },
  ]);
});
