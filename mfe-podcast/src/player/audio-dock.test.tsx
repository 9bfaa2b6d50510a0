import type { Episode } from '@site/shared/contracts/episodes.ts';
import { playerStore, usePlayer } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EpisodeGrid } from '../episode/episode-grid.tsx';
import { seekTo } from '../listening/play.ts';
import { playback } from '../listening/playback.ts';
import { anEpisode } from '../testing/an-episode.ts';
import { Component as AudioDock } from './audio-dock-slot.tsx';

const heard = (number: number, changes: Partial<Episode> = {}): Episode =>
  anEpisode(number, {
    media: null,
    durationSeconds: 600,
    description: 'Resumo.\n\n00:00 Começo\n01:00 Meio\n05:00 Fim',
    audio: { url: `/audio/a-${number}.v1.mp3`, type: 'audio/mpeg', bytes: 10, seconds: 600 },
    ...changes,
  });

/** jsdom plays no audio, so this object replaces the browser's part of the audio element. */
const file = { readyState: 0, paused: true, ended: false, currentTime: 0, refusal: null as string | null, loads: 0 };
const audio = () => document.querySelector('audio') ?? document.createElement('audio');
/** Fires an event of the audio element, as the browser does. */
const report = (event: 'loadedMetadata' | 'playing' | 'waiting' | 'timeUpdate' | 'ended' | 'error') => act(() => fireEvent[event](audio()));
const reach = (seconds: number) => {
  file.currentTime = seconds;
  report('timeUpdate');
};

const handlers = new Map<string, (details: object) => void>();
const session = {
  metadata: null as { title: string; artist: string } | null,
  setActionHandler: (action: string, handler: ((details: object) => void) | null) => {
    if (action === 'stop') throw new TypeError('unknown action');
    if (handler) handlers.set(action, handler);
    else handlers.delete(action);
  },
  setPositionState: vi.fn(),
};

beforeEach(() => {
  localStorage.clear();
  // An event of another tab makes the module read its storage again, so that no position of an earlier test is left.
  dispatchEvent(new StorageEvent('storage', { key: null }));
  playerStore.getState().close();
  Object.assign(file, { readyState: 0, paused: true, ended: false, currentTime: 0, refusal: null, loads: 0 });
  for (const name of ['readyState', 'paused', 'ended'] as const)
    Object.defineProperty(HTMLMediaElement.prototype, name, { configurable: true, get: () => file[name] });
  Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
    configurable: true,
    get: () => file.currentTime,
    set: (seconds: number) => {
      file.currentTime = seconds;
    },
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function play(this: HTMLMediaElement) {
    if (file.refusal) throw new DOMException('', file.refusal);
    file.paused = false;
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function pause(this: HTMLMediaElement) {
    file.paused = true;
    this.dispatchEvent(new Event('pause'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {
    file.readyState = 0;
    file.loads += 1;
  });
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: session });
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(facts: object) {
        Object.assign(this, facts);
      }
    },
  );
  for (const name of ['ResizeObserver', 'IntersectionObserver'])
    vi.stubGlobal(
      name,
      class {
        observe() {}
        disconnect() {}
      },
    );
});

/** Renders the dock as the shell does: only while audio plays. */
const Dock = () => usePlayer(({ playing }) => playing?.medium) === 'audio' && <AudioDock author="Autora" />;

async function open(episodes = [heard(1), heard(2)], preferences = {}) {
  const Site = () => (
    <main tabIndex={-1}>
      <EpisodeGrid episodes={episodes} headingLevel={3} />
      <Dock />
    </main>
  );
  await renderInSite({ routes: [{ path: '/', Component: Site }], at: '/', preferences });
  return userEvent.setup();
}

/** Simulates that the browser has loaded the audio file and plays it. */
function begin() {
  file.readyState = 4;
  report('loadedMetadata');
  report('playing');
}

const press = (name: string | RegExp) => screen.getByRole('button', { name });
const dock = () => screen.getByRole('region', { name: 'Player de áudio' });
const position = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Posição' });

describe('the audio player', () => {
  it('the audio player appears when an episode starts, shows that the audio loads, and then plays', async () => {
    const user = await open();
    expect(document.querySelector('audio')).toBeNull();
    await user.click(press('Reproduzir: Episódio 1'));
    expect(audio().getAttribute('src')).toBe('/audio/a-1.v1.mp3');
    expect(dock().getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Carregando o áudio…')).toBeDefined();
    begin();
    expect(dock().getAttribute('aria-busy')).toBe('false');
    reach(83);
    expect(dock().textContent).toContain('1:23 / 10:00');
    report('waiting');
    expect(dock().getAttribute('aria-busy')).toBe('true');
  });

  it('the card of an episode pauses and continues the audio', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(83);
    await user.click(press('Pausar: Episódio 1'));
    expect(file.paused).toBe(true);
    await user.click(press('Continuar de 1:23. Reproduzir: Episódio 1'));
    expect([file.paused, file.currentTime]).toEqual([false, 83]);
  });

  it("the buttons, the seek bar and the chapters move the audio, never beyond the episode's ends", async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(10);
    await user.click(press('Voltar 15 segundos'));
    expect(file.currentTime).toBe(0);
    await user.click(press('Avançar 15 segundos'));
    expect(file.currentTime).toBe(15);
    fireEvent.change(position(), { target: { value: '402' } });
    expect(file.currentTime).toBe(402);
    report('timeUpdate');
    expect(position().getAttribute('aria-valuetext')).toBe('6 minutos 42 segundos de 10 minutos');
    const chapters = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Capítulo' });
    expect(chapters.selectedOptions[0]?.text).toBe('5:00 Fim');
    await user.selectOptions(chapters, '1:00 Meio');
    expect(file.currentTime).toBe(60);
  });

  it('the audio player keeps the speed for the next episode and the next visit', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Velocidade' }), '1,5×');
    expect([audio().playbackRate, audio().defaultPlaybackRate]).toEqual([1.5, 1.5]);
    await user.click(press('Fechar o player'));
    await user.click(press('Reproduzir: Episódio 2'));
    expect(audio().playbackRate).toBe(1.5);
  });

  it('the audio player continues a little before the second at which the listener stopped, and at the beginning after the end', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(100);
    await user.click(press('Fechar o player'));
    Object.assign(file, { readyState: 0, currentTime: 0 });
    await user.click(press('Continuar de 1:40. Reproduzir: Episódio 1'));
    expect(file.currentTime).toBe(0);
    begin();
    expect(file.currentTime).toBe(97);
    file.ended = true;
    reach(600);
    report('ended');
    expect(playback()?.state).toBe('ended');
    await user.click(press('Fechar o player'));
    expect(press('Reproduzir: Episódio 1')).toBeDefined();
  });

  it('another episode plays in the same audio element, from its own position', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(100);
    const first = audio();
    Object.assign(file, { readyState: 0, currentTime: 0 });
    await user.click(press('Reproduzir: Episódio 2'));
    expect(audio()).toBe(first);
    expect(first.getAttribute('src')).toBe('/audio/a-2.v1.mp3');
    expect(playback()).toMatchObject({ episodeId: 'video-2', state: 'starting', seconds: 0 });
    await act(async () => seekTo(heard(2), 300));
    begin();
    expect(file.currentTime).toBe(300);
  });

  it('an audio file that fails shows an error, and a retry continues at the same position', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(200);
    report('error');
    expect(screen.getByText('O áudio não tocou.')).toBeDefined();
    expect(dock().getAttribute('aria-busy')).toBe('false');
    await user.click(press('Tentar de novo'));
    expect(screen.queryByText('O áudio não tocou.')).toBeNull();
    file.currentTime = 0;
    begin();
    expect([file.loads, file.currentTime]).toEqual([1, 200]);
  });

  it("a browser that requires a press on the audio player shows the player's play button", async () => {
    file.refusal = 'NotAllowedError';
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    expect(await screen.findByRole('button', { name: 'Reproduzir' })).toBeDefined();
    file.refusal = null;
    await user.click(press('Reproduzir'));
    expect(file.paused).toBe(false);
  });

  it('the lock screen shows the episode, and its buttons move the audio by seconds and by chapters', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 1'));
    begin();
    reach(70);
    expect(session.metadata).toMatchObject({ title: 'Episódio 1', artist: 'Autora' });
    expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 600, position: 70, playbackRate: 1 });
    const command = (action: string, details = {}) => {
      act(() => handlers.get(action)?.({ action, ...details }));
      return file.currentTime;
    };
    expect(command('seekforward')).toBe(85);
    expect(command('seekbackward', { seekOffset: 10 })).toBe(75);
    expect(command('previoustrack')).toBe(60);
    expect(command('previoustrack')).toBe(0);
    expect(command('nexttrack')).toBe(60);
    expect(command('seekto', { seekTime: 310 })).toBe(310);
    expect(command('nexttrack')).toBe(310);
    command('pause');
    expect(file.paused).toBe(true);
    await user.click(press('Fechar o player'));
    expect([session.metadata, handlers.size]).toEqual([null, 0]);
  });

  it('closing the audio player returns the focus to the card', async () => {
    const user = await open();
    await user.click(press('Reproduzir: Episódio 2'));
    await user.click(press('Fechar o player'));
    await vi.waitFor(() => expect(document.activeElement).toBe(press('Reproduzir: Episódio 2')));
  });
});

describe('an episode with audio and video', () => {
  const both = anEpisode(1, { audio: { url: 'https://elsewhere.test/1.mp3', type: 'audio/mpeg', bytes: 10, seconds: 2_841 } });

  it('an episode with audio and video has two buttons, and a chapter plays in the medium that was chosen last', async () => {
    const user = await open([both]);
    await act(async () => seekTo(both, 30));
    expect(playerStore.getState().playing?.medium).toBe('video');
    act(() => playerStore.getState().close());
    await user.click(press('Ouvir: Episódio 1'));
    expect(playerStore.getState().playing?.medium).toBe('audio');
    expect(press('Assistir: Episódio 1')).toBeDefined();
    act(() => playerStore.getState().close());
    await act(async () => seekTo(both, 30));
    expect(playerStore.getState().playing).toMatchObject({ medium: 'audio', startSeconds: 30 });
  });

  it('a video that only its provider plays is a link next to the audio button', async () => {
    await open([{ ...both, media: { kind: 'youtube', url: 'https://videos.test/1', isExternal: true } }]);
    expect(press('Ouvir: Episódio 1')).toBeDefined();
    expect(screen.getByRole('link', { name: /^Assistir no YouTube: Episódio 1/ }).getAttribute('href')).toBe('https://videos.test/1');
  });
});
