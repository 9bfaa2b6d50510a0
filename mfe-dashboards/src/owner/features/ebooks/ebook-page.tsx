import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, Link, paths, Skeleton, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { adminLabels } from '../../common/admin-labels.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { EbookDetails } from './ebook-details.tsx';
import css from './ebook-page.module.css';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { useAdminEbook } from './ebooks-queries.ts';
import { LaunchPanel } from './launch/launch-panel.tsx';
import { ReplaceFile } from './replace-file.tsx';
import { SalePanel } from './sale/sale-panel.tsx';
import { SamplePanel } from './sample/sample-panel.tsx';
import { ebooksTab } from './tab.ts';
import { texts } from './texts.ts';
import { useFileView } from './use-file-view.ts';

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
  const back = <Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>;
  if (ebook.isPending || uid === null) {
    return (
      <>
        <PageHeading title={t.loading} back={back} />
        <Skeleton lines={8} />
      </>
    );
  }
  if (!ebook.data) {
    return <LoadFailure title={t.ebookFailed} query={ebook} />;
  }
  return (
    <>
      <PageHeading title={ebook.data.title} back={back} actions={<EbookStateBadge ebook={ebook.data} />} />
      <div className={css.columns}>
        {/* Anew for another book; what is typed about this one stays. */}
        <EbookDetails key={`${uid} ${id}`} uid={uid} ebook={ebook.data} />
        <div className={layout.parts}>
          <LaunchPanel key={`${id} launch`} ebook={ebook.data} />
          <SalePanel key={`${id} sale`} ebook={ebook.data} />
          <File ebook={ebook.data} />
          {ebook.data.hasFile && <SamplePanel key={`${id} sample ${ebook.data.fileVersion}`} ebook={ebook.data} />}
          <CoverPanel ebook={ebook.data} />
          <Remove ebook={ebook.data} />
        </div>
      </div>
    </>
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
        ebook.hasFile && (
          <Button size="s" variant="quiet" isPending={view.isPending} onClick={() => view.mutate({ id: ebook.id })}>
            {t.openPdf}
          </Button>
        )
      }
    >
      {ebook.hasFile && <p className={css.filename}>{ebook.filename}</p>}
      <p className={css.hint}>{ebook.hasFile ? facts.join(' · ') : t.noFile}</p>
      <ReplaceFile key={`${ebook.id} pdf`} ebook={ebook} kind="pdf" />
      {ebook.fileVersion > 1 && <EarlierVersions ebook={ebook} />}
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
      <p className={css.hint}>{(ebook.isOwned ? t.deleteOwned : t.deleteUnowned)(ebook.state === 'published')}</p>
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
