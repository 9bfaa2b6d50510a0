import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { POST_VISIBILITIES, type PostVisibility } from '@site/shared/contracts/post-rules.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { ApiError, Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { api } from '../../../signed-in/api.ts';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { ByMail, type Mailing, useMailing } from '../../campaigns/by-mail.tsx';
import { type CampaignNotSent, useMailText } from '../../campaigns/campaigns-queries.ts';
import { TextCampaigns } from '../../campaigns/text-campaigns.tsx';
import { NowOrLater, useNowOrLater } from '../../common/now-or-later.tsx';
import { useRecordChange } from '../../common/records.ts';
import { postRecords, seenOf } from './posts-queries.ts';
import { texts } from './texts.ts';

/** Chooses where and when a post is published, and whether it also goes by email. */
export function PublishDialog({ post, onClose }: { post: AdminPost; onClose: () => void }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id, drafts, timeZone, firstPublishedAt, publishAt } = post;
  /** Search engines already know the post, because it was in lists and feeds. */
  const isListed = firstPublishedAt !== null && post.visibility === 'site';
  const [visibility, setVisibility] = useState<PostVisibility>(post.state === 'published' && !post.isNew ? 'site' : post.visibility);
  const when = useNowOrLater(timeZone, publishAt, post.state === 'scheduled');
  const { at, isLater } = when;
  const publish = useRecordChange(postRecords, id, (at: Instant | null) =>
    api('POST /api/admin/posts/:id/publication', { params: { id }, body: { ...seenOf(post), at, visibility } }),
  );
  const [mailing, setMailing] = useState<Mailing>({ isOn: false, locale: null });
  const mail = useMailing(id, mailing);
  const mailText = useMailText();
  // A public post is emailed at once. Any other post is emailed when it is published.
  const send = useMutation<unknown, CampaignNotSent, Instant | null>({
    mutationFn: (at) => mailText({ postId: id, locale: mailing.locale, at }),
  });
  const mailFailure = useFailureText(send.error?.cause ?? null);
  const isMailOffered = (!firstPublishedAt || publish.isSuccess) && (mail.isOffered || mailing.isOn);
  const fields = publish.error instanceof ApiError ? publish.error.fields : {};
  const languages = LOCALES.filter((locale) => drafts[locale].title);

  const finish = closeAndToast(onClose, isLater ? t.scheduled : visibility === 'campaign' ? t.publishedAsCampaign : t.published);
  const mailAndFinish = () => send.mutate(at, closeAndToast(onClose, isLater ? t.scheduledAndMailed : t.publishedAndMailed));
  function confirm() {
    if (!when.isComplete()) return;
    // The post is already public, so only the email is retried.
    if (publish.isSuccess) return mailAndFinish();
    publish.mutate(at, mailing.isOn ? { onSuccess: mailAndFinish } : finish);
  }
  function sentence(): string {
    const where = visibility === 'site' ? t.goesOnSite : t.goesByAddress;
    const time = isLater ? (at ? t.onMoment(moment(at)) : '') : t.rightNow;
    return t.goesOut(where, time, mail.who ?? t.counting);
  }

  return (
    <ActionDialog
      title={t.publishTitle}
      onClose={onClose}
      action={{ isPending: publish.isPending || send.isPending, error: fields.at ? null : publish.error }}
      onConfirm={confirm}
      confirmText={publish.isSuccess ? t.mailAgain : isLater ? t.scheduleNow : t.publishNow}
      pendingText={t.publishing}
      isDisabled={!mail.isReady}
      failed={t.publishFailed}
      reason={fields.title ? t.problems.title_required : fields.body && t.problems.body_required}
    >
      <div className={layout.lines}>
        {languages.length > 0 && <p>{t.whatGoesOut(languages.map((locale) => t.inLanguages[locale]).join(t.and))}</p>}
        {isListed ? (
          <p className={layout.hint}>{t.listedForGood}</p>
        ) : (
          <fieldset className={layout.choices}>
            <legend>{t.where}</legend>
            {POST_VISIBILITIES.map((known) => (
              <label key={known} className={layout.choice}>
                <input type="radio" name="visibility" checked={visibility === known} onChange={() => setVisibility(known)} />
                {t.visibilities[known]}
              </label>
            ))}
            <p className={layout.hint}>{t.visibilityHints[visibility]}</p>
          </fieldset>
        )}
        {!firstPublishedAt && <NowOrLater choice={when} isInPast={Boolean(fields.at)} onChange={publish.reset} />}
        <TextCampaigns postId={id} becomes={{ publishedAt: at }} isDraftNamed={isMailOffered} />
        {isMailOffered && <ByMail postId={id} mailing={mailing} onChange={setMailing} state={mail} testLocale={languages[0] ?? 'pt-BR'} />}
        {mailing.isOn && mail.total > 0 && <p role="status">{sentence()}</p>}
        <ActionFailure error={send.error} what={isLater ? t.scheduledNotMailed : t.publishedNotMailed}>
          {send.error && (
            <span>
              {mailFailure} {send.error.campaignId && <Link to={adminPaths.campaign.href(send.error.campaignId)}>{t.openCampaign}</Link>}
            </span>
          )}
        </ActionFailure>
      </div>
    </ActionDialog>
  );
}
