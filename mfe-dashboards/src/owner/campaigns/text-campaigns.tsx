import type { ListedCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './campaigns.module.css';
import { usePostCampaigns } from './campaigns-queries.ts';
import { texts } from './texts.ts';

type TextCampaignsProps = {
  readonly postId: string;
  /** The change to the post: it is published at a moment (null means now), unpublished, or deleted together with its issues. */
  readonly becomes: { readonly publishedAt: Instant | null } | 'unpublished' | 'deleted';
  /** Whether another part of the page mentions the draft. */
  readonly isDraftNamed?: boolean;
};

/** Says for each issue about a post what happens to the issue when the post changes. */
export function TextCampaigns({ postId, becomes, isDraftNamed = false }: TextCampaignsProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const campaigns = usePostCampaigns(postId);

  function fateOf({ state, step, sendAt }: ListedCampaign): string | null | undefined {
    if (becomes === 'unpublished' || becomes === 'deleted') {
      const says = becomes === 'deleted' ? t.deletedWithText : t.withoutText;
      if (step !== null) return says.series;
      return state === 'scheduled' ? sendAt && says.scheduled(moment(sendAt)) : says[state];
    }
    const says = t.withText;
    if (step !== null || (state === 'draft' && isDraftNamed)) return null;
    if (state !== 'scheduled') return says[state];
    const isTooEarly = becomes.publishedAt !== null && sendAt !== null && Date.parse(sendAt) < Date.parse(becomes.publishedAt);
    return sendAt ? (isTooEarly ? says.tooEarly : says.scheduled)(moment(sendAt)) : null;
  }

  const rows = (campaigns.data?.campaigns ?? []).map((campaign) => ({ ...campaign, fate: fateOf(campaign) })).filter(({ fate }) => fate);
  if (rows.length === 0) return null;
  return (
    <ul className={css.fates}>
      {rows.map(({ id, subject, fate }) => (
        <li key={id}>
          {t.campaign} “<Link to={adminPaths.campaign.href(id)}>{subject || t.untitled}</Link>”: <span>{fate}</span>
        </li>
      ))}
    </ul>
  );
}
