import type { AdminEbook, EbookState } from '@site/shared/contracts/admin-ebooks.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Button, ButtonLink, Link, paths, Skeleton, toast, useFormats, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { DiscardDraft } from '../../../drafts/discard-draft.tsx';
import { useDraftStanding } from '../../../drafts/draft-standing.ts';
import { FieldConflict } from '../../../drafts/field-conflict.tsx';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { MoreMenu } from '../../common/more-menu.tsx';
import { MoreOptions } from '../../common/more-options.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { SendingProgress } from '../../files/sending-progress.tsx';
import css from './book-fields.module.css';
import { AuthorFields, BookFields, OpenPriceFields } from './book-fields.tsx';
import { missingPrices } from './book-text.ts';
import { useBookWords } from './book-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { useAdminEbook } from './ebooks-queries.ts';
import { LaunchFields } from './launch/launch-fields.tsx';
import { launchTexts } from './launch/launch-texts.ts';
import { SaleFields } from './sale/sale-fields.tsx';
import { SampleFields } from './sample/sample-fields.tsx';
import { ebooksTab } from './tab.ts';
import { texts } from './texts.ts';
import { useBookForm } from './use-book-form.ts';

export const handle = pageHandle(({ preferences }) => {
  const { locale } = preferences;
  return { title: `${ebooksTab.texts[locale].name} · ${adminLabels[locale].area}`, isPrivate: true };
});

/** Everything of one book that its owner can change. */
export function Component() {
  return (
    <Permitted permission={ebooksTab.permission}>
      <EbookOfAddress />
    </Permitted>
  );
}

function EbookOfAddress() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const uid = useReaderUid();
  const ebook = useAdminEbook(id);
  if (ebook.isPending || uid === null) {
    return (
      <>
        <PageHeading title={t.loading} back={<BackToBooks />} />
        <Skeleton lines={8} />
      </>
    );
  }
  if (!ebook.data) {
    return <LoadFailure title={t.ebookFailed} query={ebook} />;
  }
  // The form begins again for another book, and the draft of each book stays.
  return <Ebook key={`${uid} ${id}`} uid={uid} ebook={ebook.data} />;
}

function BackToBooks() {
  const t = useTexts(texts);
  return <Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>;
}

function Ebook({ uid, ebook }: { uid: string; ebook: AdminEbook }) {
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useBookForm(uid, ebook, () => heading.current?.focus());
  const [isAsking, setIsAsking] = useState(false);
  const standing = useDraftStanding(form);
  const conflictFields = useBookWords();
  const { body: text, problems, files, postponedTo, isDirty } = form;
  const fields = { ebook, text, problems, onChange: form.change };
  const submit = (event: { preventDefault: () => void }, publish: boolean) =>
    form.submit(event, publish, postponedTo ? () => setIsAsking(true) : form.send);
  return (
    <>
      <PageHeading
        title={ebook.title}
        hint={<span className={layout.softLong}>{paths.ebook.href(ebook.id)}</span>}
        ref={heading}
        back={<BackToBooks />}
        actions={<Actions ebook={ebook} form={form} onPublish={(event) => submit(event, true)} onMoved={() => heading.current?.focus()} />}
      />
      <form ref={form.form} className={css.form} onSubmit={(event) => submit(event, false)} noValidate aria-label={t.details}>
        <BookFields {...fields} files={files} onChoose={form.choose} isBusy={form.isSaving}>
          {ebook.hasFile && (
            <label className={css.choice}>
              <input
                type="checkbox"
                checked={form.tellsOwners}
                onChange={({ currentTarget }) => form.setTellsOwners(currentTarget.checked)}
              />
              <span>{t.tellOwners}</span>
            </label>
          )}
        </BookFields>
        <MoreOptions>
          <AuthorFields {...fields} />
          <OpenPriceFields {...fields} />
          <SaleFields {...fields} ebook={ebook} />
          <LaunchFields {...fields} ebook={ebook} />
          <SampleFields {...fields} ebook={ebook} />
          {ebook.fileVersion > 1 && <EarlierVersions ebook={ebook} />}
        </MoreOptions>
        <FieldConflict title={t.conflictTitle} form={form} fields={conflictFields} />
        <div className={layout.stack}>
          <ActionFailure error={form.error} what={!form.isCancelled && form.failed}>
            {form.isCancelled && t.cancelled}
          </ActionFailure>
          {files.sending.percent !== null && <SendingProgress percent={files.sending.percent} onCancel={files.sending.cancel} />}
          <div className={layout.row}>
            <Button type="submit" disabled={!isDirty || form.isStale} isPending={form.isSaving} pendingText={t.saving}>
              {t.save}
            </Button>
            {form.draft && <DiscardDraft onDiscard={form.forget} />}
            <p className={layout.soft} role="status">
              {standing}
            </p>
          </div>
        </div>
        {isAsking && postponedTo && (
          <PostponeDialog
            buyers={ebook.launch?.buyers ?? 0}
            at={postponedTo}
            onClose={() => setIsAsking(false)}
            onConfirm={() => {
              setIsAsking(false);
              form.send();
            }}
          />
        )}
      </form>
    </>
  );
}

type ActionsProps = {
  readonly ebook: AdminEbook;
  readonly form: ReturnType<typeof useBookForm>;
  readonly onPublish: (event: { preventDefault: () => void }) => void;
  /** The book has another state, and the button that was pressed is gone. */
  readonly onMoved: () => void;
};

/** The state of a book, and the buttons that change it. */
function Actions({ ebook, form, onPublish, onMoved }: ActionsProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const sold = useSoldCurrencies();
  const mayPublish = useMay()('money') || Object.keys(missingPrices(form.body, sold)).length === 0;
  const { changeState, isSaving, isStale } = form;
  const moveTo = (state: EbookState) =>
    changeState.mutate(state, {
      onSuccess: () => {
        toast.success(t.movedTo[state]);
        onMoved();
      },
      onError: () => toast.error(t.saveFailed),
    });
  return (
    <>
      <EbookStateBadge ebook={ebook} />
      {ebook.state === 'published' ? (
        <ButtonLink to={paths.ebook.href(ebook.id)} variant="secondary">
          {t.seeInShop}
        </ButtonLink>
      ) : mayPublish ? (
        <Button onClick={onPublish} disabled={isStale} isPending={isSaving}>
          {t.publish}
        </Button>
      ) : (
        <p className={layout.soft}>{t.pricesByOwner}</p>
      )}
      <MoreMenu of={ebook.title}>
        {(['draft', 'archived'] as const)
          .filter((state) => state !== ebook.state)
          .map((state) => (
            <Button key={state} size="s" variant="quiet" disabled={isSaving} onClick={() => moveTo(state)}>
              {t.moveTo[state]}
            </Button>
          ))}
        <Button size="s" variant="quiet" onClick={() => setIsDeleting(true)}>
          {t.delete}
        </Button>
        <DeleteDialog
          ebook={ebook}
          isOpen={isDeleting}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => void navigate(paths.dashboard.href('ebooks'))}
        />
      </MoreMenu>
    </>
  );
}

type PostponeDialogProps = {
  readonly buyers: number;
  readonly at: Instant;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
};

/** What a later launch does, before it is saved. */
function PostponeDialog({ buyers, at, ...dialog }: PostponeDialogProps) {
  const t = useTexts(launchTexts);
  const { moment } = useFormats();
  return (
    <ActionDialog {...dialog} title={t.moveTitle(moment(at))} confirmText={t.move}>
      <p>{t.moveMessage(buyers)}</p>
    </ActionDialog>
  );
}
