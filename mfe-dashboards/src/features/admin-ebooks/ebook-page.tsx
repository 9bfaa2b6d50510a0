import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { ApiError, Button, Link, paths, Skeleton, toast, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { Cover } from '@site/shared/ui/cover.tsx';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { adminLabels } from '../../admin/admin-labels.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Panel } from '../../admin/panel.tsx';
import { api } from '../../signed-in/api.ts';
import { LoadFailure, useFailureText } from '../../signed-in/load-failure.tsx';
import { BookFields, focusProblem, writtenBook } from './book-fields.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import css from './ebook-page.module.css';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { useAdminEbook, useChangedEbook } from './ebooks-queries.ts';
import { useProblems } from './problems.ts';
import { ReplaceFile } from './replace-file.tsx';
import { texts } from './texts.ts';
import { useFileView } from './use-file-view.ts';

export const handle = pageHandle(({ preferences }) => {
  const { area, tabs } = adminLabels[preferences.locale];
  return { title: `${tabs.ebooks} · ${area}`, isPrivate: true };
});

/** Everything of one book that its owner can change. */
export function Component() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const ebook = useAdminEbook(id);
  const back = <Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>;
  if (ebook.isPending) {
    return (
      <>
        <PageHeading title={t.loading} back={back} />
        <Skeleton lines={8} />
      </>
    );
  }
  if (!ebook.data) {
    return <LoadFailure title={t.ebookFailed} error={ebook.error} onRetry={() => void ebook.refetch()} isRetrying={ebook.isFetching} />;
  }
  return (
    <>
      <PageHeading title={ebook.data.title} back={back} actions={<EbookStateBadge state={ebook.data.state} />} />
      <div className={css.columns}>
        {/* Anew for another book; what is typed about this one stays. */}
        <Details key={id} ebook={ebook.data} onReload={() => void ebook.refetch()} />
        <div className={css.side}>
          <File ebook={ebook.data} />
          <CoverPanel ebook={ebook.data} />
          <Remove ebook={ebook.data} />
        </div>
      </div>
    </>
  );
}

function Details({ ebook, onReload }: { ebook: AdminEbook; onReload: () => void }) {
  const t = useTexts(texts);
  const form = useRef<HTMLFormElement>(null);
  const changed = useChangedEbook();
  const problemsOf = useProblems();
  const { id, revision } = ebook;
  const save = useMutation({
    mutationFn: (written: ReturnType<typeof writtenBook> & { author: string }) =>
      api('PUT /api/admin/ebooks/:id', { params: { id }, body: { ...written, revision } }),
    onSuccess: (answer) => {
      changed(answer);
      toast.success(t.saved);
    },
    onError: () => {
      if (form.current) focusProblem(form.current);
    },
  });
  const reason = useFailureText(save.error);
  const isStale = save.error instanceof ApiError && save.error.code === 'changed_meanwhile';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (save.isPending) return;
    const author = String(new FormData(event.currentTarget).get('author') ?? '');
    save.mutate({ ...writtenBook(event.currentTarget), author });
  }

  return (
    <Panel title={t.details}>
      <form ref={form} className={css.form} onSubmit={submit} noValidate aria-label={t.details}>
        <dl className={css.facts}>
          <dt>{t.address}</dt>
          <dd>{ebook.state === 'published' ? <Link to={paths.ebook.href(id)}>{paths.ebook.href(id)}</Link> : paths.ebook.href(id)}</dd>
        </dl>
        <BookFields ebook={ebook} problems={problemsOf(save.error)} />
        <div role="alert">
          {save.error && (
            <p className={css.failure}>
              {t.saveFailed} {reason}
            </p>
          )}
        </div>
        <div className={css.actions}>
          <Button type="submit" isPending={save.isPending} pendingText={t.saving}>
            {t.save}
          </Button>
          {isStale && (
            <Button variant="secondary" onClick={onReload}>
              {t.reload}
            </Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

function File({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(texts);
  const view = useFileView();
  const facts = [t.fileVersion(ebook.fileVersion), ...(ebook.pages === null ? [] : [t.pageCount(ebook.pages)])];
  return (
    <Panel
      title={t.file}
      action={
        <Button size="s" variant="quiet" isPending={view.isPending} onClick={() => view.mutate(ebook.id)}>
          {t.view}
        </Button>
      }
    >
      <p className={css.filename}>{ebook.filename}</p>
      <p className={css.hint}>{facts.join(' · ')}</p>
      <ReplaceFile key={`${ebook.id} pdf`} ebook={ebook} kind="pdf" />
    </Panel>
  );
}

function CoverPanel({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.cover}>
      <div className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt={ebook.title} sizes="9rem" loading="lazy" />
      </div>
      <ReplaceFile key={`${ebook.id} cover`} ebook={ebook} kind="cover" />
    </Panel>
  );
}

function Remove({ ebook }: { ebook: AdminEbook }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel title={t.remove}>
      <p className={css.hint}>{ebook.isOwned ? t.deleteOwned : t.deleteUnowned}</p>
      <Button variant="danger" size="s" onClick={() => setIsAsking(true)}>
        {t.delete}
      </Button>
      <DeleteDialog
        ebook={ebook}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onDeleted={() => void navigate(paths.dashboard.href('ebooks'))}
      />
    </Panel>
  );
}
