import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { User, UserList } from '@site/shared/contracts/admin-users.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { fetchPhoto, type Photo } from './user-photo.ts';
import type { UserRow } from './users.repository.ts';
import * as repository from './users.repository.ts';

const toUser = (row: UserRow): User => ({
  uid: row.uid,
  displayName: row.name || null,
  email: row.email,
  photoURL: row.has_photo ? `/user-photo/${encodeURIComponent(row.uid)}` : null,
  createdAt: toInstant(row.created_at),
  firstPurchaseAt: toInstantOrNull(row.first_purchase_at),
  lastPurchaseAt: toInstantOrNull(row.last_purchase_at),
  orders: row.orders,
});

/** Everybody who ever signed in or bought and whose name or address has these words, newest first. */
export async function listUsers({ data }: Pick<Deps, 'data'>, words: string, start: PageStart): Promise<UserList> {
  const { users, more } = await repository.listUsers(data, words, start, ADMIN_PAGE_SIZE);
  return { users: users.map(toUser), ...cursorsOf(users, more, start, (row) => ({ at: row.created_at, id: String(row.number) })) };
}

/** The picture of a user; a silhouette when there is none or it cannot be had. */
export const getUserPhoto = async ({ data }: Pick<Deps, 'data'>, uid: string): Promise<Photo> =>
  await fetchPhoto(await repository.getUserPhoto(data, uid));

/**
 * Keeps a person who signed in as a user, hands over the orders that were waiting for their address, and welcomes a new account, once.
 * Never throws: a visit that cannot be noted never keeps a caller out.
 */
export async function upsertUser(
  { data, log, wakeMail }: Pick<Deps, 'data' | 'log' | 'wakeMail'>,
  caller: Caller,
  locale: Locale,
): Promise<void> {
  const { uid, email, emailVerified, name, photoUrl, signedInWith, issuedAt } = caller;
  try {
    const isWelcomed = await repository.upsertUser(data, {
      uid,
      email,
      verifiedEmail: emailVerified ? email : null,
      name: name ?? '',
      photoUrl,
      isByGoogle: signedInWith === 'google.com',
      locale,
      issuedAt: new Date(issuedAt).toISOString(),
    });
    if (isWelcomed) wakeMail();
  } catch (err) {
    log.warn({ uid, err }, 'visit not noted');
  }
}
