import { WrittenEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { COVER_TYPES, LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ApiError, Button, icons, Link, toast, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { onDevice } from '../../../drafts/kept.ts';
import { useDraft } from '../../../drafts/use-draft.ts';
import { patientApi } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { focusRefused } from '../../common/focus-refused.ts';
import { reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { useRecords } from '../../common/records.ts';
import { FileField } from '../../files/file-field.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { useSending } from '../../files/use-sending.ts';
import { BookFields } from './book-fields.tsx';
import { type BookText, bookText, isSameText, missingPrices, openPriceProblems, writtenBook } from './book-text.ts';
import { CoverPreview } from './cover-preview.tsx';
import { ebookRecords } from './ebooks-queries.ts';
import { isFileRefused, problemBefore, useProblems } from './problems.ts';
import { texts } from './texts.ts';
import css from './upload-form.module.css';

type Files = { readonly pdf: File | null; readonly cover: File | null };
type NewBook = { readonly text: BookText; readonly pdf: File | null; readonly cover: File };

/** Under which name the device keeps what is typed about a new book. */
export const NEW_EBOOK = 'ebook new';

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Adds a book: a PDF, a cover and what is said about it. What was typed and chosen survives every failure, and what was typed a reload. */
export function UploadForm({ uid, onAdded }: { uid: string; onAdded: () => void }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const session = useSession();
  const mayPrice = useMay()('money');
  const sold = useSoldCurrencies();
  const priced = mayPrice ? sold : [];
  const form = useRef<HTMLFormElement>(null);
  const [empty] = useState(() => ({ version: 0, body: bookText(null, locale, mayPrice) }));
  const edited = useDraft<BookText>(onDevice(uid, NEW_EBOOK), empty, isSameText);
  const { body, draft, isKept, write, discard } = edited;
  const standing = useDraftStanding(edited);
  const [files, setFiles] = useState<Files>({ pdf: null, cover: null });
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  /** Seen before anything was sent. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useSending();
  const { changed } = useRecords(ebookRecords);
  const problems = useProblems()(reasons, body);

  const upload = useMutation({
    mutationFn: ({ text, pdf, cover }: NewBook) => {
      // A file that comes later will be called like the title.
      const name = pdf?.name ?? `${text.title.slice(0, 80)}.pdf`;
      return sending.send(
        [{ file: cover, purpose: { kind: 'cover', name } }, ...(pdf ? [{ file: pdf, purpose: { kind: 'pdf', name } } as const] : [])],
        ([coverId = '', pdfId = null], signal) =>
          patientApi('POST /api/admin/ebooks', { body: { ...writtenBook(text, priced), pdf: pdfId, cover: coverId }, signal }),
      );
    },
    onSuccess: (ebook) => {
      changed(ebook);
      sending.forget(files.pdf, files.cover);
      setFiles({ pdf: null, cover: null });
      discard();
      toast.success(t.uploaded);
      onAdded();
    },
    onError: (error) => {
      if (isFileRefused(error, 'pdf')) sending.forget(files.pdf);
      if (isFileRefused(error, 'cover')) sending.forget(files.cover);
      setReasons(reasonsIn(error));
      focusRefused(form.current);
    },
  });
  const reason = useFailureText(upload.error);

  /** What was wrong with it is put right. */
  const forgetReason = (field: string) => setReasons(({ [field]: _corrected, ...others }) => others);

  function choose(kind: keyof Files, file: File | null) {
    setFiles((chosen) => ({ ...chosen, [kind]: file }));
    setRefusal(null);
    const early = file && problemBefore(file, kind === 'pdf' ? LARGEST_PDF : LARGEST_COVER);
    setReasons(({ [kind]: _chosenBefore, ...others }) => (early ? { ...others, [kind]: early } : others));
    upload.reset();
  }

  /** Everything that can be seen before a file is sent, at once. */
  function refusedBefore({ pdf, cover }: Files): boolean {
    const found: Record<string, string> = {
      ...missingPrices(body, sold),
      ...openPriceProblems(body, priced),
      ...reasonsOf(WrittenEbookSchema, writtenBook(body, priced)),
    };
    const early = { pdf: pdf && problemBefore(pdf, LARGEST_PDF), cover: cover && problemBefore(cover, LARGEST_COVER) };
    for (const kind of ['pdf', 'cover'] as const) if (early[kind]) found[kind] = early[kind];
    const isEarly = !pdf && body.state !== 'draft';
    const isRefused = !cover || isEarly || Object.keys(found).length > 0;
    setReasons(found);
    setRefusal(!cover ? t.selectBoth : isEarly ? t.pdfOrDraft : isRefused ? t.correctFields : null);
    if (isRefused) focusRefused(form.current);
    return isRefused;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { pdf, cover } = files;
    if (upload.isPending) return;
    upload.reset();
    if (session.status === 'signed-out') return setRefusal(t.loginNeeded);
    if (refusedBefore(files) || !cover) return;
    upload.mutate({ text: body, pdf, cover });
  }

  function failure(): string | null {
    if (refusal) return refusal;
    if (!upload.error) return null;
    if (isCancelled(upload.error)) return t.cancelled;
    if (upload.error instanceof ApiError && upload.error.code === 'unauthenticated') return t.loginNeeded;
    if (problems.pdf === t.fileProblems.name_taken) return problems.pdf;
    return `${t.uploadFailed}. ${reason}`;
  }

  const message = failure();
  const namesake = upload.error instanceof ApiError ? upload.error.ebook : null;
  const isBusy = upload.isPending;
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={t.upload}>
      <p className={css.hint}>{t.uploadHint}</p>
      <div className={css.files}>
        <FileField
          label={t.pdf}
          hint={`${t.pdfHint} ${t.pdfLater}`}
          icon={pageIcons.pages}
          accept=".pdf"
          file={files.pdf}
          onChoose={(file) => choose('pdf', file)}
          error={problems.pdf}
          isDisabled={isBusy}
        />
        <div className={css.cover}>
          <FileField
            label={t.cover}
            hint={t.coverHint}
            icon={icons.book}
            accept={`image/*,${COVER_TYPES.join(',')}`}
            file={files.cover}
            onChoose={(file) => choose('cover', file)}
            error={problems.cover}
            isDisabled={isBusy}
          />
          {files.cover && <CoverPreview file={files.cover} />}
        </div>
      </div>
      {/* What is typed after it was sent would not be in the book. */}
      <fieldset className={css.words} disabled={isBusy}>
        <BookFields
          isNew
          text={body}
          problems={problems}
          onChange={(field, words) => {
            write({ ...body, [field]: words });
            forgetReason(field);
            setRefusal(null);
          }}
        />
      </fieldset>
      <div role="alert">
        {message && (
          <p className={layout.refusal}>
            <span>{message}</span>
            {namesake && (
              <span>
                {' '}
                {t.nameIsOf} <Link to={adminPaths.ebook.href(namesake.id)}>{namesake.title}</Link>. {t.nameAnother}
              </span>
            )}
          </p>
        )}
      </div>
      {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
      <div className={layout.row}>
        <Button type="submit" isPending={isBusy} pendingText={sending.percent === 100 ? t.checking : undefined}>
          {t.send}
        </Button>
        {draft && !isBusy && (
          <DiscardDraft
            onDiscard={() => {
              discard();
              setReasons({});
              setRefusal(null);
              upload.reset();
            }}
          />
        )}
        <p className={css.hint} role="status">
          {draft && (isKept ? `${standing} ${t.filesNotKept}` : standing)}
        </p>
      </div>
    </form>
  );
}
