import type { ListeningPlace } from '@site/shared/contracts/listening-places.ts';
import { placeIcons } from '@site/shared/drawing/place-icons.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { nameOfPlace, placeTexts } from '@site/shared/texts/place-texts.ts';
import { ExternalLink } from './external-link.tsx';

/** Shows a button for each place where the podcast can be heard, in the owner's order. */
export function ListeningPlaces({ places }: { places: readonly ListeningPlace[] }) {
  const names = useTexts(placeTexts);
  return places.map((place) => (
    <ExternalLink key={place.url} href={place.url} icon={placeIcons[place.kind]} look="button">
      {nameOfPlace(names, place)}
    </ExternalLink>
  ));
}
