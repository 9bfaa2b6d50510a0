import type { CampaignCounts } from '@site/shared/contracts/admin-campaigns.ts';

/** Returns how many emails the mail server accepted, and how many of these did not bounce. */
export const handedOf = ({ sent, bounced, complained }: CampaignCounts): { handed: number; delivered: number } => ({
  handed: sent + bounced + complained,
  delivered: sent + complained,
});
