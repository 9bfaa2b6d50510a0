import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ApiError, Link, useTexts } from '@site/shared/site/site.ts';
import type { FormEvent, ReactNode } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { MoreOptions } from '../../common/more-options.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import css from './book-fields.module.css';
import { AuthorFields, BookFields, DescriptionFields, OpenPriceFields } from './book-fields.tsx';
import { useBookWords } from './book-words.ts';
import { EarlierVersions } from './earlier-versions.tsx';
import { LaunchFields } from './launch/launch-fields.tsx';
import { SaleFields } from './sale/sale-fields.tsx';
import { SampleFields } from './sample/sample-fields.tsx';
import { texts } from './texts.ts';
import type { BookForm } from './use-book-form.ts';

type BookSheetProps = {
  /** The book. Null for a new book. */
  readonly ebook: AdminEbook | null;
  readonly form: BookForm;
  readonly onSubmit: (event: FormEvent) => void;
  /** The buttons that send the form. */
  readonly children: ReactNode;
};

/** Shows the form of a book: files, title and prices are visible, the rest is folded. */
export function BookSheet({ ebook, form, onSubmit, children }: BookSheetProps) {
  const t = useTexts(texts);
  const standing = useDraftStanding(form);
  const conflictFields = useBookWords();
  const { files, problems, isSaving, draft } = form;
  const fields = { ebook, text: form.body, problems, onChange: form.change };
  return (
    <form ref={form.form} className={css.form} onSubmit={onSubmit} noValidate aria-label={ebook ? t.details : t.upload}>
      {/* While a new book is being sent, its fields are disabled, because later input would not reach the book. */}
      <fieldset className={css.all} disabled={!ebook && isSaving}>
        <BookFields {...fields} files={files} onChoose={form.choose} isBusy={isSaving} />
        <MoreOptions>
          {!ebook && <DescriptionFields {...fields} />}
          <AuthorFields {...fields} />
          <OpenPriceFields {...fields} />
          {ebook && (
            <>
              <SaleFields {...fields} ebook={ebook} />
              <LaunchFields {...fields} ebook={ebook} />
              <SampleFields {...fields} ebook={ebook} />
              {ebook.fileVersion > 1 && <EarlierVersions ebook={ebook} />}
            </>
          )}
        </MoreOptions>
      </fieldset>
      <FieldConflict title={t.conflictTitle} form={form} fields={conflictFields} />
      <div className={layout.stack}>
        <Failure isNew={!ebook} form={form} />
        {files.sending.percent !== null && <SendingProgress percent={files.sending.percent} onCancel={files.sending.cancel} />}
        <div className={layout.row}>
          {children}
          {draft && !isSaving && <DiscardDraft onDiscard={form.forget} />}
          <p className={layout.soft} role="status">
            {draft && (form.isKept && !ebook ? `${standing} ${t.filesNotKept}` : standing)}
          </p>
        </div>
      </div>
    </form>
  );
}

/** Says why the form, or a part of it, was not saved. */
function Failure({ isNew, form: { error, failed, problems, needsSignIn } }: { isNew: boolean; form: BookForm }) {
  const t = useTexts(texts);
  const reason = useFailureText(error);
  const namesake = error instanceof ApiError ? error.ebook : null;

  function sentence(): string | null {
    if (needsSignIn || (isNew && error instanceof ApiError && error.code === 'unauthenticated')) return t.loginNeeded;
    if (!error) return null;
    if (error.name === 'AbortError') return t.cancelled;
    return namesake && problems.pdf ? problems.pdf : `${failed} ${reason}`;
  }

  const message = sentence();
  return (
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
  );
}
