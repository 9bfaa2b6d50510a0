// @vitest-environment jsdom
import type { Episode, EpisodeList } from '@site/shared/contracts/episodes.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { ApiError } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const anEpisode = (number: number, changes: Partial<Episode> = {}): Episode => ({
  id: `video-${number}`,
  title: `Episódio ${number}`,
  description: `Sobre o que é o ${number}.\n\n00:00 Começo`,
  publishedAt: instant('2026-03-01T12:00:00Z'),
  durationSeconds: 2_841,
  slug: `episodio-${number}`,
  picture: { base: `/thumbnails/${number}`, version: 'v1', color: '#c8694a' },
  youtubeUrl: `https://videos.test/${number}`,
  spotifyUrl: `https://show.test/${number}`,
  ...changes,
});

const PAGE_SIZE = 10;

/** A channel of `total` episodes, ten a page. */
const channel =
  (total: number) =>
  ({ query }: { query?: { after?: string } }): EpisodeList => {
    const from = Number(query?.after ?? 0);
    const to = Math.min(from + PAGE_SIZE, total);
    return {
      episodes: Array.from({ length: to - from }, (_, index) => anEpisode(from + index + 1)),
      total,
      nextCursor: to < total ? String(to) : null,
      categories: [],
      syncedAt: null,
      isSample: false,
      links: { youtube: 'https://videos.test/channel', spotify: null },
    };
  };

const open = (answer: (input: never) => unknown, at = '/podcast') => renderInSite({ routes, at, answers: { 'GET /api/episodes': answer } });

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('the podcast page', () => {
  it('shows an episode with its day, length, summary and both ways to it', async () => {
    await open(channel(1));
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('heading', { name: 'Episódio 1' })).toBeDefined();
    expect(card.getByText('1 de mar. de 2026')).toBeDefined();
    expect(card.getByText('47 min')).toBeDefined();
    expect(card.getByText('Sobre o que é o 1.')).toBeDefined();
    expect(card.getByRole('link', { name: /^Ver no YouTube: Episódio 1/ }).getAttribute('href')).toBe('https://videos.test/1');
    expect(card.getByRole('link', { name: /^Ouvir no Spotify: Episódio 1/ }).getAttribute('href')).toBe('https://show.test/1');
    expect(screen.queryByRole('button', { name: 'Carregar Mais Episódios' })).toBeNull();
  });

  it('leaves out what nobody configured', async () => {
    await open(() => ({ ...channel(1)({}), episodes: [anEpisode(1, { spotifyUrl: '', description: '' })] }));
    await screen.findByRole('article');
    expect(screen.getByRole('link', { name: /Canal no YouTube/ }).getAttribute('href')).toBe('https://videos.test/channel');
    expect(screen.queryByRole('link', { name: /Spotify/ })).toBeNull();
  });

  it('grows by six, reads further pages, and goes back to six', async () => {
    const user = userEvent.setup();
    const { router } = await open(channel(14));
    await waitFor(() => expect(titles()).toHaveLength(6));
    expect(screen.getByRole('status').textContent).toBe('Mostrando 6 de 14 episódios');
    expect(screen.queryByRole('button', { name: 'Mostrar Menos' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Carregar Mais Episódios' }));
    await waitFor(() => expect(titles()).toHaveLength(12));
    expect(document.activeElement?.textContent).toBe('Episódio 7');

    await user.click(screen.getByRole('button', { name: 'Carregar Mais Episódios' }));
    await waitFor(() => expect(titles()).toHaveLength(14));
    expect(document.activeElement?.textContent).toBe('Episódio 13');
    expect(router.state.location.search).toBe('?episodes=18');
    expect(screen.queryByRole('button', { name: 'Carregar Mais Episódios' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Mostrar Menos' }));
    await waitFor(() => expect(titles()).toHaveLength(6));
    expect(document.activeElement?.textContent).toBe('Episódios');
  });

  it('says that there is nothing yet', async () => {
    await open(channel(0));
    expect(await screen.findByRole('heading', { name: 'Ainda não há episódios por aqui' })).toBeDefined();
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('says that it failed, and tries again when asked', async () => {
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

  it('speaks English to who chose it', async () => {
    await renderInSite({ routes, at: '/podcast', answers: { 'GET /api/episodes': channel(7) }, preferences: { locale: 'en' } });
    expect(await screen.findByRole('button', { name: 'Load more episodes' })).toBeDefined();
    expect(screen.getAllByText('Mar 1, 2026')).toHaveLength(6);
  });
});
