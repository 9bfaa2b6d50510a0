import { COVER_TYPES, LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import { ApiError, Button, toast, useSession, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Panel } from '../../admin/panel.tsx';
import { patientApi } from '../../signed-in/api.ts';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { BookFields, focusProblem, writtenBook } from './book-fields.tsx';
import { useChangedEbook } from './ebooks-queries.ts';
import { FileField } from './file-field.tsx';
import { isFileRefused, problemBefore, useProblems } from './problems.ts';
import { SendingProgress } from './sending-progress.tsx';
import { texts } from './texts.ts';
import css from './upload-form.module.css';
import { useSending } from './use-sending.ts';

type Files = { readonly pdf: File | null; readonly cover: File | null };
type NewBook = { readonly written: ReturnType<typeof writtenBook>; readonly pdf: File; readonly cover: File };

const isCancelled = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Adds a book: a PDF, a cover and what is said about it. What was typed and chosen survives every failure. */
export function UploadForm() {
  const t = useTexts(texts);
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const [files, setFiles] = useState<Files>({ pdf: null, cover: null });
  /** Seen before anything was sent. */
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useSending();
  const changed = useChangedEbook();
  const problemsOf = useProblems();

  const upload = useMutation({
    mutationFn: ({ written, pdf, cover }: NewBook) =>
      sending.send(
        [
          { file: pdf, purpose: { kind: 'pdf', name: pdf.name } },
          { file: cover, purpose: { kind: 'cover', name: pdf.name } },
        ],
        ([pdfId = '', coverId = ''], signal) =>
          patientApi('POST /api/admin/ebooks', { body: { ...written, pdf: pdfId, cover: coverId }, signal }),
      ),
    onSuccess: (ebook) => {
      changed(ebook);
      form.current?.reset();
      sending.forget(files.pdf, files.cover);
      setFiles({ pdf: null, cover: null });
      toast.success(t.uploaded);
    },
    onError: (error) => {
      if (isFileRefused(error, 'pdf')) sending.forget(files.pdf);
      if (isFileRefused(error, 'cover')) sending.forget(files.cover);
      if (form.current) focusProblem(form.current);
    },
  });
  const reason = useFailureText(upload.error);
  const problems = problemsOf(upload.error);

  function choose(kind: keyof Files, file: File | null) {
    setFiles((chosen) => ({ ...chosen, [kind]: file }));
    setRefusal(null);
    if (Object.hasOwn(problems, kind)) upload.reset();
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { pdf, cover } = files;
    if (upload.isPending) return;
    upload.reset();
    if (session.status === 'signed-out') return setRefusal(t.loginNeeded);
    if (!pdf || !cover) return setRefusal(t.selectBoth);
    const early = problemBefore(pdf, LARGEST_PDF) ?? problemBefore(cover, LARGEST_COVER);
    if (early) return setRefusal(t.fileProblems[early]);
    setRefusal(null);
    upload.mutate({ written: writtenBook(event.currentTarget), pdf, cover });
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
  const isBusy = upload.isPending;
  return (
    <Panel title={t.upload}>
      <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={t.upload}>
        <p className={css.hint}>{t.uploadHint}</p>
        <div className={css.files}>
          <FileField
            label={t.pdf}
            hint={t.pdfHint}
            icon="pages"
            accept=".pdf"
            file={files.pdf}
            onChoose={(file) => choose('pdf', file)}
            error={problems.pdf}
            isDisabled={isBusy}
          />
          <FileField
            label={t.cover}
            hint={t.coverHint}
            icon="book"
            accept={`image/*,${COVER_TYPES.join(',')}`}
            file={files.cover}
            onChoose={(file) => choose('cover', file)}
            error={problems.cover}
            isDisabled={isBusy}
          />
        </div>
        <BookFields ebook={null} problems={problems} />
        <div role="alert">{message && <p className={css.failure}>{message}</p>}</div>
        {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
        <div>
          <Button type="submit" isPending={isBusy} pendingText={sending.percent === 100 ? t.checking : undefined}>
            {t.send}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
