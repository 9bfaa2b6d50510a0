import { EPISODE_SERIES_LIMITS } from '@site/shared/contracts/episode-rules.ts';
import { type AdminEpisodeSeries, EditedEpisodeSeriesSchema } from '@site/shared/contracts/episode-series.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { useEffect, useState } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { ChoiceList } from '../../block-editor/choice-list.tsx';
import { useChosen } from '../../block-editor/choice-queries.ts';
import { reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { seriesRecords } from './series-queries.ts';
import { seriesTexts } from './series-texts.ts';

type SeriesFormProps = {
  /** The series; null for a new one. */
  readonly series: AdminEpisodeSeries | null;
  readonly all: readonly AdminEpisodeSeries[];
  readonly onClose: () => void;
};
type SeriesText = { readonly title: string; readonly description: string; readonly episodeIds: readonly string[] };

const textOf = (series: AdminEpisodeSeries | null): SeriesText => ({
  title: series?.title ?? '',
  description: series?.description ?? '',
  episodeIds: series?.episodes.map(({ id }) => id) ?? [],
});

/** Edits the title, the description and the episodes of a series. Typed values are kept on the device until they are saved. */
export function SeriesForm({ series, all, onClose }: SeriesFormProps) {
  const t = useTexts(seriesTexts);
  const reader = useReaderUid();
  /** The draft belongs to this person even after the session has ended. */
  const [uid] = useState(reader);
  const [isDone, setIsDone] = useState(false);
  const revision = series?.revision ?? 0;
  const form = useRecordForm<AdminEpisodeSeries, SeriesText, AdminEpisodeSeries | null>({
    kind: seriesRecords,
    record: series,
    place: onDevice(uid ?? '', `series ${series?.id ?? 'new'}`),
    textOf,
    save: ({ episodeIds, ...words }) => {
      const terms = { ...words, episodeIds: [...episodeIds] };
      return series
        ? api('PUT /api/admin/episode-series/:id', { params: { id: series.id }, body: { ...terms, revision } })
        : api('POST /api/admin/episode-series', { body: terms });
    },
    savedText: t.saved,
    onSaved: () => setIsDone(true),
  });
  const { body, reasons } = form;
  const standing = useDraftStanding(form);

  // The form closes only after its draft is removed from the device.
  useEffect(() => {
    if (isDone) onClose();
  }, [isDone, onClose]);

  const chosen = useChosen('allEpisodes', body.episodeIds);
  const problemOf = (field: keyof SeriesText): string | undefined => {
    const reason = reasons[field];
    return reason && t.problems[field === 'episodeIds' && reason === 'required' ? 'noEpisodes' : reason];
  };
  const elsewhere = all
    .filter(({ id }) => id !== series?.id)
    .flatMap((other) => other.episodes.filter(({ id }) => body.episodeIds.includes(id)).map(({ title }) => t.isIn(title, other.title)))
    .at(0);
  return (
    <Panel title={t.series}>
      <form
        ref={form.form}
        className={layout.stack}
        onSubmit={(event) => form.submit(event, () => reasonsOf(EditedEpisodeSeriesSchema, { ...body, revision }))}
        noValidate
        aria-label={t.series}
      >
        <TextField
          name="title"
          label={t.titleField}
          hint={t.titleHint}
          lang={AUTHOR_LOCALE}
          maxLength={EPISODE_SERIES_LIMITS.title}
          value={body.title}
          error={problemOf('title')}
          onChange={({ currentTarget }) => form.change({ title: currentTarget.value })}
        />
        <TextArea
          name="description"
          label={t.description}
          lang={AUTHOR_LOCALE}
          rows={4}
          maxLength={EPISODE_SERIES_LIMITS.description}
          value={body.description}
          error={problemOf('description')}
          onChange={({ currentTarget }) => form.change({ description: currentTarget.value })}
        />
        <ChoiceList
          kind="allEpisodes"
          ids={body.episodeIds}
          problem={elsewhere ?? problemOf('episodeIds')}
          onChange={(episodeIds) => form.change({ episodeIds })}
        />
        <FieldConflict
          title={t.conflictTitle}
          form={form}
          fields={[
            [t.titleField, ({ title }) => title],
            [t.description, ({ description }) => description],
            [t.chosen, ({ episodeIds }) => episodeIds.map((id) => chosen.get(id)?.title ?? id).join(', ')],
          ]}
        />
        <ActionFailure error={Object.keys(reasons).length === 0 && form.error} what={t.notSaved} className={layout.refusal} />
        <div className={layout.row}>
          <Button type="submit" disabled={form.isStale} isPending={form.isSaving} pendingText={t.saving}>
            {t.save}
          </Button>
          {form.draft && <DiscardDraft onDiscard={form.forget} />}
          <p className={layout.soft} role="status">
            {standing}
          </p>
        </div>
      </form>
    </Panel>
  );
}
