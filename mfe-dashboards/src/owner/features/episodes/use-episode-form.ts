import { type AdminEpisode, EditedEpisodeSchema } from '@site/shared/contracts/admin-episodes.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { dequal } from 'dequal/lite';
import { useRef, useState } from 'react';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { api, patientApi } from '../../../signed-in/api.ts';
import { reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { useSending } from '../../files/use-sending.ts';
import { type EpisodeText, episodeText, writtenEpisode } from './episode-text.ts';
import { episodeRecords } from './episodes-queries.ts';
import { pictureReasons } from './picture-field.tsx';
import { texts } from './texts.ts';

export type EpisodeForm = ReturnType<typeof useEpisodeForm>;

/** Holds the form of an episode: its draft, the chosen picture, and the requests that save both. Typed values are kept on the device. */
export function useEpisodeForm(uid: string, episode: AdminEpisode) {
  const t = useTexts(texts);
  const { id, revision } = episode;
  /** A free slug that the form offers instead of a taken one. */
  const [offer, setOffer] = useState<{ readonly taken: string; readonly free: string } | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState<'words' | 'picture'>('words');
  const sending = useSending();
  /** Called once after the next successful save. */
  const next = useRef<(() => void) | null>(null);

  /** Saves the fields and then the picture, each only if it changed. */
  async function save(text: EpisodeText, note: (answer: AdminEpisode, saved: EpisodeText) => void): Promise<AdminEpisode> {
    let saved = episode;
    if (!dequal(text, episodeText(episode))) {
      setPart('words');
      saved = await api('PUT /api/admin/episodes/:id', { params: { id }, body: { ...writtenEpisode(episode, text), revision } });
    }
    if (!file) return saved;
    note(saved, text);
    setPart('picture');
    const answer = await sending.send([{ file, purpose: { kind: 'picture', episodeId: id } }], ([upload = ''], signal) =>
      patientApi('PUT /api/admin/episodes/:id/picture', { params: { id }, body: { upload, revision: saved.revision }, signal }),
    );
    setFile(null);
    return answer;
  }

  const form = useRecordForm({
    kind: episodeRecords,
    record: episode,
    place: onDevice(uid, `episode ${id}`),
    textOf: episodeText,
    save,
    savedText: t.saved,
    onSaved: () => next.current?.(),
    onRefused: ({ ownSlug, picture }, text) => {
      if (picture) sending.forget(file);
      if (ownSlug === 'slug_taken') void offerSlug(text.ownSlug);
    },
  });
  const { body, reasons } = form;
  const isDirty = form.draft !== null || file !== null;

  async function offerSlug(taken: string) {
    const { slug } = await api('GET /api/admin/episodes/:id/free-slug', { params: { id }, query: { slug: taken.trim().toLowerCase() } });
    setOffer({ taken, free: slug });
  }

  const findReasons = () => ({
    ...reasonsOf(EditedEpisodeSchema, { ...writtenEpisode(episode, body), revision }),
    ...pictureReasons(file),
  });

  return {
    ...form,
    file,
    sending,
    isDirty,
    reasons: { ...reasons, ...pictureReasons(file) },
    /** The part that the last request saved: the words or the picture. */
    part,
    freeSlug: reasons.ownSlug === 'slug_taken' && offer?.taken === body.ownSlug ? offer.free : null,
    choosePicture: (chosen: File | null) => {
      setFile(chosen);
      form.correct('picture', 'size');
    },
    /** Returns whether the typed values are valid. Marks the invalid fields. */
    isValid: () => !form.refuse(findReasons()),
    /** Saves the form, and then calls `then`. */
    submit: (event: { preventDefault: () => void }, then: (() => void) | null = null): void => {
      event.preventDefault();
      if (form.isSaving || form.isStale) return;
      next.current = then;
      if (isDirty) form.submit(event, findReasons);
      else if (!form.refuse(findReasons())) then?.();
    },
  };
}
