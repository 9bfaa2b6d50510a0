import { createHash } from 'node:crypto';
import type { Guest } from '@site/shared/contracts/guest.ts';

/** By what a browser that bought without an account is known again. With another address it is another buyer. */
export const guestDigest = ({ email, key }: Guest): string => createHash('sha256').update(`${key} ${email}`).digest('hex');

/** The same as `buyer_key` of their orders. */
export const guestBuyerKey = (guest: Guest): string => `guest:${guestDigest(guest)}`;
