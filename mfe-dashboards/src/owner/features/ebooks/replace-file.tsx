import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { COVER_TYPES, LARGEST_COVER, LARGEST_PDF } from '@site/shared/contracts/ebook-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Button, icons, toast, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { patientApi } from '../../../signed-in/api.ts';
import { reasonsIn } from '../../common/reasons.ts';
import { isChangedMeanwhile, useRecords } from '../../common/records.ts';
import { FileField } from '../../files/file-field.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import { useSending } from '../../files/use-sending.ts';
import { CoverPreview } from './cover-preview.tsx';
import { ebookRecords } from './ebooks-queries.ts';
import { isFileRefused, problemBefore, useProblems } from './problems.ts';
import css from './replace-file.module.css';
import { texts } from './texts.ts';

/** Puts another PDF or cover in the place of a book's own. */
export function ReplaceFile({ ebook, kind }: { ebook: AdminEbook; kind: 'pdf' | 'cover' }) {
  const t = useTexts(texts);
  const isPdf = kind === 'pdf';
  const isFirst = isPdf && !ebook.hasFile;
  const label = isFirst ? t.firstPdf : isPdf ? t.newPdf : t.newCover;
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const sending = useSending();
  const problemsOf = useProblems();
  const { id, revision } = ebook;
  const { changed, readAgain } = useRecords(ebookRecords);

  const replace = useMutation({
    mutationFn: ({ chosen, tellOwners }: { chosen: File; tellOwners: boolean }) =>
      sending.send([{ file: chosen, purpose: { kind, name: '', ebookId: id } }], async ([upload = ''], signal) =>
        isPdf
          ? await patientApi('PUT /api/admin/ebooks/:id/pdf', { params: { id }, body: { upload, revision, tellOwners }, signal })
          : await patientApi('PUT /api/admin/ebooks/:id/cover', { params: { id }, body: { upload, revision }, signal }),
      ),
    onSuccess: (answer) => {
      changed(answer);
      setFile(null);
      toast.success(isFirst ? t.fileSent : isPdf ? t.fileReplaced : t.coverReplaced);
    },
    onError: (error) => {
      if (isFileRefused(error, kind)) sending.forget(file);
      if (isChangedMeanwhile(error)) void readAgain(id);
    },
  });
  const isCancelled = replace.error?.name === 'AbortError';
  const problem = problemsOf(reasonsIn(replace.error))[kind];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (replace.isPending) return;
    replace.reset();
    if (!file) return setRefusal(t.chooseFile);
    const early = problemBefore(file, isPdf ? LARGEST_PDF : LARGEST_COVER);
    if (early) return setRefusal(t.fileProblems[early]);
    replace.mutate({ chosen: file, tellOwners: new FormData(event.currentTarget).has('tellOwners') });
  }

  return (
    <form className={css.form} onSubmit={submit} noValidate aria-label={label}>
      <FileField
        label={label}
        hint={isPdf ? t.pdfHint : t.coverHint}
        icon={isPdf ? pageIcons.pages : icons.book}
        accept={isPdf ? '.pdf' : `image/*,${COVER_TYPES.join(',')}`}
        file={file}
        onChoose={(chosen) => {
          setFile(chosen);
          const early = chosen && problemBefore(chosen, isPdf ? LARGEST_PDF : LARGEST_COVER);
          setRefusal(early && t.fileProblems[early]);
          replace.reset();
        }}
        error={refusal ?? problem}
        isDisabled={replace.isPending}
      />
      {!isPdf && file && <CoverPreview file={file} />}
      {isPdf && !isFirst && (
        <label className={css.choice}>
          <input type="checkbox" name="tellOwners" defaultChecked />
          <span>{t.tellOwners}</span>
        </label>
      )}
      <ActionFailure error={!problem && replace.error} what={!isCancelled && t.replaceFailed}>
        {isCancelled && t.cancelled}
      </ActionFailure>
      {sending.percent !== null && <SendingProgress percent={sending.percent} onCancel={sending.cancel} />}
      <div>
        <Button type="submit" size="s" variant="secondary" isPending={replace.isPending}>
          {isFirst ? t.sendFile : isPdf ? t.replaceFile : t.replaceCover}
        </Button>
      </div>
    </form>
  );
}
