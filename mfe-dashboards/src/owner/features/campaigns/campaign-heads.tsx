import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_LIMITS } from '@site/shared/contracts/campaign-rules.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Button, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import layout from '../../../signed-in/layout.module.css';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useCampaignPreview } from './campaigns-queries.ts';
import { texts } from './texts.ts';
import type { Edits } from './use-campaign-edits.ts';

type CampaignHeadsProps = { readonly campaign: AdminCampaign; readonly edits: Edits };

/** Shows the fields of a newsletter issue that a mailbox lists, in each language of its post. */
export function CampaignHeads({ campaign, edits }: CampaignHeadsProps) {
  const t = useTexts(texts);
  const { locales } = campaign.post;
  const shown = LOCALES.filter((locale) => locales.length === 0 || locales.includes(locale));
  const failure = useFailureText(edits.error);
  const says = edits.isSaving ? t.saving : edits.isSaved ? t.saved : edits.error ? `${t.saveFailed} ${failure}` : t.notSaved;
  return (
    <Panel title={t.heads}>
      <div className={layout.lines}>
        <p className={layout.hint}>{t.headsHint}</p>
        {shown.map((locale) => (
          <HeadFields key={locale} campaign={campaign} edits={edits} locale={locale} />
        ))}
        <div className={layout.row}>
          <p role="status" className={layout.hint}>
            {says}
          </p>
          {!edits.isSaved && !edits.isSaving && !edits.isConflict && (
            <Button variant="quiet" size="s" onClick={edits.saveNow}>
              {t.saveNow}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  );
}

function HeadFields({ campaign, edits, locale }: CampaignHeadsProps & { readonly locale: Locale }) {
  const t = useTexts(texts);
  const preview = useCampaignPreview(campaign, locale);
  const head = edits.heads[locale];
  const saved = campaign.heads[locale];
  const language = t.inLanguages[locale];
  const change = (part: Partial<typeof head>) => edits.change({ heads: { ...edits.heads, [locale]: { ...head, ...part } } });
  return (
    <div className={layout.fields}>
      <TextField
        label={t.subjectIn(language)}
        lang={locale}
        maxLength={CAMPAIGN_LIMITS.subject}
        placeholder={saved.subject ? campaign.post.title : preview.data?.subject}
        value={head.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <TextField
        label={t.preheaderIn(language)}
        hint={t.preheaderHint}
        lang={locale}
        maxLength={CAMPAIGN_LIMITS.preheader}
        placeholder={saved.preheader ? '' : preview.data?.preheader}
        value={head.preheader}
        onChange={(event) => change({ preheader: event.currentTarget.value })}
      />
    </div>
  );
}
