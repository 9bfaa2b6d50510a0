import { playerStore } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { anEpisode } from '../testing/an-episode.ts';
import { EpisodeGrid } from './episode-grid.tsx';

const open = (episodes = [anEpisode(1), anEpisode(2)], preferences = {}) =>
  renderInSite({
    routes: [{ path: '/', Component: () => <EpisodeGrid episodes={episodes} headingLevel={3} /> }],
    at: '/',
    preferences,
  });

const card = (name: string) => within(screen.getByRole('article', { name }));

/** Returns the card's empty popover, which is open while the card is turned. */
function turnOf(name: string): Element {
  const button = card(name).getByRole('button', { name: /Ver descrição/ });
  return document.getElementById(button.getAttribute('popovertarget') ?? '') ?? document.body;
}

/** Fires the browser's event for a turned card, because jsdom has no popovers. */
const turn = (name: string, newState: 'open' | 'closed') => fireEvent(turnOf(name), Object.assign(new Event('toggle'), { newState }));

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

describe('an episode card', () => {
  it("an episode card names the recording's language, whatever the page's language is", async () => {
    await open([anEpisode(1)], { locale: 'en' });
    const [title = document.body] = screen.getAllByRole('heading', { name: 'Episódio 1' });
    expect(within(title).getByRole('link').lang).toBe('pt-BR');
  });

  it('an episode card shows day, length, title and summary, and links to the episode and both platforms', async () => {
    await open();
    const first = card('Episódio 1');
    // Both sides of the card show these links.
    for (const said of ['1 de mar. de 2026', '47 min', 'Sobre o que é o 1.']) expect(first.getAllByText(said)).toHaveLength(2);
    expect(first.getByRole('link', { name: 'Episódio 1' }).getAttribute('href')).toBe('/podcast/episodio-1');
    expect(first.getByRole('link', { name: /^Ver no YouTube: Episódio 1/ }).getAttribute('href')).toBe('https://videos.test/1');
    expect(first.getByRole('link', { name: /^Ouvir no Spotify: Episódio 1/ }).getAttribute('rel')).toBe('noopener');
  });

  it('an episode card without a video has no play button', async () => {
    await open([anEpisode(1, { media: null, spotifyUrl: '' })]);
    expect(card('Episódio 1').getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByRole('button', { name: /^Reproduzir/ })).toBeNull();
  });

  it('an episode card links to the provider if only the provider may play the video', async () => {
    await open([anEpisode(1, { media: { kind: 'youtube', url: 'https://videos.test/1', isExternal: true } })]);
    const link = card('Episódio 1').getByRole('link', { name: 'Assistir no YouTube: Episódio 1 (abre em nova aba)' });
    expect(link.getAttribute('href')).toBe('https://videos.test/1');
    expect(screen.queryByRole('button', { name: /^Reproduzir/ })).toBeNull();
  });

  it('an episode card has the whole description on its back', async () => {
    await open([anEpisode(1, { description: 'Resumo.\n\n00:00 Começo\nhttps://exemplo.test/a' })]);
    const description = screen.getByRole('region', { name: 'Descrição: Episódio 1' });
    expect(within(description).getByText(/00:00 Começo/)).toBeDefined();
    const link = within(description).getByRole('link', { name: /exemplo\.test/ });
    expect(link.getAttribute('rel')).toContain('noopener');
    expect(turnOf('Episódio 1').getAttribute('popover')).toBe('manual');
  });

  it('the back of an episode card without a description says that there is none', async () => {
    await open([anEpisode(1, { description: ' ', spotifyUrl: '' })], { locale: 'en' });
    expect(screen.getByText('No description available.')).toBeDefined();
    expect(screen.queryByRole('link', { name: /Spotify/ })).toBeNull();
  });

  it('an episode card plays the video in its own place, and stops the video of another card', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Reproduzir: Episódio 1' }));
    const first = playerStore.getState();
    expect(first.playing?.episode.id).toBe('video-1');
    expect(screen.getByRole('article', { name: 'Episódio 1' }).contains(first.place)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Reproduzir: Episódio 1' })).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Reproduzir: Episódio 2' }));
    expect(playerStore.getState().playing?.episode.id).toBe('video-2');
    expect(screen.getByRole('button', { name: 'Reproduzir: Episódio 1' })).toBeDefined();
  });

  it('an episode card that is turned to its description moves the video away, and gets it back later', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(screen.getByRole('button', { name: 'Reproduzir: Episódio 1' }));
    turn('Episódio 1', 'open');
    expect(playerStore.getState().place).toBeNull();
    expect(playerStore.getState().playing?.episode.id).toBe('video-1');
    turn('Episódio 1', 'closed');
    expect(screen.getByRole('article', { name: 'Episódio 1' }).contains(playerStore.getState().place)).toBe(true);
  });

  it('an episode card loads nothing from the provider before the visitor presses play', async () => {
    await open();
    expect(document.querySelector('iframe')).toBeNull();
    expect(document.body.innerHTML).not.toMatch(/ytimg|youtube-nocookie/);
  });
});
