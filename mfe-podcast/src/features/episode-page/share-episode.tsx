import type { Episode } from '@site/shared/contracts/episodes.ts';
import { ShareButtons } from '@site/shared/patterns/share-buttons.tsx';
import { paths, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { formatClock } from '../../episode/clock.ts';
import { useStoppedAt } from '../../listening/listening.ts';
import { usePlayingSecond } from '../../listening/use-playing-second.ts';
import css from './share-episode.module.css';
import { texts } from './texts.ts';

type ShareEpisodeProps = { readonly episode: Episode; readonly siteUrl: string; readonly startSeconds: number | null };

/**
 * Shares an episode from its beginning or from the current position. The shared position is the one at the moment when the visitor chose
 * it.
 */
export function ShareEpisode({ episode: { id, slug, title }, siteUrl, startSeconds }: ShareEpisodeProps) {
  const t = useTexts(texts);
  const [chosen, setChosen] = useState<number | null>(null);
  // In the first seconds of an episode, sharing the current position is pointless. In seconds.
  const playing = usePlayingSecond(id) || null;
  const stoppedAt = useStoppedAt(id);
  const moment = chosen ?? playing ?? startSeconds ?? stoppedAt;
  return (
    <div className={css.share}>
      {moment !== null && (
        <label className={css.moment}>
          <input type="checkbox" checked={chosen !== null} onChange={(event) => setChosen(event.currentTarget.checked ? moment : null)} />
          {t.shareMoment(formatClock(moment))}
        </label>
      )}
      <ShareButtons siteUrl={siteUrl} path={`${paths.episode.href(slug)}${chosen === null ? '' : `?t=${chosen}`}`} title={title} />
    </div>
  );
}
