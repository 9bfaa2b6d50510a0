import { PreferencesProvider, playerStore } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import type { Locale } from '@site/shared/texts/locales.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EpisodeGrid } from '../episode/episode-grid.tsx';
import { anEpisode } from '../testing/an-episode.ts';
import { Component as PlayerDock } from './player-dock-slot.tsx';

const PLAYER = 'https://player.test';

/** Reports to the dock whether the card of the video is in view. */
let see: (ratio: number) => void;

function Cards() {
  return <EpisodeGrid episodes={[anEpisode(1), anEpisode(2)]} headingLevel={3} />;
}

async function open() {
  const Site = () => (
    <main tabIndex={-1}>
      <Cards />
      <PlayerDock playerUrl={PLAYER} />
    </main>
  );
  const elsewhere = {
    path: 'shop',
    Component: () => (
      <main tabIndex={-1}>
        <PlayerDock playerUrl={PLAYER} />
      </main>
    ),
  };
  return await renderInSite({ routes: [{ path: '/', Component: Site }, elsewhere], at: '/' });
}

const frame = () => document.querySelector('iframe');
const dock = () => screen.getByRole('region', { name: 'Player de vídeo' });
const press = (name: string) => screen.getByRole('button', { name });

/** Collects the messages that the site sends to the player from now on. */
function hear(): unknown[] {
  const heard: unknown[] = [];
  const target = frame()?.contentWindow;
  if (!target) throw new Error('nothing plays');
  vi.spyOn(target, 'postMessage').mockImplementation((message: unknown, origin: unknown) => {
    heard.push([JSON.parse(String(message)), origin]);
  });
  return heard;
}

/** Sends a message as the player's page does. */
const say = (info: object, origin = PLAYER, source: Window | null | undefined = frame()?.contentWindow) =>
  act(() => {
    const data = JSON.stringify({ event: 'infoDelivery', info });
    window.dispatchEvent(new MessageEvent('message', { data, origin, source: source ?? null }));
  });

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(378);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(213);
  playerStore.getState().close();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { intersectionRatio: number; isIntersecting: boolean }[]) => void) {
        see = (intersectionRatio) => callback([{ intersectionRatio, isIntersecting: intersectionRatio > 0 }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe("the player's dock", () => {
  it('the dock appears when an episode starts, plays at once and takes the focus', async () => {
    const user = userEvent.setup();
    await open();
    expect(frame()).toBeNull();
    await user.click(press('Reproduzir: Episódio 1'));
    const { origin, pathname, searchParams } = new URL(frame()?.src ?? '');
    expect([origin, pathname]).toEqual([PLAYER, '/embed/video-1']);
    expect(Object.fromEntries(searchParams)).toMatchObject({ autoplay: '1', enablejsapi: '1', origin: location.origin, hl: 'pt-BR' });
    expect(frame()?.title).toBe('Vídeo: Episódio 1');
    expect(document.activeElement).toBe(frame());
  });

  it("the dock keeps the same frame over the card and at the window's lower edge", async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    const playing = frame();
    expect(dock().dataset.inPlace).toBe('true');
    act(() => see(0.2));
    expect(dock().dataset.inPlace).toBeUndefined();
    act(() => see(0.8));
    expect(dock().dataset.inPlace).toBe('true');
    expect(frame()).toBe(playing);
  });

  it('the dock keeps playing when the language changes, and the next video uses the new language', async () => {
    const user = userEvent.setup();
    const site = {
      currency: 'BRL',
      timeZone: 'UTC',
      currencies: [],
      chooseLocale: () => undefined,
      chooseCurrency: () => undefined,
    } as const;
    function Site() {
      const [locale, setLocale] = useState<Locale>('pt-BR');
      return (
        <PreferencesProvider value={{ ...site, locale }} written={new Map()}>
          <main tabIndex={-1}>
            <Cards />
            <PlayerDock playerUrl={PLAYER} />
            <button type="button" onClick={() => setLocale('en')}>
              English
            </button>
          </main>
        </PreferencesProvider>
      );
    }
    await renderInSite({ routes: [{ path: '/', Component: Site }], at: '/' });
    await user.click(press('Reproduzir: Episódio 1'));
    const address = frame()?.src;
    await user.click(press('English'));
    expect(frame()?.title).toBe('Video: Episódio 1');
    expect(frame()?.src).toBe(address);
    await user.click(press('Play: Episódio 2'));
    expect(new URL(frame()?.src ?? '').searchParams.get('hl')).toBe('en');
  });

  it('the dock stops the first video when a second one starts', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    await user.click(press('Reproduzir: Episódio 2'));
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    expect(frame()?.src).toContain('/embed/video-2');
  });

  it('the dock seeks in a loaded video by a message, and in an unloaded video by its URL', async () => {
    await open();
    const episode = anEpisode(1);
    const ask = (startSeconds: number) => act(() => playerStore.getState().play({ episode, medium: 'video', startSeconds }, null));
    ask(30);
    ask(60);
    expect(new URL(frame()?.src ?? '').searchParams.get('start')).toBe('60');

    const playing = frame();
    if (playing) fireEvent.load(playing);
    const heard = hear();
    ask(402);
    expect(heard).toEqual([
      [{ event: 'command', func: 'seekTo', args: [402, true], id: 'player', channel: 'widget' }, PLAYER],
      [{ event: 'command', func: 'playVideo', args: [], id: 'player', channel: 'widget' }, PLAYER],
    ]);
    expect(frame()).toBe(playing);
  });

  it("the dock shows the episode's picture with a loading note until the video plays", async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    expect(dock().getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Abrindo o vídeo…')).toBeDefined();
    say({ playerState: 1, currentTime: 0 });
    expect(dock().getAttribute('aria-busy')).toBe('false');
    expect(screen.queryByText('Abrindo o vídeo…')).toBeNull();
  });

  it('the dock continues a little before the second at which the listener stopped, and at the beginning after the end', async () => {
    const user = userEvent.setup();
    await open();
    const again = async (name: RegExp) => {
      await user.click(press('Fechar o player'));
      await user.click(screen.getByRole('button', { name }));
      return new URL(frame()?.src ?? '').searchParams.get('start');
    };
    await user.click(press('Reproduzir: Episódio 1'));
    say({ playerState: 1, currentTime: 1_099.4, duration: 2_841 });
    expect(await again(/^Continuar de 18:19. Reproduzir: Episódio 1$/)).toBe('1096');
    say({ playerState: 1, currentTime: 2_830, duration: 2_841 });
    expect(await again(/^Reproduzir: Episódio 1$/)).toBeNull();
  });

  it('the dock ignores messages from other windows', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    say({ playerState: 1, currentTime: 900 }, 'https://other.test');
    say({ playerState: 1, currentTime: 900 }, PLAYER, window);
    expect(dock().getAttribute('aria-busy')).toBe('true');
  });

  it('the dock moves to the lower edge if the card is smaller than the provider allows', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(199);
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    expect(dock().dataset.inPlace).toBeUndefined();
  });

  it('the dock pauses and plays at the lower edge, and can be collapsed only while the video is paused', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    act(() => see(0));
    const heard = hear() as [{ func: string }, string][];
    say({ playerState: 1, currentTime: 5 });
    await user.click(press('Pausar'));
    say({ playerState: 2 });
    expect(dock().dataset.folded).toBeUndefined();
    await user.click(press('Reproduzir'));
    say({ playerState: 1 });
    await user.click(press('Pausar e recolher o player'));
    expect(heard.map(([{ func }]) => func)).toEqual(['pauseVideo', 'playVideo', 'pauseVideo']);
    expect(dock().dataset.folded).toBeUndefined();
    say({ playerState: 2 });
    expect(dock().dataset.folded).toBe('true');
    expect(press('Mostrar o vídeo').getAttribute('aria-expanded')).toBe('false');

    say({ playerState: 1 });
    expect(dock().dataset.folded).toBeUndefined();
    say({ playerState: 2 });
    expect(dock().dataset.folded).toBeUndefined();
  });

  it('closing the dock returns the focus to the card', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(press('Reproduzir: Episódio 1'));
    await user.click(press('Fechar o player'));
    expect(frame()).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(press('Reproduzir: Episódio 1')));
  });
});
