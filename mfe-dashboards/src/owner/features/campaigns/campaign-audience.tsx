import type { AdminCampaign, CampaignSegment } from '@site/shared/contracts/admin-campaigns.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import type { ChangeEvent } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useAudience } from '../../campaigns/campaigns-queries.ts';
import { useReaderCount } from '../../campaigns/reader-count.ts';
import { subscriberSourceTexts } from '../../common/subscriber-source-texts.ts';
import css from './campaigns.module.css';
import { useBooks, useSentTexts } from './campaigns-queries.ts';
import { texts } from './texts.ts';
import type { Edits } from './use-campaign-edits.ts';

// A year that is only half typed is kept in the field and refused until it is complete.
const typedDay = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => (currentTarget.value || null) as CampaignSegment['joinedFrom'];

/** Chooses the readers of a newsletter issue among the subscribers, and shows their number. */
export function CampaignAudiencePanel({ campaign, edits }: { readonly campaign: AdminCampaign; readonly edits: Edits }) {
  const t = useTexts(texts);
  const sources = useTexts(subscriberSourceTexts);
  const books = useBooks();
  const sentTexts = useSentTexts();
  const { segment, problems } = edits;
  const change = (part: Partial<CampaignSegment>) => edits.change({ segment: { ...segment, ...part } });
  const choices = [{ value: '', label: t.anyBook }, ...(books.data ?? []).map(({ id, title }) => ({ value: id, label: title }))];
  const textChoices = [
    { value: '', label: t.anyText },
    ...(sentTexts.data ?? []).flatMap(({ id, title }) => (id === campaign.postId ? [] : [{ value: id, label: title || t.untitled }])),
  ];
  const withChosen = (id: string | null, known = choices) =>
    id !== null && !known.some(({ value }) => value === id) ? [...known, { value: id, label: id }] : known;
  const dayProblem = (field: 'joinedFrom' | 'joinedUntil') => {
    const reason = problems[`segment.${field}`] ?? problems[field];
    return reason === undefined ? undefined : reason === 'before_start' ? t.beforeStart : t.invalidDay;
  };
  return (
    <Panel title={t.audience}>
      <div className={layout.lines}>
        <p className={layout.hint}>{t.audienceHint}</p>
        <div className={layout.fields}>
          <Select
            label={t.language}
            value={segment.locale ?? ''}
            onChange={(event) => change({ locale: LOCALES.find((known) => known === event.target.value) ?? null })}
            options={[{ value: '', label: t.everyLanguage }, ...LOCALES.map((locale) => ({ value: locale, label: t.inLanguages[locale] }))]}
          />
          <Select
            label={t.owns}
            value={segment.owns ?? ''}
            onChange={(event) => change({ owns: event.target.value || null })}
            options={withChosen(segment.owns)}
          />
          <Select
            label={t.lacks}
            value={segment.lacks ?? ''}
            error={(problems['segment.lacks'] ?? problems.lacks) ? t.bothBooks : undefined}
            onChange={(event) => change({ lacks: event.target.value || null })}
            options={withChosen(segment.lacks)}
          />
          <TextField
            type="date"
            label={t.joinedFrom}
            value={segment.joinedFrom ?? ''}
            error={dayProblem('joinedFrom')}
            onChange={(event) => change({ joinedFrom: typedDay(event) })}
          />
          <TextField
            type="date"
            label={t.joinedUntil}
            value={segment.joinedUntil ?? ''}
            error={dayProblem('joinedUntil')}
            onChange={(event) => change({ joinedUntil: typedDay(event) })}
          />
          <Select
            label={t.source}
            value={segment.source ?? ''}
            onChange={(event) => change({ source: SUBSCRIBER_SOURCES.find((known) => known === event.target.value) ?? null })}
            options={[{ value: '', label: t.anySource }, ...SUBSCRIBER_SOURCES.map((value) => ({ value, label: sources[value] }))]}
          />
          <Select
            label={t.missed}
            hint={t.missedHint}
            value={segment.missed ?? ''}
            onChange={(event) => change({ missed: event.target.value || null })}
            options={withChosen(segment.missed, textChoices)}
          />
        </div>
        <AudienceCount campaign={campaign} segment={segment} isAsked={Object.keys(problems).length === 0} />
      </div>
    </Panel>
  );
}

type AudienceCountProps = { readonly campaign: AdminCampaign; readonly segment: CampaignSegment; readonly isAsked: boolean };

function AudienceCount({ campaign, segment, isAsked }: AudienceCountProps) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const inWords = useReaderCount();
  const may = useMay();
  const { data, isError, isFetching, isPlaceholderData, refetch } = useAudience(campaign.postId, segment, isAsked);
  const isEverybody = Object.values(segment).every((part) => part === null);
  if (isError)
    return (
      <div className={layout.row}>
        <p className={layout.problem} role="alert">
          {t.countFailed}
        </p>
        <Button variant="secondary" size="s" isPending={isFetching} onClick={() => void refetch()}>
          {t.recount}
        </Button>
      </div>
    );
  return (
    <div role="status" className={css.count} aria-busy={isPlaceholderData || undefined}>
      <strong>{data ? inWords(data) : t.counting}</strong>
      {data && data.withoutConsent > 0 && (
        <p className={layout.hint}>{t.withoutConsent(data.withoutConsent, data.withoutConsent.toLocaleString(locale))}</p>
      )}
      {data?.total === 0 && (
        <p className={layout.hint}>
          {isEverybody ? t.nobodyYet : t.nobodyHere}{' '}
          {isEverybody && (
            <>
              <Link to={paths.newsletter.href()}>{t.whereTheySignUp}</Link>
              {may('lists') && (
                <span>
                  {' '}
                  · <Link to={paths.dashboard.href('subscribers')}>{t.seeSubscribers}</Link>
                </span>
              )}
            </>
          )}
        </p>
      )}
    </div>
  );
}
