import { toInstant } from '@site/shared/dates/dates.ts';
import { connectIdentity, type Playing, sessionStore } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { resumeSeconds } from '../listening/listening.ts';
import { notePlayback } from '../listening/playback.ts';
import { anEpisode } from '../testing/an-episode.ts';
import { useVideoFrame } from './use-video-frame.ts';

const PLAYER = 'https://player.test';
const episode = anEpisode(1);
const { id, title } = episode;

function Video({ playing }: { playing: Playing }) {
  const { iframe, key, src, onLoad } = useVideoFrame(playing, PLAYER);
  return <iframe key={key} ref={iframe} src={src} onLoad={onLoad} title={title} />;
}

const frames = () => [...document.querySelectorAll('iframe')];
const starts = () => frames().map(({ src }) => new URL(src).searchParams.get('start'));

it('the player seeks to the position of another device when the account reports it after the press on play', async () => {
  const playing = { episode, medium: 'video', startSeconds: null } as const;
  const Opened = () => {
    // A page that was just opened does not know the visitor's session yet.
    sessionStore.setState({ session: { status: 'unknown' } });
    return (
      <>
        <Video playing={playing} />
        <Video playing={playing} />
        <Video playing={{ ...playing, startSeconds: 30 }} />
      </>
    );
  };
  await renderInSite({ routes: [{ path: '/', Component: Opened }], at: '/' });
  const opened = frames();
  const commands: unknown[] = [];
  for (const [nth, { contentWindow }] of opened.entries()) {
    if (!contentWindow) throw new Error('nothing plays');
    vi.spyOn(contentWindow, 'postMessage').mockImplementation((message: unknown) => {
      const { event, func, args } = JSON.parse(String(message));
      if (event === 'command') commands.push([nth, func, args]);
    });
  }
  const [loaded, , atItsPlace] = opened;
  for (const player of [loaded, atItsPlace]) if (player) fireEvent.load(player);
  expect(starts()).toEqual([null, null, '30']);

  const positions = [{ episodeId: id, seconds: 900, heardAt: toInstant(new Date()) }];
  vi.stubGlobal('fetch', async () => Response.json({ positions }));
  connectIdentity(async () => ({ token: async () => 'token' }) as never);
  act(() => sessionStore.setState({ session: { status: 'signed-in', uid: 'ana', email: 'a@b.test', emailVerified: true, me: null } }));
  // A frame that has not loaded gets a new URL instead of a message.
  await vi.waitFor(() => expect(starts()).toEqual([null, '897', '30']));
  expect(commands).toEqual([[0, 'seekTo', [897, true]]]);
  expect([frames()[0], frames()[2]]).toEqual([loaded, atItsPlace]);

  // While this page is hidden, the other device continues the episode. On this page the episode has ended.
  positions[0] = { episodeId: id, seconds: 1_200, heardAt: toInstant(new Date(Date.now() + 1_000)) };
  notePlayback({ episodeId: id, state: 'paused', seconds: 900 });
  commands.length = 0;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() =>
    expect(commands).toEqual([
      [0, 'seekTo', [1_197, true]],
      [2, 'seekTo', [1_197, true]],
    ]),
  );
  positions[0] = { episodeId: id, seconds: 1_500, heardAt: toInstant(new Date(Date.now() + 2_000)) };
  notePlayback({ episodeId: id, state: 'ended', seconds: 2_000 });
  commands.length = 0;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(resumeSeconds(id)).toBe(1_497));
  expect(commands).toEqual([]);
  vi.unstubAllGlobals();
});
