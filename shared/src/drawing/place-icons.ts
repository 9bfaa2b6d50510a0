import type { PlaceKind } from '../contracts/listening-places.ts';
import type { IconPath } from '../primitives/icons.ts';
import { microphone, rss, video } from './page-icons.ts';

/** A drawing of our own for each place where the podcast can be heard. None is a logo. */
export const placeIcons: Readonly<Record<PlaceKind, IconPath>> = {
  apple: 'M12 9.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM12 16v4.5M8 15.5a5.25 5.25 0 1 1 8 0M5.5 18a8.75 8.75 0 1 1 13 0',
  spotify: microphone,
  deezer: 'M4 18.5h3M10.5 18.5h3M17 18.5h3M10.5 14.5h3M17 14.5h3M17 10.5h3M10.5 10.5h3M17 6.5h3M4 14.5h3',
  youtube_music: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-2 5v7l5.5-3.5-5.5-3.5Z',
  youtube: video,
  amazon_music: 'M9 17.5V6l10-2v11.5M9 17.5a2.5 2.5 0 1 1-2.5-2.5A2.5 2.5 0 0 1 9 17.5Zm10-2a2.5 2.5 0 1 1-2.5-2.5 2.5 2.5 0 0 1 2.5 2.5Z',
  pocket_casts: 'M5 4.5h14V12a7 7 0 0 1-14 0V4.5ZM8.5 10a3.5 3.5 0 0 0 7 0',
  castbox: 'M12 3.5 19.5 8v8L12 20.5 4.5 16V8L12 3.5ZM9 10.5v3M12 9v6M15 10.5v3',
  overcast: 'M7.5 18.5a4 4 0 0 1-.5-8 5.5 5.5 0 0 1 10.5 1.25 3.4 3.4 0 0 1-.5 6.75H7.5Z',
  whatsapp: 'M4 20l1.25-4.25a8.25 8.25 0 1 1 3 3L4 20ZM9 10.5h6M9 13.5h4',
  rss,
  elsewhere: 'M4.5 14v-2a7.5 7.5 0 0 1 15 0v2M4.5 14h3v5.5h-1.5a1.5 1.5 0 0 1-1.5-1.5v-4Zm15 0h-3v5.5H18a1.5 1.5 0 0 0 1.5-1.5v-4Z',
};
