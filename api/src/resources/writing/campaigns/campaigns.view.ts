import {
  type AdminCampaign,
  AdminCampaignSchema,
  type CampaignAudience,
  CampaignAudienceSchema,
} from '@site/shared/contracts/admin-campaigns.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { amountsOf } from '../../site/stats/amounts.ts';
import { AmountsRowSchema } from '../../site/stats/top-book-row.ts';

const { pace, brought } = AdminCampaignSchema.entries;
/** The result of the SQL function `get_admin_campaign`. */
export const CampaignRowSchema = v.object({
  ...v.omit(AdminCampaignSchema, ['timeZone']).entries,
  pace: v.omit(pace, ['perSecond']),
  brought: v.object({ ...v.omit(brought, ['revenue']).entries, amounts: AmountsRowSchema }),
});

/** Returns an issue as the team edits it. */
export const toAdminCampaign = (
  { brought: { amounts, ...brought }, ...row }: v.InferOutput<typeof CampaignRowSchema>,
  timeZone: string,
  perSecond: number,
): AdminCampaign => ({
  ...row,
  waits: row.waits && { for: row.waits.for, until: toInstant(row.waits.until) },
  pace: { perSecond, ...row.pace },
  brought: { ...brought, revenue: amountsOf(amounts) },
  timeZone,
});

/** The result of the SQL function `get_campaign_audience`. */
export const AudienceRowSchema = v.object({
  ...v.omit(CampaignAudienceSchema, ['days']).entries,
  day: v.object({ most: v.number(), busiest: v.number(), handed: v.number() }),
});

/**
 * Returns the number of readers of an issue and the days that sending takes. Each day may send twice as many emails as the busiest day
 * before.
 */
export function toAudience({ day, ...row }: v.InferOutput<typeof AudienceRowSchema>): CampaignAudience {
  let days = 1;
  let { busiest, most } = day;
  for (let left = row.total - Math.max(0, most - day.handed); left > 0; left -= most) {
    busiest = Math.max(busiest, most);
    most = 2 * busiest;
    days += 1;
  }
  return { ...row, days };
}
