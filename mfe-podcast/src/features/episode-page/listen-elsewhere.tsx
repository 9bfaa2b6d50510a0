import type { Episode } from '@site/shared/contracts/episodes.ts';
import type { ListeningPlace } from '@site/shared/contracts/listening-places.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { ListeningPlaces } from '../../episode/listening-places.tsx';
import css from './episode-page.module.css';
import { texts } from './texts.ts';

/** Shows the places where the podcast can be heard. A place to which the episode has a direct link is left out. */
export function ListenElsewhere({ episode, places }: { episode: Episode; places: readonly ListeningPlace[] }) {
  const t = useTexts(texts);
  const others = places.filter(({ kind }) => !(kind === 'spotify' && episode.spotifyUrl) && !(kind === 'youtube' && episode.media));
  if (others.length === 0) return null;
  return (
    <section className={css.places} aria-labelledby="listen-at">
      <h2 id="listen-at">{t.listenAt}</h2>
      <div className={css.ways}>
        <ListeningPlaces places={others} />
      </div>
    </section>
  );
}
