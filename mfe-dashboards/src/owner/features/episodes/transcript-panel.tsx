import type { AdminEpisode } from '@site/shared/contracts/admin-episodes.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, toast, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE, LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type Paragraph, paragraphsOf } from '@site/shared/transcripts/paragraphs.ts';
import { toVtt } from '@site/shared/transcripts/transcript-files.ts';
import { type ReactElement, type RefObject, useState } from 'react';
import { onDevice, useKept } from '../../../drafts/draft-storage.ts';
import { saveBytes } from '../../../library/save-bytes.ts';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useFocusFollows } from '../../../signed-in/use-focus-follows.ts';
import { useRecordChange } from '../../common/records.ts';
import { clockOf } from './transcript-facts.ts';
import css from './transcript-panel.module.css';
import { paragraphAt, positionOf, TranscriptParagraph } from './transcript-paragraph.tsx';
import { asRecord, type TranscriptRecord, transcriptRecords, useTranscript } from './transcript-queries.ts';
import { TranscriptSummary } from './transcript-summary.tsx';
import { transcriptTexts } from './transcript-texts.ts';
import { TranscriptUpload } from './transcript-upload.tsx';

type TranscriptPanelProps = { readonly uid: string; readonly episode: AdminEpisode };

/** Shows the transcript of an episode in each language: its file, its facts, and the paragraphs that the owner can correct. */
export function TranscriptPanel({ uid, episode }: TranscriptPanelProps) {
  const t = useTexts(transcriptTexts);
  const [locale, setLocale] = useState<Locale>(AUTHOR_LOCALE);
  const transcript = useTranscript(episode.id, locale);
  return (
    <Panel name="transcript" title={t.transcript} hint={t.hint}>
      <div className={layout.stack}>
        <Select
          label={t.language}
          value={locale}
          onChange={({ currentTarget }) => setLocale(LOCALES.find((choice) => choice === currentTarget.value) ?? AUTHOR_LOCALE)}
          options={LOCALES.map((value) => ({ value, label: t.languages[value] }))}
        />
        {transcript.isPending ? (
          <Loading text={t.loading} lines={3} />
        ) : transcript.data ? (
          <OpenTranscript key={transcript.data.id} uid={uid} episode={episode} transcript={transcript.data} />
        ) : (
          <LoadFailure title={t.loadFailed} query={transcript} />
        )}
      </div>
    </Panel>
  );
}

function OpenTranscript({ uid, episode, transcript }: TranscriptPanelProps & { transcript: TranscriptRecord }) {
  const t = useTexts(transcriptTexts);
  const { cues, locale, id } = transcript;
  const [isReplacing, setIsReplacing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRecordChange(transcriptRecords, id, async () =>
    asRecord(episode.id, await api('DELETE /api/admin/episodes/:id/transcripts/:locale', { params: { id: episode.id, locale } })),
  );
  const isEmpty = cues.length === 0;

  function download() {
    const isTimed = cues[0]?.[0] != null;
    const words = isTimed ? toVtt(cues) : `${cues.map(([, , text]) => text).join('\n\n')}\n`;
    saveBytes(new Blob([words], { type: isTimed ? 'text/vtt' : 'text/plain' }), `${episode.slug}.${locale}.${isTimed ? 'vtt' : 'txt'}`);
  }
  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        setIsAsking(false);
        toast.success(t.removed);
      },
    });
  }
  return (
    <>
      {isEmpty ? <p className={layout.soft}>{t.none}</p> : <TranscriptSummary cues={cues} durationSeconds={episode.durationSeconds} />}
      {!isEmpty && !isReplacing && (
        <div className={layout.row}>
          <Button size="s" variant="secondary" onClick={download}>
            {t.download}
          </Button>
          <Button size="s" variant="secondary" onClick={() => setIsReplacing(true)}>
            {t.replace}
          </Button>
          <Button size="s" variant="quiet" onClick={() => setIsAsking(true)}>
            {t.remove}
          </Button>
        </div>
      )}
      {isEmpty && <TranscriptUpload episode={episode} transcript={transcript} />}
      {!isEmpty && isReplacing && <TranscriptUpload episode={episode} transcript={transcript} onDone={() => setIsReplacing(false)} />}
      {!isEmpty && <Paragraphs uid={uid} episodeId={episode.id} transcript={transcript} />}
      <ActionDialog
        title={t.removeTitle}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={remove}
        onConfirm={confirm}
        confirmText={t.remove}
        isDangerous
        failed={t.removeFailed}
      >
        <p>{t.removeMessage}</p>
      </ActionDialog>
    </>
  );
}

/** Number of paragraphs that are rendered at first, and added with each press on "more". */
const SHOWN = 40;
const plain = (words: string): string => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type ParagraphsProps = { readonly uid: string; readonly episodeId: string; readonly transcript: TranscriptRecord };

function Paragraphs({ uid, episodeId, transcript }: ParagraphsProps) {
  const t = useTexts(transcriptTexts);
  const [words, setWords] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [place] = useState(() => onDevice(uid, `transcript ${transcript.id} open`));
  // Stored on the device, so that the open paragraph with unsaved words is open again after a reload.
  const [open, setOpen] = useKept<number>(place);
  const paragraphs = paragraphsOf(transcript.cues);
  const edited = open === null ? undefined : paragraphAt(paragraphs, open);
  const found = words.trim()
    ? paragraphs.filter((paragraph) => paragraph === edited || plain(paragraph.text).includes(plain(words.trim())))
    : paragraphs;
  const last = edited ? found.indexOf(edited) + 1 : 0;
  const drawn = found.slice(0, Math.max(shown, last));
  return (
    <div className={layout.stack}>
      <TextField
        type="search"
        label={t.search}
        value={words}
        autoComplete="off"
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setShown(SHOWN);
        }}
      />
      <p className={layout.soft} role="status">
        {words.trim() && t.found(found.length)}
      </p>
      <ol className={css.paragraphs} aria-label={t.paragraphs}>
        {drawn.map((paragraph, index) => (
          <ParagraphRow
            key={paragraph.from}
            paragraph={paragraph}
            locale={transcript.locale}
            name={paragraph.startMs === null ? String(index + 1) : clockOf(paragraph.startMs)}
            onOpen={open === null ? () => setOpen(positionOf(paragraph)) : null}
            isOpen={paragraph === edited}
          >
            {(field) =>
              open === null ? null : (
                <TranscriptParagraph
                  uid={uid}
                  episodeId={episodeId}
                  transcript={transcript}
                  at={open}
                  field={field}
                  onClose={() => setOpen(null)}
                />
              )
            }
          </ParagraphRow>
        ))}
      </ol>
      {drawn.length < found.length && (
        <div>
          <Button size="s" variant="secondary" onClick={() => setShown(shown + SHOWN)}>
            {t.more}
          </Button>
        </div>
      )}
    </div>
  );
}

type ParagraphRowProps = {
  readonly paragraph: Paragraph;
  readonly locale: Locale;
  /** The start time of the paragraph, or its number if it has no time. */
  readonly name: string;
  /** Opens the paragraph for a correction. Null while another paragraph is open. */
  readonly onOpen: (() => void) | null;
  readonly isOpen: boolean;
  /** Renders the correction form, whose `field` gets the focus. */
  readonly children: (field: RefObject<HTMLTextAreaElement | null>) => ReactElement | null;
};

function ParagraphRow({ paragraph: { startMs, speaker, text }, locale, name, onOpen, isOpen, children }: ParagraphRowProps) {
  const t = useTexts(transcriptTexts);
  const { inside, outside } = useFocusFollows<HTMLTextAreaElement>(isOpen);
  return (
    <li className={css.paragraph}>
      <p className={css.facts}>
        <span>{[startMs !== null && name, speaker].filter(Boolean).join(' · ')}</span>
      </p>
      {isOpen ? (
        children(inside)
      ) : (
        <p className={css.words} lang={locale}>
          {text}
        </p>
      )}
      {onOpen && (
        <Button ref={outside} size="s" variant="quiet" onClick={onOpen}>
          {t.correct} <VisuallyHidden>{t.correctAt(name)}</VisuallyHidden>
        </Button>
      )}
    </li>
  );
}
