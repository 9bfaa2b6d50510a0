import type { AdminEbook, EbookState } from '@site/shared/contracts/admin-ebooks.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Button, ButtonLink, Link, paths, Skeleton, toast, useFormats, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { useSoldCurrencies } from '../../common/admin-settings-query.ts';
import { MoreMenu } from '../../common/more-menu.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { useRecordChange } from '../../common/records.ts';
import { BookSheet } from './book-sheet.tsx';
import { missingListPrices } from './book-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { ebookRecords, useAdminEbook } from './ebooks-queries.ts';
import { launchTexts } from './launch/launch-texts.ts';
import { ebooksTab } from './tab.ts';
import { texts } from './texts.ts';
import { type BookForm, useBookForm } from './use-book-form.ts';

export const handle = pageHandle(({ preferences }) => {
  const { locale } = preferences;
  return { title: `${ebooksTab.texts[locale].name} · ${adminLabels[locale].area}`, isPrivate: true };
});

/** Shows everything of one book that its owner can change. */
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
  // The key resets the form when the page shows another book. The draft of each book is kept.
  return <Ebook key={`${uid} ${id}`} uid={uid} ebook={ebook.data} />;
}

function BackToBooks() {
  const t = useTexts(texts);
  return <Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>;
}

function Ebook({ uid, ebook }: { uid: string; ebook: AdminEbook }) {
  const t = useTexts(texts);
  const heading = useRef<HTMLHeadingElement>(null);
  const launchT = useTexts(launchTexts);
  const { moment } = useFormats();
  const toHeading = () => heading.current?.focus();
  const form = useBookForm(uid, ebook, (_saved, isPublished) => isPublished && toHeading());
  const [isAsking, setIsAsking] = useState(false);
  const { postponedTo } = form;
  const submit = (event: { preventDefault: () => void }, publish: boolean) =>
    form.submit(event, publish, postponedTo ? () => setIsAsking(true) : form.send);
  return (
    <>
      <PageHeading
        title={ebook.title}
        hint={<span className={layout.softLong}>{paths.ebook.href(ebook.id)}</span>}
        ref={heading}
        back={<BackToBooks />}
        actions={<Actions ebook={ebook} form={form} onPublish={(event) => submit(event, true)} onMoved={toHeading} />}
      />
      <BookSheet ebook={ebook} form={form} onSubmit={(event) => submit(event, false)}>
        <Button type="submit" disabled={!form.isDirty || form.isStale} isPending={form.isSaving} pendingText={t.saving}>
          {t.save}
        </Button>
      </BookSheet>
      {isAsking && postponedTo && (
        <ActionDialog
          title={launchT.moveTitle(moment(postponedTo))}
          confirmText={launchT.move}
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false);
            form.send();
          }}
        >
          <p>{launchT.moveMessage(ebook.launch?.buyers ?? 0)}</p>
        </ActionDialog>
      )}
    </>
  );
}

type ActionsProps = {
  readonly ebook: AdminEbook;
  readonly form: BookForm;
  readonly onPublish: (event: { preventDefault: () => void }) => void;
  /** Whether the state of the book has changed, so that the pressed button is gone. */
  readonly onMoved: () => void;
};

/** Shows the state of a book and the buttons that change it. */
function Actions({ ebook, form, onPublish, onMoved }: ActionsProps) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const sold = useSoldCurrencies();
  const mayPublish = useMay()('money') || Object.keys(missingListPrices(form.body, sold)).length === 0;
  const { isSaving, isStale, putState } = form;
  const changeState = useRecordChange(ebookRecords, ebook.id, (state: EbookState) => putState(ebook, state));
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
          {t.view}
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
