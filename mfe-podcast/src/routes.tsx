import type { RouteObject } from '@site/shared/site/site.ts';

/** The remote's one door: its pages, by their paths from the site's root. */
export const routes: RouteObject[] = [{ path: 'podcast', lazy: () => import('./features/episodes/podcast-page.tsx') }];
