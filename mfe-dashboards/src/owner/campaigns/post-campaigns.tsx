import type { AdminPost } from '@site/shared/contracts/admin-posts.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Link, toast, useFormats, useNavigate, usePreferences, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import { Panel } from '../../signed-in/panel.tsx';
import { CampaignStateBadge } from './campaign-state-badge.tsx';
import { useBeginCampaign, usePostCampaigns } from './campaigns-queries.ts';
import { texts } from './texts.ts';

/** Lists the issues about a post, and offers to create the next one. */
export function PostCampaigns({ post: { id, title } }: { post: AdminPost }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const campaigns = usePostCampaigns(id);
  const begin = useBeginCampaign();
  const rows = campaigns.data?.campaigns ?? [];
  const isBegun = rows.some(({ state }) => state === 'draft');
  const open = () =>
    begin.mutate(id, {
      onSuccess: (campaign) => void navigate(adminPaths.campaign.href(campaign.id)),
      onError: () => toast.error(t.beginFailed),
    });
  return (
    <Panel title={t.ofText}>
      <div className={layout.lines}>
        {campaigns.isError && <p className={layout.problem}>{t.listFailed}</p>}
        {campaigns.isSuccess && rows.length === 0 && <p className={layout.soft}>{t.none}</p>}
        <ul className={layout.lines}>
          {rows.map(({ id: campaignId, subject, state, sendAt, endedAt, counts, step }) => {
            const at = endedAt ?? sendAt;
            return (
              <li key={campaignId}>
                <Link to={adminPaths.campaign.href(campaignId)}>{subject || t.untitled}</Link>{' '}
                {step === null && <CampaignStateBadge state={state} />}
                <p className={layout.soft}>
                  {step !== null && <span>{t.ofSeries(step)}</span>}
                  {at && step === null && <time dateTime={at}>{moment(at)}</time>}
                  {counts.total > 0 && (
                    <span>{` · ${t.partOf(counts.sent.toLocaleString(locale), counts.total.toLocaleString(locale))}`}</span>
                  )}
                </p>
              </li>
            );
          })}
        </ul>
        <div>
          <Button variant="secondary" disabled={title === ''} isPending={begin.isPending} pendingText={t.begin} onClick={open}>
            {isBegun ? t.goOn : t.byEmail}
          </Button>
        </div>
        {title === '' && <p className={layout.soft}>{t.needsTitle}</p>}
      </div>
    </Panel>
  );
}
