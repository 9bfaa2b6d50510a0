import { type AdminEbook, EditedEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import { Button, Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { onDevice } from '../../../drafts/kept.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { type Reasons, reasonsOf } from '../../common/reasons.ts';
import { useRecordForm } from '../../common/use-record-form.ts';
import { BookFields } from './book-fields.tsx';
import { type BookText, bookText, isSameText, missingPrices, openPriceProblems, writtenBook } from './book-text.ts';
import { useBookWords } from './book-words.ts';
import css from './ebook-page.module.css';
import { ebookRecords } from './ebooks-queries.ts';
import { useProblems } from './problems.ts';
import { texts } from './texts.ts';

/** What is written about a book. What is typed is kept on the device until it is saved or discarded. */
export function EbookDetails({ uid, ebook }: { uid: string; ebook: AdminEbook }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { id, revision } = ebook;
  const mayPrice = useMay()('money');
  const sold = useSoldCurrencies();
  const priced = mayPrice ? sold : [];
  const written = (text: BookText) => ({ ...writtenBook(text, priced), author: text.author, revision });
  const form = useRecordForm({
    kind: ebookRecords,
    record: ebook,
    place: onDevice(uid, `ebook ${id}`),
    textOf: (book: AdminEbook) => bookText(book, locale),
    isSame: isSameText,
    save: (text) => api('PUT /api/admin/ebooks/:id', { params: { id }, body: written(text) }),
    savedText: t.saved,
  });
  const { body, draft, isStale } = form;
  const problems = useProblems()(form.reasons, body);
  const standing = useDraftStanding(form);
  const conflictFields = useBookWords();

  function findReasons(): Reasons {
    // Whoever may not set prices saves the words of a book that was published before another currency was sold.
    const wanted = mayPrice || ebook.state !== 'published' ? sold : [];
    return { ...missingPrices(body, wanted), ...openPriceProblems(body, priced), ...reasonsOf(EditedEbookSchema, written(body)) };
  }

  return (
    <Panel title={t.details}>
      <form
        ref={form.form}
        className={layout.stack}
        onSubmit={(event) => form.submit(event, findReasons)}
        noValidate
        aria-label={t.details}
      >
        <dl className={css.facts}>
          <dt>{t.address}</dt>
          <dd>{ebook.state === 'published' ? <Link to={paths.ebook.href(id)}>{paths.ebook.href(id)}</Link> : paths.ebook.href(id)}</dd>
        </dl>
        <BookFields
          isPublished={ebook.state === 'published'}
          text={body}
          problems={problems}
          onChange={(field, words) => form.change({ [field]: words })}
        />
        <FieldConflict title={t.conflictTitle} form={form} fields={conflictFields} />
        <ActionFailure error={form.error} what={t.saveFailed} />
        <div className={css.actions}>
          <Button type="submit" disabled={!draft || isStale} isPending={form.isSaving} pendingText={t.saving}>
            {t.save}
          </Button>
          {draft && <DiscardDraft onDiscard={form.forget} />}
          <p className={layout.soft} role="status">
            {standing}
          </p>
        </div>
      </form>
    </Panel>
  );
}
