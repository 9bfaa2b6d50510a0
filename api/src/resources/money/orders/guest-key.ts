import { createHash } from 'node:crypto';
import type { Guest } from '@site/shared/contracts/guest.ts';

/**
 * Returns the digest that identifies a guest: the browser tab's key together with the email address. Another address makes another guest.
 */
export const guestDigest = ({ email, key }: Guest): string => createHash('sha256').update(`${key} ${email}`).digest('hex');

/** Returns the digest that identifies a browser across its tabs, for one email address. */
export const browserDigest = ({ email, browser }: { email: string; browser?: string | undefined }): string | null =>
  browser === undefined ? null : guestDigest({ email, key: browser });

/** Returns the guest's key, equal to `buyer_key` of their orders in the database. */
export const guestBuyerKey = (guest: Guest): string => `guest:${guestDigest(guest)}`;
