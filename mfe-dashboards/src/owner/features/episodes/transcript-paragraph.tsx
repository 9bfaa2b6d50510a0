import { TRANSCRIPT_LIMITS } from '@site/shared/contracts/transcript-rules.ts';
import { CorrectedParagraphSchema } from '@site/shared/contracts/transcripts.ts';
import { TextArea } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { type Paragraph, paragraphsOf } from '@site/shared/transcripts/paragraphs.ts';
import { type RefObject, useState } from 'react';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { asRecord, type TranscriptRecord, transcriptRecords } from './transcript-queries.ts';
import { transcriptTexts } from './transcript-texts.ts';

type TranscriptParagraphProps = {
  readonly uid: string;
  readonly episodeId: string;
  readonly transcript: TranscriptRecord;
  /** The position of the paragraph in the transcript: its start time, or its number in a transcript without times. */
  readonly at: number;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onClose: () => void;
};

/** Returns the position of a paragraph. By its position the paragraph is found again after another admin changed the transcript. */
export const positionOf = ({ startMs, from }: Paragraph): number => startMs ?? from;

/** Returns the paragraph at a position. If there is none, returns the previous paragraph. */
export const paragraphAt = (paragraphs: readonly Paragraph[], at: number): Paragraph | undefined =>
  paragraphs.filter((paragraph) => positionOf(paragraph) <= at).at(-1) ?? paragraphs[0];

/** Lets the owner correct the words of a paragraph. Typed words are kept on the device until the owner saves or discards them. */
export function TranscriptParagraph({ uid, episodeId, transcript, at, field, onClose }: TranscriptParagraphProps) {
  const t = useTexts(transcriptTexts);
  const { locale, revision } = transcript;
  const [place] = useState(() => onDevice(uid, `transcript ${transcript.id} ${at}`));
  const paragraph = paragraphAt(paragraphsOf(transcript.cues), at);
  const { from = 0, to = 0 } = paragraph ?? {};
  const form = useRecordForm({
    kind: transcriptRecords,
    record: transcript,
    place,
    textOf: ({ cues }: TranscriptRecord) => ({ text: paragraphAt(paragraphsOf(cues), at)?.text ?? '' }),
    save: async ({ text }) => {
      const call = 'PUT /api/admin/episodes/:id/transcripts/:locale/paragraph' as const;
      return asRecord(episodeId, await api(call, { params: { id: episodeId, locale }, body: { from, to, text, revision } }));
    },
    savedText: t.saved,
    onSaved: onClose,
  });
  const standing = useDraftStanding(form);
  const { text } = form.body;
  const reason = form.reasons.text;
  const findReasons = () => reasonsOf(CorrectedParagraphSchema, { from, to, text, revision });

  return (
    <form ref={form.form} className={layout.stack} noValidate onSubmit={(event) => form.submit(event, findReasons)}>
      <TextArea
        label={t.words}
        hint={t.wordsHint}
        lang={locale}
        rows={8}
        ref={field}
        maxLength={TRANSCRIPT_LIMITS.paragraph}
        value={text}
        error={reason && (reason === 'required' ? t.wordsRequired : t.wordsTooLong)}
        onChange={(event) => form.change({ text: event.currentTarget.value })}
      />
      <FieldConflict title={t.conflict} form={form} fields={[[t.words, (words) => words.text]]} />
      <ActionFailure error={!reason && form.error} what={t.saveFailed} />
      <div className={layout.row}>
        <Button type="submit" size="s" disabled={!form.draft || form.isStale} isPending={form.isSaving} pendingText={t.saving}>
          {t.save}
        </Button>
        <Button
          variant="quiet"
          size="s"
          onClick={() => {
            form.forget();
            onClose();
          }}
        >
          {t.cancel}
        </Button>
        <p className={layout.soft} role="status">
          {standing}
        </p>
      </div>
    </form>
  );
}
