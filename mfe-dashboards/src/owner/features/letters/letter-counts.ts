import type { LetterCounts } from '@site/shared/contracts/admin-letters.ts';

/** How many letters the mail server took, and how many of them did not come back. */
export const handedOf = ({ sent, bounced, complained }: LetterCounts): { handed: number; delivered: number } => ({
  handed: sent + bounced + complained,
  delivered: sent + complained,
});
