import { parseChapters } from '@site/shared/contracts/chapters.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import type { Slots } from '@site/shared/federation/slots.ts';
import { Icon, Link, type Playing, paths, usePlayer, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { numberFormat } from '@site/shared/texts/formats.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { type ReactNode, useRef, useState } from 'react';
import { formatClock } from '../episode/clock.ts';
import { usePlayback } from '../listening/playback.ts';
import audio from './audio-dock.module.css';
import { audioTexts } from './audio-texts.ts';
import { Drawing } from './drawing.tsx';
import css from './player-dock.module.css';
import { PLAYER_ID } from './player-id.ts';
import { closePlayer, useCountedPlay } from './playing.ts';
import { speakClock } from './speak-clock.ts';
import { RATES, useAudio } from './use-audio.ts';
import { useDockHeight } from './use-dock-height.ts';

export function Component({ author }: Slots['mfe-podcast']['audio-dock']) {
  const playing = usePlayer((player) => player.playing);
  return playing && <AudioDock playing={playing} author={author} />;
}

/**
 * The page's only audio player, at the window's lower edge. The player is outside the parts that change with the URL, and never moves in
 * the React tree. On a phone the player is one line, and a button shows the other controls.
 */
function AudioDock({ playing, author }: { playing: Playing; author: string }) {
  const t = useTexts(audioTexts);
  const { locale } = usePreferences();
  const { slug, title, description, durationSeconds, audio: file } = playing.episode;
  const element = useRef<HTMLAudioElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const chapters = parseChapters(description, durationSeconds);
  const player = useAudio(element, playing, chapters, author);
  const state = usePlayback((now) => now?.state ?? 'starting');
  const seconds = usePlayback((now) => Math.floor(now?.seconds ?? 0));
  const [isOpen, setOpen] = useState(false);
  /** The position of the seek bar's thumb while the listener drags the thumb. */
  const [held, setHeld] = useState<number | null>(null);
  useDockHeight(box, false);
  useCountedPlay('listen', slug, state);

  const { duration, hasFailed, rate, play, pause, seek, skip } = player;
  const isOn = state === 'playing' || (state === 'starting' && !hasFailed);
  const shown = held ?? seconds;
  const chapter = chapters.filter(({ startSeconds }) => startSeconds <= shown).length - 1;
  const tool = (name: string, onClick: () => void, drawing: ReactNode) => (
    <button type="button" className={css.tool} onClick={onClick}>
      {drawing}
      <VisuallyHidden>{name}</VisuallyHidden>
    </button>
  );
  return (
    <section
      id={PLAYER_ID}
      className={css.dock}
      data-folded
      data-state={state}
      aria-label={t.player}
      aria-busy={state === 'starting'}
      tabIndex={-1}
    >
      <audio ref={element} src={file?.url} preload="auto" {...player.events} />
      <div ref={box} className={css.box}>
        <div className={audio.bar} data-open={isOpen || undefined}>
          <span className={audio.heard} style={{ inlineSize: `${(100 * shown) / duration}%` }} />
          {tool(
            isOn ? t.pause : t.play,
            isOn ? pause : play,
            <span className={audio.main} data-busy={(isOn && state === 'starting') || undefined}>
              <Drawing name={isOn ? 'pause' : 'play'} />
            </span>,
          )}
          {tool(t.back, () => skip(-player.STEP), <span aria-hidden="true">−15</span>)}
          {tool(t.forward, () => skip(player.STEP), <span aria-hidden="true">+15</span>)}
          <div className={audio.words}>
            <Link className={css.title} to={paths.episode.href(slug)} lang={AUTHOR_LOCALE}>
              {title}
            </Link>
            <span className={audio.status} role="status">
              {hasFailed ? t.failed : isOn && state === 'starting' && <VisuallyHidden>{t.starting}</VisuallyHidden>}
            </span>
            {hasFailed ? (
              <button type="button" className={audio.retry} onClick={player.retry}>
                {t.retry}
              </button>
            ) : (
              <span className={audio.times}>{`${formatClock(shown)} / ${formatClock(duration)}`}</span>
            )}
          </div>
          <button type="button" className={`${css.tool} ${audio.more}`} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Drawing name={isOpen ? 'shrink' : 'grow'} />
            <VisuallyHidden>{t.more}</VisuallyHidden>
          </button>
          <div className={audio.panel}>
            <input
              ref={(range) => {
                // React has no prop for the browser's `change` event, which reports that the thumb was released or that a key moved the
                // thumb.
                if (range) range.onchange = () => [seek(range.valueAsNumber), setHeld(null)];
              }}
              className={audio.range}
              type="range"
              max={Math.floor(duration)}
              step={duration > 600 ? 5 : 1}
              value={shown}
              aria-label={t.position}
              aria-valuetext={t.of(speakClock(shown, locale), speakClock(duration, locale))}
              onChange={(event) => setHeld(event.currentTarget.valueAsNumber)}
            />
            {chapters.length > 0 && (
              <select
                className={audio.select}
                aria-label={t.chapter}
                value={chapter}
                onChange={(event) => seek(chapters[Number(event.currentTarget.value)]?.startSeconds ?? 0)}
              >
                {chapters.map(({ startSeconds, title: name }, index) => (
                  <option key={startSeconds} value={index} lang={AUTHOR_LOCALE}>
                    {`${formatClock(startSeconds)} ${name}`}
                  </option>
                ))}
              </select>
            )}
            <select
              className={audio.select}
              data-short
              aria-label={t.speed}
              value={rate}
              onChange={(event) => player.chooseRate(Number(event.currentTarget.value))}
            >
              {RATES.map((each) => (
                <option key={each} value={each}>{`${numberFormat(locale, {}).format(each)}×`}</option>
              ))}
            </select>
          </div>
          {tool(t.close, closePlayer, <Icon path={pageIcons.close} />)}
        </div>
      </div>
    </section>
  );
}
