import { NO_CATEGORY } from '@site/shared/contracts/podcast-categories.ts';
import { Button, Link, paths, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { api } from '../../signed-in/api.ts';
import { copyText } from '../../signed-in/copy-text.ts';
import layout from '../../signed-in/layout.module.css';
import { useOwnQuery } from '../../signed-in/own-query.ts';
import { blockHref } from '../block-editor/blocks.ts';
import css from './podcast-state.module.css';
import { podcastTexts } from './podcast-texts.ts';

type Facts = { readonly category?: unknown; readonly ownerEmail?: unknown };

/** Shows what directories still miss in the feed, its address, and how the owner submits it. */
export function PodcastState({ facts }: { facts: Facts }) {
  const t = useTexts(podcastTexts);
  return (
    <>
      <section className={css.panel} aria-label={t.state}>
        <Missing facts={facts} />
        <FeedAddress />
      </section>
      <details className={css.panel}>
        <summary className={css.summary}>{t.how}</summary>
        <ol className={css.steps}>
          {t.steps.map(({ name, url, text }) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {name}
                <VisuallyHidden> {t.newTab}</VisuallyHidden>
              </a>
              : {text}
            </li>
          ))}
        </ol>
        <p>
          {t.after} <Link to={blockHref('links')}>{t.places}</Link>
        </p>
      </details>
    </>
  );
}

function Missing({ facts }: { facts: Facts }) {
  const t = useTexts(podcastTexts);
  const { data, isPending, isError } = useOwnQuery(['podcast'], (signal) => api('GET /api/admin/podcast', { signal }));
  if (isPending) return null;
  const missing = [
    ...(data?.audioEpisodes === 0 ? (['audio'] as const) : []),
    ...(facts.category === NO_CATEGORY ? (['category'] as const) : []),
    ...(facts.ownerEmail ? [] : (['ownerEmail'] as const)),
  ];
  return (
    <>
      {missing.length > 0 && (
        <>
          <p className={css.title}>{t.missing}</p>
          <ul className={css.missing}>
            {missing.map((name) => (
              <li key={name}>
                {t[name]} {name === 'audio' && <Link to={paths.dashboard.href('episodes')}>{t.episodes}</Link>}
              </li>
            ))}
          </ul>
        </>
      )}
      {isError && <p className={layout.soft}>{t.unknown}</p>}
      {missing.length === 0 && !isError && <p className={css.title}>{t.ready}</p>}
    </>
  );
}

function FeedAddress() {
  const t = useTexts(podcastTexts);
  const address = `${location.origin}/podcast.xml`;
  return (
    <div className={css.address}>
      <p>
        <span className={layout.soft}>{t.address}: </span>
        <code>{address}</code>
      </p>
      <div className={layout.row}>
        <Button variant="secondary" size="s" onClick={() => void copyText(address, { copied: t.copied, failed: t.notCopied }, 'feed')}>
          {t.copy}
        </Button>
        <a href="/podcast.xml" target="_blank" rel="noopener">
          {t.open}
          <VisuallyHidden> {t.newTab}</VisuallyHidden>
        </a>
      </div>
    </div>
  );
}
