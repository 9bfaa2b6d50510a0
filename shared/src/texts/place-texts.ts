import type { ListeningPlace, PlaceKind } from '../contracts/listening-places.ts';
import { defineTexts } from './locales.ts';

const names = {
  apple: 'Apple Podcasts',
  deezer: 'Deezer',
  youtube_music: 'YouTube Music',
  amazon_music: 'Amazon Music',
  pocket_casts: 'Pocket Casts',
  castbox: 'Castbox',
  overcast: 'Overcast',
};

/** The names of the places where the podcast can be heard. */
export const placeTexts = defineTexts(
  {
    ...names,
    youtube: 'Canal no YouTube',
    spotify: 'Podcast no Spotify',
    whatsapp: 'Canal no WhatsApp',
    rss: 'Feed RSS do podcast',
    elsewhere: 'Outro lugar',
  } satisfies Record<PlaceKind, string>,
  {
    ...names,
    youtube: 'YouTube channel',
    spotify: 'Podcast on Spotify',
    whatsapp: 'WhatsApp channel',
    rss: 'RSS feed of the podcast',
    elsewhere: 'Another place',
  },
);

/** Returns the name of a place to listen: the name that the owner entered, or else the platform's own name. */
export const nameOfPlace = (texts: Readonly<Record<PlaceKind, string>>, { kind, name }: Pick<ListeningPlace, 'kind' | 'name'>): string =>
  name ?? texts[kind];
