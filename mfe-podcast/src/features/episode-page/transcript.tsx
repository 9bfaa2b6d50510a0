import type { Episode, PageTranscript } from '@site/shared/contracts/episodes.ts';
import { paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import type { MouseEvent } from 'react';
import { formatClock } from '../../episode/clock.ts';
import { seekTo } from '../../listening/play.ts';
import { usePlayback } from '../../listening/playback.ts';
import { texts } from './texts.ts';
import css from './transcript.module.css';

type TranscriptProps = { readonly episode: Episode; readonly transcript: PageTranscript; readonly isPlayable: boolean };

/**
 * The transcript of an episode, collapsed because it is much longer than the rest of the page. Search engines and readers without scripts
 * get the whole transcript. A press on a time plays the episode from there. Without scripts, the time is a link that opens the page at that
 * time. The paragraph that plays is marked.
 */
export function Transcript({ episode, transcript: { locale, paragraphs }, isPlayable }: TranscriptProps) {
  const t = useTexts(texts);
  const { id, slug } = episode;
  const current = usePlayback((now) => {
    const { seconds } = now?.episodeId === id ? now : { seconds: null };
    return seconds === null ? -1 : paragraphs.filter(({ startSeconds }) => startSeconds !== null && startSeconds <= seconds).length - 1;
  });
  const playFrom = (event: MouseEvent, startSeconds: number): void => {
    // A press with a modifier key still opens the link in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    seekTo(episode, startSeconds);
  };
  return (
    <details className={css.transcript}>
      <summary className={css.summary}>
        <h2 id="transcript">{t.transcript}</h2>
      </summary>
      <ol className={css.paragraphs} aria-labelledby="transcript">
        {paragraphs.map(({ startSeconds, speaker, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a page never change their order.
          <li key={index} className={css.paragraph} aria-current={index === current ? 'true' : undefined}>
            {startSeconds !== null &&
              (isPlayable ? (
                <a
                  className={css.time}
                  href={`${paths.episode.href(slug)}?t=${startSeconds}`}
                  rel="nofollow"
                  onClick={(event) => playFrom(event, startSeconds)}
                >
                  <VisuallyHidden>{t.playFrom}</VisuallyHidden> {formatClock(startSeconds)}
                </a>
              ) : (
                <span className={css.time}>{formatClock(startSeconds)}</span>
              ))}
            <p className={css.text} lang={locale}>
              {speaker !== null && speaker !== (paragraphs[index - 1]?.speaker ?? null) && <b>{speaker}: </b>}
              <span>{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </details>
  );
}
