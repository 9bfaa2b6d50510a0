import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { TRANSCRIPT_FILES, TRANSCRIPT_LIMITS } from '@site/shared/contracts/transcript-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, toast, useTexts } from '@site/shared/site/site.ts';
import { paragraphsOf } from '@site/shared/transcripts/paragraphs.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loading } from '../../../signed-in/loading.tsx';
import { reasonsIn } from '../../common/reasons.ts';
import { useRecordChange } from '../../common/records.ts';
import { base64Of } from '../../files/base64-of.ts';
import { FileField } from '../../files/file-field.tsx';
import css from './transcript-panel.module.css';
import { asRecord, type TranscriptRecord, transcriptRecords } from './transcript-queries.ts';
import { TranscriptSummary } from './transcript-summary.tsx';
import { transcriptTexts } from './transcript-texts.ts';

type TranscriptUploadProps = {
  readonly episode: AdminEpisode;
  readonly transcript: TranscriptRecord;
  /** Called when the owner saved or cancelled the replacement of a transcript. */
  readonly onDone?: () => void;
};

/** Lets the owner choose a transcript file, shows its facts, and saves it in place of the previous transcript. */
export function TranscriptUpload({ episode, transcript, onDone }: TranscriptUploadProps) {
  const t = useTexts(transcriptTexts);
  const { id, locale, revision } = transcript;
  const params = { id: episode.id, locale };
  const [file, setFile] = useState<File | null>(null);
  const reading = useMutation({
    mutationFn: async (chosen: File) => {
      const body = { file: await base64Of(chosen) };
      return { body, ...(await patientApi('POST /api/admin/transcript-readings', { body })) };
    },
  });
  const saving = useRecordChange(transcriptRecords, id, async (body: { file: string; revision: number }) =>
    asRecord(episode.id, await patientApi('PUT /api/admin/episodes/:id/transcripts/:locale', { params, body })),
  );
  const isTooLarge = file !== null && file.size > TRANSCRIPT_LIMITS.file;
  const known: Readonly<Record<string, string>> = t.problems;
  const reason = isTooLarge ? 'too_large' : file?.size === 0 ? 'empty' : reasonsIn(reading.error).file;
  const problem = known[reason ?? ''];
  const found = problem ? undefined : reading.data;

  function choose(chosen: File | null) {
    setFile(chosen);
    reading.reset();
    saving.reset();
    if (chosen && chosen.size > 0 && chosen.size <= TRANSCRIPT_LIMITS.file) reading.mutate(chosen);
  }
  function cancel() {
    choose(null);
    onDone?.();
  }
  function save(body: { file: string }) {
    saving.mutate(
      { ...body, revision },
      {
        onSuccess: () => {
          toast.success(t.published);
          cancel();
        },
      },
    );
  }
  return (
    <div className={layout.stack}>
      <FileField
        label={t.file}
        hint={t.fileHint}
        icon={pageIcons.pages}
        accept={TRANSCRIPT_FILES.join(',')}
        file={file}
        onChoose={choose}
        error={problem}
        isDisabled={reading.isPending || saving.isPending}
      />
      {reading.isPending && <Loading text={t.reading} lines={2} />}
      <ActionFailure error={!problem && reading.error} what={t.readFailed} />
      {found && (
        <section className={layout.stack} aria-label={t.understood}>
          <TranscriptSummary cues={found.cues} durationSeconds={episode.durationSeconds} />
          <div>
            <p className={layout.soft}>{t.beginning}</p>
            <blockquote className={css.beginning} lang={locale}>
              {paragraphsOf(found.cues.slice(0, 100))[0]?.text}
            </blockquote>
          </div>
        </section>
      )}
      <ActionFailure error={saving.error} what={t.publishFailed} />
      {(found || onDone) && (
        <div className={layout.row}>
          {found && (
            <Button isPending={saving.isPending} pendingText={t.publishing} onClick={() => save(found.body)}>
              {t.publish}
            </Button>
          )}
          <Button variant="quiet" onClick={cancel}>
            {t.cancel}
          </Button>
        </div>
      )}
    </div>
  );
}
