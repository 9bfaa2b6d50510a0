import type { FeedPreview } from '@site/shared/contracts/admin-podcast-import.ts';
import { Button, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useId, useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { sizeOf } from '../../files/size-of.ts';
import css from './moving-in.module.css';
import { movingInTexts } from './moving-in-texts.ts';

type MovingInPreviewProps = {
  readonly preview: FeedPreview;
  readonly start: { readonly isPending: boolean; readonly error: Error | null };
  readonly onStart: (choice: { isCopied: boolean; hasVideos: boolean }) => void;
};

/** Shows what an import would do, and asks where the audio shall be. */
export function MovingInPreview({ preview, start, onStart }: MovingInPreviewProps) {
  const t = useTexts(movingInTexts);
  const { locale } = usePreferences();
  const id = useId();
  const [isCopied, setIsCopied] = useState(true);
  const [hasVideos, setHasVideos] = useState(true);
  const { title, episodes, known, elsewhere, seconds, bytes, unmeasured, withoutGuid, videos, next } = preview;
  const fresh = episodes - known;
  return (
    <section className={css.preview} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {t.previewOf(title)}
      </h3>
      <ul className={css.facts}>
        <li>{t.found(episodes)}</li>
        {known > 0 && <li>{t.known(known)}</li>}
        {fresh > 0 && <li data-new>{t.fresh(fresh)}</li>}
      </ul>
      {(seconds > 0 || bytes > 0) && <p className={layout.hint}>{t.total(t.hours(seconds), sizeOf(bytes, locale))}</p>}
      {unmeasured > 0 && <p className={layout.hint}>{t.unmeasured(unmeasured)}</p>}
      {withoutGuid > 0 && <p className={layout.hint}>{t.withoutGuid(withoutGuid)}</p>}
      {next && (
        <p className={layout.softLong}>
          {t.next} {next}
        </p>
      )}
      <Left left={preview.left} />
      {fresh === 0 ? (
        <>
          <p>{episodes > 0 ? t.nothingNew : t.nothing}</p>
          {elsewhere > 0 && (
            <div>
              <Button isPending={start.isPending} pendingText={t.starting} onClick={() => onStart({ isCopied: true, hasVideos: false })}>
                {t.copyRest(elsewhere)}
              </Button>
            </div>
          )}
          <ActionFailure error={start.error} what={t.startFailed} />
        </>
      ) : (
        <>
          <fieldset className={css.choices} disabled={start.isPending}>
            <legend>{t.where}</legend>
            {[true, false].map((copied) => (
              <label key={String(copied)} className={css.choice}>
                <input type="radio" name="audio" checked={isCopied === copied} onChange={() => setIsCopied(copied)} />
                <span>
                  {copied ? t.copied : t.elsewhere}
                  <span className={layout.note}>{copied ? t.copiedHint : t.elsewhereHint}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {videos.items > 0 && (
            <label className={css.choice}>
              <input type="checkbox" checked={hasVideos} disabled={start.isPending} onChange={() => setHasVideos(!hasVideos)} />
              <span>
                {t.videos(videos.items)}
                <span className={layout.note}>{t.videosHint}</span>
                <span className={layout.note}>{shownTitles(videos, t)}</span>
              </span>
            </label>
          )}
          <ActionFailure error={start.error} what={t.startFailed} />
          <div>
            <Button
              isPending={start.isPending}
              pendingText={t.starting}
              onClick={() => onStart({ isCopied, hasVideos: hasVideos && videos.items > 0 })}
            >
              {t.start(fresh)}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

type Titles = { readonly items: number; readonly titles: readonly string[] };

const shownTitles = ({ items, titles }: Titles, t: { untitled: string; andMore: (items: number) => string }): string =>
  [...titles.map((title) => title || t.untitled), ...(items > titles.length ? [t.andMore(items - titles.length)] : [])].join(' · ');

function Left({ left }: Pick<FeedPreview, 'left'>) {
  const t = useTexts(movingInTexts);
  if (left.length === 0) return null;
  return (
    <details>
      <summary className={css.summary}>{`${t.left}: ${left.reduce((sum, { items }) => sum + items, 0)}`}</summary>
      <ul className={css.left}>
        {left.map(({ reason, items, titles }) => (
          <li key={reason}>
            {`${t.leftFor[reason]} (${items}): `}
            <span className={layout.softLong}>{shownTitles({ items, titles }, t)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
