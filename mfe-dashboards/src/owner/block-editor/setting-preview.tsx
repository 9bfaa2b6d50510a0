import type { ListeningPlace } from '@site/shared/contracts/listening-places.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { placeIcons } from '@site/shared/drawing/place-icons.ts';
import { Icon, type IconPath, useTexts } from '@site/shared/site/site.ts';
import { nameOfPlace, placeTexts } from '@site/shared/texts/place-texts.ts';
import type { ReactNode } from 'react';
import layout from '../../signed-in/layout.module.css';
import { PodcastState } from '../setting-fields/podcast-state.tsx';
import type { Body } from './body.ts';
import { PricesMissing } from './prices-missing.tsx';
import css from './setting-preview.module.css';
import { texts } from './texts.ts';

/** Returns text as the site would show it; empty for other values. */
const wordsIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Previews the settings that have no page of their own, while they are typed. */
export function SettingPreview({ block, body }: { block: string; body: Body }): ReactNode {
  const t = useTexts(texts);
  if (block === 'currencies') return <PricesMissing body={body} />;
  if (block === 'podcast') return <PodcastState facts={body} />;
  const shown = { links: <Networks body={body} />, contact: <Contact body={body} />, podcast_categories: <Categories body={body} /> };
  if (!Object.hasOwn(shown, block)) return null;
  return (
    <section className={css.preview} aria-label={t.onTheSite}>
      <h2 className={css.title}>{t.onTheSite}</h2>
      {shown[block as keyof typeof shown]}
    </section>
  );
}

/** Previews the row of links at the foot of every page. The links work. */
function Networks({ body }: { body: Body }) {
  const t = useTexts(texts);
  const names = useTexts(placeTexts);
  const places = (Array.isArray(body.places) ? body.places : []) as readonly ListeningPlace[];
  const entered: { url: string; icon: IconPath; name: string }[] = [
    ...places.map((place) => ({ url: wordsIn(place.url), icon: placeIcons[place.kind], name: nameOfPlace(names, place) })),
    { url: wordsIn(body.instagram), icon: pageIcons.camera, name: 'Instagram' },
  ];
  const shown = entered.filter(({ url }, index) => url.startsWith('https://') && entered.findIndex((other) => other.url === url) === index);
  if (shown.length === 0) return <p className={layout.soft}>{t.noNetwork}</p>;
  return (
    <ul className={layout.chips}>
      {shown.map(({ url, name, icon }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" className={css.network}>
            <Icon path={icon} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Previews the lines of the contact page. */
function Contact({ body }: { body: Body }) {
  const t = useTexts(texts);
  const seller = [body.legalName, body.taxId, body.address].map(wordsIn).filter(Boolean);
  return (
    <dl className={css.facts}>
      <dt>{t.emailOnSite}</dt>
      <dd>{wordsIn(body.email) || '—'}</dd>
      {seller.length > 0 && (
        <>
          <dt>{t.sellerOnSite}</dt>
          {seller.map((fact) => (
            <dd key={fact}>{fact}</dd>
          ))}
        </>
      )}
    </dl>
  );
}

/** Previews the buttons of the podcast page. */
function Categories({ body }: { body: Body }) {
  const t = useTexts(texts);
  const names = Array.isArray(body.names) ? [...new Set(body.names.map(wordsIn).filter(Boolean))] : [];
  return (
    <ul className={layout.chips}>
      {[t.allEpisodes, ...names].map((name, index) => (
        <li key={name} className={css.chip} data-chosen={index === 0 || undefined}>
          {name}
        </li>
      ))}
    </ul>
  );
}
