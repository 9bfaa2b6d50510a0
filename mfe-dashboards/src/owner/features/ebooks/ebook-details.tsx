import { type AdminEbook, EditedEbookSchema } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { ApiError, Button, Link, paths, toast, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { DiscardDraft } from '../../block-editor/discard-draft.tsx';
import { texts as editorTexts } from '../../block-editor/texts.ts';
import { useDraft } from '../../block-editor/use-draft.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { reasonsIn, reasonsOf } from '../../common/reasons.ts';
import { BookConflict } from './book-conflict.tsx';
import { BookFields, focusProblem } from './book-fields.tsx';
import { type BookText, bookText, isSameText, missingPrices, openPriceProblems, writtenBook } from './book-text.ts';
import css from './ebook-page.module.css';
import { useChangedEbook, useReadAgain } from './ebooks-queries.ts';
import { useProblems } from './problems.ts';
import { texts } from './texts.ts';

/** What is written about a book. What is typed is kept on the device until it is saved or discarded. */
export function EbookDetails({ uid, ebook }: { uid: string; ebook: AdminEbook }) {
  const t = useTexts(texts);
  const editor = useTexts(editorTexts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  const { id, revision } = ebook;
  const saved = { version: revision, body: bookText(ebook, locale) };
  const { body, draft, isKept, isStale, write, rebase, discard, settle } = useDraft<BookText>(uid, `ebook ${id}`, saved, isSameText);
  const mayPrice = useMay()('money');
  const sold = useSoldCurrencies();
  const priced = mayPrice ? sold : [];
  const form = useRef<HTMLFormElement>(null);
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({});
  const changed = useChangedEbook();
  const readAgain = useReadAgain(id);
  const problems = useProblems()(reasons, body);

  const save = useMutation({
    mutationFn: (text: BookText) =>
      api('PUT /api/admin/ebooks/:id', { params: { id }, body: { ...writtenBook(text, priced), author: text.author, revision } }),
    onSuccess: (answer, sent) => {
      changed(answer);
      settle(sent, { version: answer.revision, body: bookText(answer, locale) });
      toast.success(t.saved);
    },
    onError: (error) => {
      refuse(reasonsIn(error));
      if (error instanceof ApiError && error.code === 'changed_meanwhile') void readAgain();
    },
  });
  const reason = useFailureText(save.error);

  function refuse(found: typeof reasons): boolean {
    setReasons(found);
    const isRefused = Object.keys(found).length > 0;
    if (isRefused && form.current) focusProblem(form.current);
    return isRefused;
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending || !draft || isStale) return;
    save.reset();
    const written = { ...writtenBook(body, priced), author: body.author, revision };
    // Whoever may not set prices saves the words of a book that was published before another currency was sold.
    const wanted = mayPrice || ebook.state !== 'published' ? sold : [];
    if (refuse({ ...missingPrices(body, wanted), ...openPriceProblems(body, priced), ...reasonsOf(EditedEbookSchema, written) })) return;
    save.mutate(body);
  }

  function forget() {
    discard();
    setReasons({});
    save.reset();
  }

  return (
    <Panel title={t.details}>
      <form ref={form} className={layout.stack} onSubmit={submit} noValidate aria-label={t.details}>
        <dl className={css.facts}>
          <dt>{t.address}</dt>
          <dd>{ebook.state === 'published' ? <Link to={paths.ebook.href(id)}>{paths.ebook.href(id)}</Link> : paths.ebook.href(id)}</dd>
        </dl>
        <BookFields
          isPublished={ebook.state === 'published'}
          text={body}
          problems={problems}
          onChange={(field, words) => {
            write({ ...body, [field]: words });
            setReasons(({ [field]: _corrected, ...others }) => others);
          }}
        />
        {isStale && draft && (
          <BookConflict
            saved={{ subject: `ebook ${id}`, version: revision }}
            theirs={saved.body}
            mine={draft.body}
            onTake={forget}
            onKeep={() => {
              rebase(draft.body);
              save.reset();
            }}
          />
        )}
        <div role="alert">
          {save.error && !isStale && (
            <p className={layout.problem}>
              {t.saveFailed} {reason}
            </p>
          )}
        </div>
        <div className={css.actions}>
          <Button type="submit" disabled={!draft || isStale} isPending={save.isPending} pendingText={t.saving}>
            {t.save}
          </Button>
          {draft && <DiscardDraft onDiscard={forget} />}
          <p className={layout.soft} role="status">
            {draft && (isKept ? editor.draftKept(moment(draft.at as Instant)) : editor.draftNotKept)}
          </p>
        </div>
      </form>
    </Panel>
  );
}
