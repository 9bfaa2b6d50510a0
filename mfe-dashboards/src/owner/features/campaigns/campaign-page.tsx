import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, paths, useFormats, useNavigate, useParams, useTexts } from '@site/shared/site/site.ts';
import { Conflict } from '../../../drafts/conflict.tsx';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { CampaignStateBadge } from '../../campaigns/campaign-state-badge.tsx';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { CampaignAudiencePanel } from './campaign-audience.tsx';
import { CampaignHeads } from './campaign-heads.tsx';
import { CampaignNumbers } from './campaign-numbers.tsx';
import { CampaignPreviewPanel } from './campaign-preview.tsx';
import { CampaignSending } from './campaign-sending.tsx';
import css from './campaigns.module.css';
import { useCampaign, useDeleteCampaign } from './campaigns-queries.ts';
import { StepSending } from './step-sending.tsx';
import { campaignsTab } from './tab.ts';
import { texts } from './texts.ts';
import { type Edits, useCampaignEdits } from './use-campaign-edits.ts';

export const handle = adminPageHandle((locale) => campaignsTab.texts[locale].name);

export const Component = () => (
  <Permitted permission={campaignsTab.permission}>
    <CampaignPage />
  </Permitted>
);

/** Shows one newsletter issue: its post, its readers and its state. */
function CampaignPage() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const back = <Link to={paths.dashboard.href('campaigns')}>← {t.back}</Link>;
  return (
    <Loaded query={useCampaign(id)} failed={t.loadFailed} hasTitle heading={<PageHeading title={t.title} back={back} />}>
      {(campaign) => (
        <>
          <PageHeading
            title={campaign.subject || t.untitled}
            back={campaign.step === null ? back : <Link to={adminPaths.series.href()}>← {t.toSeries}</Link>}
            actions={campaign.step === null && <CampaignStateBadge state={campaign.state} />}
          />
          <Campaign key={id} campaign={campaign} />
        </>
      )}
    </Loaded>
  );
}

function Campaign({ campaign }: { campaign: AdminCampaign }) {
  const edits = useCampaignEdits(campaign);
  const isDraft = campaign.state === 'draft';
  return (
    <div className={isDraft ? layout.withSide : layout.parts}>
      {isDraft && (
        <div className={layout.parts}>
          <CampaignConflict campaign={campaign} edits={edits} />
          <CampaignHeads campaign={campaign} edits={edits} />
          <CampaignAudiencePanel campaign={campaign} edits={edits} />
        </div>
      )}
      <div className={isDraft ? layout.parts : css.sheets}>
        {campaign.step === null ? <CampaignSending campaign={campaign} isSaved={edits.isSaved} /> : <StepSending campaign={campaign} />}
        {(campaign.counts.total > 0 || campaign.step !== null) && <CampaignNumbers campaign={campaign} />}
        <CampaignText campaign={campaign} />
      </div>
      <div className={css.below}>
        <CampaignPreviewPanel campaign={campaign} isSaved={edits.isSaved} />
      </div>
    </div>
  );
}

function CampaignConflict({ campaign, edits }: { campaign: AdminCampaign; edits: Edits }) {
  const t = useTexts(texts);
  if (!edits.isConflict) return null;
  return (
    <Conflict
      title={t.conflictTitle}
      saved={{ subject: `campaign ${campaign.id}`, version: campaign.revision }}
      message={t.conflictMessage}
      takeText={t.takeTheirs}
      onTake={edits.takeTheirs}
      keepText={t.keepMine}
      keptText={t.kept}
      onKeep={edits.keepMine}
    >
      {null}
    </Conflict>
  );
}

/** Shows the post from which the issue is made. */
function CampaignText({ campaign }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { id, post, postId, state, step } = campaign;
  const { title, locales, isPublished, publishAt } = post;
  const navigate = useNavigate();
  const remove = useDeleteCampaign(id);
  const languages = locales.map((locale) => t.inLanguages[locale]).join(t.and);
  const isFrozen = !['draft', 'scheduled', 'late'].includes(state);
  return (
    <Panel title={t.text}>
      <div className={layout.lines}>
        <p>
          <Link to={adminPaths.post.href(postId)}>{title || t.untitled}</Link>
        </p>
        <p className={layout.hint}>
          {isPublished ? t.textPublished(languages) : publishAt ? t.textScheduled(moment(publishAt)) : t.textDraft}
        </p>
        {isFrozen && step === null && <p className={layout.hint}>{t.frozen}</p>}
        {state === 'draft' && (
          <div className={layout.row}>
            <AskButton
              label={t.deleteDraft}
              variant="quiet"
              title={t.deleteTitle}
              action={remove}
              confirmText={t.deleteNow}
              isDangerous
              failed={t.actionFailed}
              done={t.deleted}
              onDone={() => void navigate(paths.dashboard.href('campaigns'))}
            >
              <p>{t.deleteMessage}</p>
            </AskButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
