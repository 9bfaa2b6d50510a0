import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { formatClock } from '../../episode/clock.ts';
import { seekTo } from '../../listening/play.ts';
import { usePlayingSecond } from '../../listening/use-playing-second.ts';
import css from './chapters.module.css';
import { texts } from './texts.ts';

/** Lists the chapters. A press on a chapter plays the episode from there. The current chapter is marked. */
export function Chapters({ episode, chapters }: Pick<EpisodePage, 'episode' | 'chapters'>) {
  const t = useTexts(texts);
  const second = usePlayingSecond(episode.id);
  const current = second === null ? -1 : chapters.filter(({ startSeconds }) => startSeconds <= second).length - 1;
  return (
    <section aria-labelledby="chapters">
      <h2 id="chapters" className={css.heading}>
        {t.chapters}
      </h2>
      <ol className={css.chapters}>
        {chapters.map((chapter, index) => (
          <li key={chapter.startSeconds}>
            <button
              type="button"
              className={css.chapter}
              aria-current={index === current ? 'true' : undefined}
              onClick={() => seekTo(episode, chapter.startSeconds)}
            >
              <span className={css.time}>{formatClock(chapter.startSeconds)}</span>
              <span lang={AUTHOR_LOCALE}>{chapter.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
