import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { ScrollRegion } from '@site/shared/patterns/scroll-region.tsx';
import { ButtonLink, Link, paths, Skeleton, useFormats, useParams, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useRef, useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { AudioPanel } from './audio-panel.tsx';
import { EpisodeCounts } from './episode-counts.tsx';
import { EpisodeDetails } from './episode-details.tsx';
import css from './episode-page.module.css';
import { EpisodeStateBadge } from './episode-state-badge.tsx';
import { useAdminEpisode } from './episodes-queries.ts';
import { PublicationPanel } from './publication-panel.tsx';
import { SeriesPanel } from './series-panel.tsx';
import { episodesTab } from './tab.ts';
import { texts } from './texts.ts';
import { TranscriptPanel } from './transcript-panel.tsx';
import { useEpisodeForm } from './use-episode-form.ts';

export const handle = pageHandle(({ preferences }) => {
  const { locale } = preferences;
  return { title: `${episodesTab.texts[locale].name} · ${adminLabels[locale].area}`, isPrivate: true };
});

export const Component = () => (
  <Permitted permission={episodesTab.permission}>
    <EpisodePage />
  </Permitted>
);

/** Shows all that the owner can change about one episode, next to the data of the video channel. */
function EpisodePage() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const uid = useReaderUid();
  const may = useMay();
  const episode = useAdminEpisode(id);
  const back = <Link to={paths.dashboard.href('episodes')}>← {t.back}</Link>;
  if (episode.isPending || uid === null) {
    return (
      <>
        <PageHeading title={t.loading} back={back} />
        <Skeleton lines={8} />
      </>
    );
  }
  if (!episode.data) {
    return <LoadFailure title={t.episodeFailed} query={episode} />;
  }
  const { title, state, slug } = episode.data;
  return (
    <>
      <PageHeading
        title={<span lang={AUTHOR_LOCALE}>{title}</span>}
        back={back}
        actions={
          <>
            <EpisodeStateBadge state={state} />
            {state === 'shown' && (
              <ButtonLink to={paths.episode.href(slug)} variant="secondary">
                {t.seePage}
              </ButtonLink>
            )}
          </>
        }
      />
      {may('numbers') && state !== 'draft' && state !== 'scheduled' && (
        <div className={css.counts}>
          <EpisodeCounts slug={slug} />
        </div>
      )}
      {/* The key resets the form when the page shows another episode. The draft of each episode is kept. */}
      <Parts key={`${uid} ${id}`} uid={uid} episode={episode.data} />
      <TranscriptPanel key={`transcript ${uid} ${id}`} uid={uid} episode={episode.data} />
    </>
  );
}

function Parts({ uid, episode }: { uid: string; episode: AdminEpisode }) {
  const form = useEpisodeForm(uid, episode);
  const [isAudioMissing, setIsAudioMissing] = useState(false);
  const audio = useRef<HTMLDivElement>(null);
  const isDraft = episode.state === 'draft' || episode.state === 'scheduled';
  function askForAudio() {
    setIsAudioMissing(true);
    audio.current?.scrollIntoView({ block: 'nearest' });
    audio.current?.querySelector('input')?.focus();
  }
  return (
    <div className={css.columns}>
      <EpisodeDetails episode={episode} form={form} />
      <div className={layout.parts}>
        <div ref={audio}>
          <AudioPanel uid={uid} episode={episode} isMissing={isAudioMissing} />
        </div>
        {isDraft && <PublicationPanel episode={episode} form={form} onMissingAudio={askForAudio} />}
        <SeriesPanel episodeId={episode.id} />
        {episode.origin === 'channel' && <FromChannel episode={episode} />}
      </div>
    </div>
  );
}

function FromChannel({ episode: { publishedAt, durationSeconds, description, media } }: { episode: AdminEpisode }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  return (
    <Panel title={t.fromChannel}>
      <p className={css.hint}>{t.fromChannelHint}</p>
      <p>
        <time dateTime={publishedAt}>{day(publishedAt)}</time> · {t.minutes(Math.max(1, Math.round(durationSeconds / 60)))}
      </p>
      <p className={layout.row}>
        {media && (
          <a href={media.url} target="_blank" rel="noopener">
            {t.watch}
            <VisuallyHidden> {t.newTab}</VisuallyHidden>
          </a>
        )}
      </p>
      <ScrollRegion className={css.description} aria-label={t.description}>
        {description.trim() ? <span lang={AUTHOR_LOCALE}>{description.trim()}</span> : t.noDescription}
      </ScrollRegion>
    </Panel>
  );
}
