import { createHash } from 'node:crypto';
import type { Guest } from '@site/shared/contracts/guest.ts';

/** By what a browser that bought without an account is known again. With another address it is another buyer. */
export const guestDigest = ({ email, key }: Guest): string => createHash('sha256').update(`${key} ${email}`).digest('hex');

/** By what the tabs of one browser are known as one buyer while they buy for the same address. */
export const browserDigest = ({ email, browser }: { email: string; browser?: string | undefined }): string | null =>
  browser === undefined ? null : guestDigest({ email, key: browser });

/** The same as `buyer_key` of their orders. */
export const guestBuyerKey = (guest: Guest): string => `guest:${guestDigest(guest)}`;
