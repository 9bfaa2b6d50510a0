import type { LetterCounts } from '@site/shared/contracts/admin-letters.ts';

/** Returns how many emails the mail server accepted, and how many of these did not bounce. */
export const handedOf = ({ sent, bounced, complained }: LetterCounts): { handed: number; delivered: number } => ({
  handed: sent + bounced + complained,
  delivered: sent + complained,
});
