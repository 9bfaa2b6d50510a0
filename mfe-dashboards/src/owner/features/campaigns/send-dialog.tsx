import type { AdminCampaign, CampaignAudience } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_TEST_FROM } from '@site/shared/contracts/campaign-rules.ts';
import { ApiError, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import { closeAndToast } from '../../../signed-in/close-and-toast.ts';
import layout from '../../../signed-in/layout.module.css';
import { useAudience, useSender } from '../../campaigns/campaigns-queries.ts';
import { useReaderCount } from '../../campaigns/reader-count.ts';
import { isUndeliverable, SenderNotice } from '../../campaigns/sender-notice.tsx';
import { NowOrLater, useNowOrLater } from '../../common/now-or-later.tsx';
import { portionsOf } from './campaign-pace.ts';
import css from './campaigns.module.css';
import { useSendCampaign } from './campaigns-queries.ts';
import { texts } from './texts.ts';

const MOST_PORTIONS = 4;

/** Says in one sentence what will happen, and sends the issue. */
export function SendDialog({ campaign, onClose }: { campaign: AdminCampaign; onClose: () => void }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const inWords = useReaderCount();
  const { id, revision, timeZone, post, pace, isTested } = campaign;
  const audience = useAudience(campaign.postId, campaign.segment, true);
  const waitsForText = !post.isPublished && post.publishAt !== null;
  const when = useNowOrLater(timeZone, null, waitsForText);
  const { at, isLater } = when;
  const send = useSendCampaign(id);
  const sender = useSender();
  const fields = send.error instanceof ApiError ? send.error.fields : {};

  const total = audience.data?.total ?? 0;
  const isUntested = total > CAMPAIGN_TEST_FROM && !isTested;
  const isPublishedThen = post.isPublished || (isLater && post.publishAt !== null);
  const problem = !audience.data
    ? null
    : total === 0 || fields.segment
      ? t.problems.nobody
      : isUntested || fields.test
        ? t.problems.test_required
        : !isPublishedThen || fields.at === 'not_published'
          ? t.problems.not_published
          : null;

  function sentence(): string {
    if (!audience.data) return t.counting;
    const who = inWords(audience.data);
    const goes = isLater ? (at ? t.goesAt(moment(at), who) : who) : t.goesNow(who);
    // Emails of today count only against today's limit.
    const portions = portionsOf(total, isLater ? { ...pace, today: pace.perDay } : pace);
    if (portions.length < 2) return goes;
    const shown = portions.filter((count) => count > 0).map((count) => count.toLocaleString(locale));
    const first = shown.slice(0, MOST_PORTIONS).join(', ') + (shown.length > MOST_PORTIONS ? t.andSo : '');
    return goes + (portions[0] === 0 ? t.fromTomorrow : '') + (shown.length > 1 ? t.inDays(shown.length, first) : '');
  }

  const complaints = ({ subject, complaints: count, got }: NonNullable<CampaignAudience['complained']>) =>
    t.complained(subject, count.toLocaleString(locale), got.toLocaleString(locale));

  function confirm() {
    if (!when.isComplete()) return;
    const sent = closeAndToast(onClose, isLater ? t.scheduled : t.sent);
    // The API may have refused the issue because of the sender's domain.
    send.mutate({ revision, at }, { ...sent, onError: () => void sender.refetch() });
  }

  return (
    <ActionDialog
      title={t.sendTitle}
      onClose={onClose}
      action={{ isPending: send.isPending, error: problem || fields.at === 'in_past' || fields.sender ? null : send.error }}
      onConfirm={confirm}
      confirmText={isLater ? t.confirmSchedule : t.confirmSend}
      isDisabled={!audience.data || problem !== null || isUndeliverable(sender.data, total)}
      failed={t.sendFailed}
    >
      <div className={layout.lines}>
        <p role="status" className={css.sentence}>
          {sentence()}
        </p>
        {audience.data?.complained && <p className={layout.hint}>{complaints(audience.data.complained)}</p>}
        <NowOrLater choice={when} isInPast={fields.at === 'in_past'} onChange={send.reset} />
        {total > 0 && <SenderNotice total={total} />}
        {!isLater && problem === null && <p className={layout.hint}>{t.canUndo}</p>}
        <div role="alert">
          {problem && <p className={layout.problem}>{problem}</p>}
          {audience.isError && <p className={layout.problem}>{t.countFailed}</p>}
        </div>
      </div>
    </ActionDialog>
  );
}
