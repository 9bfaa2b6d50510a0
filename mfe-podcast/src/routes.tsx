import type { RemoteSlots } from '@site/shared/federation/slots.ts';
import type { RouteObject } from '@site/shared/site/site.ts';

/** The pages of this remote. Their paths begin at the site's root. */
export const routes: RouteObject[] = [
  { path: 'podcast', lazy: () => import('./features/episodes/podcast-page.tsx') },
  { path: 'podcast/serie/:slug', lazy: () => import('./features/series/series-page.tsx') },
  { path: 'podcast/:slug', lazy: () => import('./features/episode-page/episode-page.tsx') },
];

/** The components of this remote that the shell's pages and frame show. */
export const slots: RemoteSlots<'mfe-podcast'> = {
  // The home page needs both components, which share most of their code, so both are in one chunk.
  'episode-cards': () => import(/* webpackChunkName: "episodes" */ './slots/episode-cards-slot.tsx'),
  'episode-facade': () => import(/* webpackChunkName: "episodes" */ './slots/episode-facade-slot.tsx'),
  'player-dock': () => import('./player/player-dock-slot.tsx'),
  'audio-dock': () => import('./player/audio-dock-slot.tsx'),
};
