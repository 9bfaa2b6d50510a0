import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import type { Slots } from '@site/shared/federation/slots.ts';
import { Icon, Link, type Playing, paths, usePlayer, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useEffect, useRef, useState } from 'react';
import { usePlayback } from '../listening/playback.ts';
import { Drawing } from './drawing.tsx';
import css from './player-dock.module.css';
import { PLAYER_ID } from './player-id.ts';
import { closePlayer, useCountedPlay } from './playing.ts';
import { texts } from './texts.ts';
import { useDockHeight } from './use-dock-height.ts';
import { usePlace } from './use-place.ts';
import { useVideoFrame } from './use-video-frame.ts';

export function Component({ playerUrl }: Slots['mfe-podcast']['player-dock']) {
  const playing = usePlayer((player) => player.playing);
  return playing && <Dock playing={playing} playerUrl={playerUrl} />;
}

/**
 * The only video of the page. The video is outside the parts that change with the URL, and never moves in the React tree. The video covers
 * the card that started it while the card is in view, and is otherwise at the window's lower edge. The provider requires a playing video to
 * be visible, at least 200 × 200 px, so a video collapsed to a bar is paused.
 */
function Dock({ playing, playerUrl }: { playing: Playing; playerUrl: string }) {
  const t = useTexts(texts);
  const { title, slug } = playing.episode;
  const place = usePlayer((player) => player.place);
  const box = useRef<HTMLDivElement>(null);
  const isInPlace = usePlace(box, place);
  useDockHeight(box, isInPlace);
  const { key, iframe, src, onLoad, play, pause } = useVideoFrame(playing, playerUrl);
  const state = usePlayback((now) => now?.state ?? 'starting');
  const [wantsBar, setWantsBar] = useState(false);
  const isFolded = wantsBar && !isInPlace && (state === 'paused' || state === 'ended');
  useEffect(() => {
    if (state === 'playing') setWantsBar(false);
  }, [state]);

  useCountedPlay('play', slug, state);

  // The pressed play button is gone, so the focus moves into the player. If another element has the focus, that element keeps it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each frame.
  useEffect(() => {
    if (document.activeElement === document.body || place?.contains(document.activeElement)) iframe.current?.focus({ preventScroll: true });
  }, [key]);

  return (
    <section
      id={PLAYER_ID}
      className={css.dock}
      data-in-place={isInPlace || undefined}
      data-folded={isFolded || undefined}
      data-state={state}
      aria-label={t.player}
      aria-busy={state === 'starting'}
      tabIndex={-1}
    >
      <div ref={box} className={css.box}>
        <div className={css.bar}>
          <Link className={css.title} to={paths.episode.href(slug)} lang={AUTHOR_LOCALE}>
            {title}
          </Link>
          {isInPlace ? (
            <button type="button" className={css.tool} onClick={() => place?.focus()}>
              {t.backToEpisode}
            </button>
          ) : (
            <>
              <button type="button" className={css.tool} onClick={state === 'playing' ? pause : play}>
                <Drawing name={state === 'playing' ? 'pause' : 'play'} />
                <VisuallyHidden>{state === 'playing' ? t.pause : t.play}</VisuallyHidden>
              </button>
              <button
                type="button"
                className={css.tool}
                aria-expanded={!isFolded}
                onClick={() => {
                  if (!isFolded) pause();
                  setWantsBar(!isFolded);
                }}
              >
                <Drawing name={isFolded ? 'grow' : 'shrink'} />
                <VisuallyHidden>{isFolded ? t.unfold : t.fold}</VisuallyHidden>
              </button>
            </>
          )}
          <button type="button" className={css.tool} onClick={closePlayer}>
            <Icon path={pageIcons.close} />
            <VisuallyHidden>{t.close}</VisuallyHidden>
          </button>
        </div>
        <div className={css.screen}>
          <iframe
            key={key}
            ref={iframe}
            className={css.video}
            src={src}
            title={t.video(title)}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
            onLoad={onLoad}
          />
        </div>
      </div>
    </section>
  );
}
