import type { Slots } from '@site/shared/federation/slots.ts';
import { EpisodeFacade } from '../episode/episode-facade.tsx';
import css from './episode-facade-slot.module.css';

const HERO_SIZES = '(min-width: 80rem) 40rem, (min-width: 64rem) 46vw, 92vw';

export function Component({ episode }: Slots['mfe-podcast']['episode-facade']) {
  return (
    <div className={css.frame}>
      <EpisodeFacade key={episode.id} episode={episode} sizes={HERO_SIZES} loading="first" />
    </div>
  );
}
