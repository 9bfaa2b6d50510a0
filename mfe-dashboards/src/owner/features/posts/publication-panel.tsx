import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { Button, paths, useFormats, useNavigate, useTexts } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { api } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { usePostCampaigns } from '../../campaigns/campaigns-queries.ts';
import { TextCampaigns } from '../../campaigns/text-campaigns.tsx';
import { usePreviewTab } from '../../common/preview-tab.ts';
import { useRecordChange } from '../../common/records.ts';
import { postRecords, seenOf } from './posts-queries.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { texts } from './texts.ts';

type PublicationPanelProps = {
  readonly post: AdminPost;
  /** Whether the server has all typed words. */
  readonly isSaved: boolean;
  /** The language of the draft that the page shows. */
  readonly locale: Locale;
};

type Asked = 'publish' | 'unschedule' | 'withdraw' | 'delete';

/** Shows the state of a post and the actions on its publication. */
export function PublicationPanel({ post, isSaved, locale }: PublicationPanelProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, state, visibility, slug, revision, publishAt, firstPublishedAt, isNew, news } = post;
  const isCampaignOnly = visibility === 'campaign';
  const close = () => setAsked(null);
  const campaigns = usePostCampaigns(id);
  const withdraw = useRecordChange(postRecords, id, () =>
    api('POST /api/admin/posts/:id/withdrawal', { params: { id }, body: { revision } }),
  );

  const { isPreviewing, openPreview } = usePreviewTab(t.previewFailed);
  async function fetchPreview() {
    const answer = await api('POST /api/admin/posts/:id/preview', { params: { id } });
    return `${paths.post.href(slug ?? 'rascunho')}?${new URLSearchParams({ preview: answer.preview, lang: locale })}`;
  }

  const says = {
    draft: t.stateDraft,
    scheduled: publishAt ? (isCampaignOnly ? t.stateCampaignScheduled : t.stateScheduled)(moment(publishAt)) : '',
    published: firstPublishedAt ? (isCampaignOnly ? t.stateCampaign : t.statePublished)(moment(firstPublishedAt)) : '',
    withdrawn: t.stateWithdrawn,
  }[state];
  const isTitled = post.title !== '';
  return (
    <Panel title={t.publication}>
      <div className={layout.lines}>
        <p>{says}</p>
        {state === 'scheduled' && <p className={layout.hint}>{t.scheduledChanges}</p>}
        {news && <p className={layout.hint}>{t.began[news]}</p>}
        {state === 'published' && isNew && <p>{t.changesWait}</p>}
        {state === 'published' && slug && (
          <p>
            <a href={paths.post.href(slug)} target="_blank" rel="noopener">
              {t.seePage}
            </a>
          </p>
        )}
        <div className={layout.row}>
          {(state !== 'published' || isNew || isCampaignOnly) && (
            <Button disabled={!isSaved} onClick={() => setAsked('publish')}>
              {
                {
                  draft: t.publish,
                  scheduled: t.changeSchedule,
                  published: isNew ? t.publishChanges : t.putOnSite,
                  withdrawn: t.publishAgain,
                }[state]
              }
            </Button>
          )}
          <Button
            variant="secondary"
            disabled={!isSaved || !isTitled}
            isPending={isPreviewing}
            pendingText={t.previewing}
            onClick={() => void openPreview(fetchPreview)}
          >
            {t.preview}
          </Button>
          {state === 'scheduled' && (
            <Button
              variant="secondary"
              isPending={withdraw.isPending}
              onClick={() => {
                // A dialog warns if a newsletter issue depends on the schedule of this post.
                if (campaigns.data?.campaigns.length === 0) withdraw.mutate(undefined, closeAndToast(close, t.scheduleCancelled));
                else setAsked('unschedule');
              }}
            >
              {t.cancelSchedule}
            </Button>
          )}
          {state === 'published' && (
            <Button variant="quiet" onClick={() => setAsked('withdraw')}>
              {t.withdraw}
            </Button>
          )}
          {!firstPublishedAt && state === 'draft' && (
            <Button variant="quiet" onClick={() => setAsked('delete')}>
              {t.delete}
            </Button>
          )}
        </div>
        {!isTitled && <p className={layout.hint}>{t.previewUntitled}</p>}
        {!isSaved && <p className={layout.hint}>{t.notSaved}</p>}
      </div>
      {asked === 'publish' && <PublishDialog post={post} onClose={close} />}
      {asked === 'unschedule' && (
        <Confirm
          title={t.unscheduleTitle}
          message={t.unscheduleMessage}
          confirmText={t.cancelSchedule}
          action={withdraw}
          done={t.scheduleCancelled}
          onClose={close}
        >
          <TextCampaigns postId={id} becomes="unpublished" />
        </Confirm>
      )}
      {asked === 'withdraw' && (
        <Confirm
          title={t.withdrawTitle}
          message={t.withdrawMessage}
          confirmText={t.withdrawNow}
          action={withdraw}
          done={t.withdrawn}
          onClose={close}
        >
          <TextCampaigns postId={id} becomes="unpublished" />
        </Confirm>
      )}
      {asked === 'delete' && <DeleteDialog post={post} onClose={close} />}
    </Panel>
  );
}

type ConfirmProps = {
  readonly title: string;
  readonly message: string;
  readonly confirmText: string;
  readonly action: UseMutationResult<unknown, Error, void>;
  readonly done: string;
  /** Called after the action succeeded, instead of closing the dialog. */
  readonly onDone?: () => void;
  readonly children?: ReactNode;
  readonly onClose: () => void;
};

/** Asks for confirmation before a post is unpublished or deleted. */
function Confirm({ title, message, confirmText, action, done, onClose, onDone = onClose, children }: ConfirmProps) {
  const t = useTexts(texts);
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      action={action}
      onConfirm={() => action.mutate(undefined, closeAndToast(onDone, done))}
      confirmText={confirmText}
      isDangerous
      failed={t.actionFailed}
    >
      <p>{message}</p>
      {children}
    </ActionDialog>
  );
}

function DeleteDialog({ post, onClose }: { post: AdminPost; onClose: () => void }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { id } = post;
  const remove = useRecordChange(postRecords, id, () => api('DELETE /api/admin/posts/:id', { params: { id }, body: seenOf(post) }));
  return (
    <Confirm
      title={t.deleteTitle}
      message={t.deleteMessage}
      confirmText={t.deleteNow}
      action={remove}
      done={t.deleted}
      onDone={() => void navigate(paths.dashboard.href('posts'))}
      onClose={onClose}
    >
      <TextCampaigns postId={id} becomes="deleted" />
    </Confirm>
  );
}
