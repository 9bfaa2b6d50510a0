import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Dialog } from '@site/shared/patterns/dialog.tsx';
import { embedPage } from '@site/shared/rich-text/embeds.ts';
import { RichTextView } from '@site/shared/rich-text/rich-text.tsx';
import { Button, Skeleton, useFormats, useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { TextCampaigns } from '../../campaigns/text-campaigns.tsx';
import { useRecordChange } from '../../common/records.ts';
import { richTextTexts } from '../../rich-text/texts.ts';
import css from './post-page.module.css';
import { postRecords, seenOf, usePostVersion, usePostVersions } from './posts-queries.ts';
import { texts } from './texts.ts';

type Of = { readonly post: AdminPost; readonly locale: Locale };

/** Lists the published versions in one language, to read and to restore. */
export function PostVersionList({ post, locale }: Of) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const versions = usePostVersions(post.id, locale);
  const [read, setRead] = useState<number | null>(null);
  const [restored, setRestored] = useState<number | null>(null);
  const rows = versions.data?.pages.flatMap((page) => page.versions) ?? [];
  const newest = rows[0]?.version;
  const isShown = post.state === 'published' && post.locales.includes(locale);
  return (
    <Panel title={t.versions}>
      {versions.isPending && <Skeleton lines={3} />}
      {versions.isError && <LoadFailure title={t.versionsFailed} query={versions} />}
      {versions.isSuccess && rows.length === 0 && <p className={layout.hint}>{t.noVersions}</p>}
      <ol className={css.versions}>
        {rows.map(({ version, publishedAt, publishedBy, restoredFrom }) => (
          <li key={version}>
            <p>
              <strong>{t.version(version)}</strong> {version === newest && isShown && <Badge tone="success">{t.inForce}</Badge>}
            </p>
            <p className={layout.hint}>
              {publishedBy} · <time dateTime={publishedAt}>{moment(publishedAt)}</time>
              {restoredFrom !== null && <span>{` · ${t.restoredFrom(restoredFrom)}`}</span>}
            </p>
            <div className={layout.row}>
              <Button variant="quiet" size="s" aria-label={`${t.read}: ${t.version(version)}`} onClick={() => setRead(version)}>
                {t.read}
              </Button>
              {version !== newest && post.state === 'published' && (
                <Button variant="quiet" size="s" aria-label={`${t.restore} ${t.version(version)}`} onClick={() => setRestored(version)}>
                  {t.restore}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ol>
      {versions.hasNextPage && (
        <Button variant="secondary" size="s" isPending={versions.isFetchingNextPage} onClick={() => void versions.fetchNextPage()}>
          {t.older}
        </Button>
      )}
      {read !== null && <ReadDialog post={post} locale={locale} version={read} onClose={() => setRead(null)} />}
      {restored !== null && <RestoreDialog post={post} locale={locale} version={restored} onClose={() => setRestored(null)} />}
    </Panel>
  );
}

type DialogOf = Of & { readonly version: number; readonly onClose: () => void };

function ReadDialog({ post, locale, version, onClose }: DialogOf) {
  const t = useTexts(texts);
  const tText = useTexts(richTextTexts);
  return (
    <Dialog
      title={t.version(version)}
      isOpen
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Loaded query={usePostVersion(post.id, locale, version)} failed={t.versionsFailed} lines={5}>
        {({ title, lead, body }) => (
          <div className={layout.lines}>
            <h3 lang={locale}>{title}</h3>
            {lead && <p lang={locale}>{lead}</p>}
            <RichTextView
              text={body}
              lang={locale}
              drawEmbed={(block) => <p>{block.type === 'embed' ? embedPage(block.attrs) : `${tText[block.type]}: ${block.attrs.id}`}</p>}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function RestoreDialog({ post, locale, version, onClose }: DialogOf) {
  const t = useTexts(texts);
  const { id, drafts } = post;
  const restore = useRecordChange(postRecords, id, () =>
    api('POST /api/admin/posts/:id/versions/:locale/:version/restore', {
      params: { id, locale, version: String(version) },
      body: seenOf(post),
    }),
  );

  return (
    <ActionDialog
      title={t.restoreTitle(version)}
      onClose={onClose}
      action={restore}
      onConfirm={() => restore.mutate(undefined, closeAndToast(onClose, t.restored))}
      confirmText={t.restoreNow}
      pendingText={t.publishing}
      failed={t.actionFailed}
    >
      <p>{t.restoreMessage}</p>
      {drafts[locale].isNew && <p>{t.restoreOverDraft}</p>}
      <TextCampaigns postId={id} becomes={{ publishedAt: null }} />
    </ActionDialog>
  );
}
