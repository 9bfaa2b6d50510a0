import type { AdminSearch } from '@site/shared/contracts/admin-search.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { parseOrderNumber } from '../orders/admin-orders.service.ts';
import * as repository from './admin-search.repository.ts';

const FEW = 5;
/** So many letters of a message tell which one it is. */
const BEGINNING = 100;

/** Who may open what is found; episodes that are not hidden have public pages. */
const openers = {
  orders: 'people',
  users: 'people',
  messages: 'people',
  ebooks: 'content',
  episodes: 'content',
  posts: 'content',
} as const satisfies Partial<Record<keyof AdminSearch, Permission>>;

/** A few orders, users, eBooks, messages, episodes and posts that have these words, of what the caller may open. */
export async function searchAdmin(
  { data }: Pick<Deps, 'data'>,
  { permissions }: Pick<Caller, 'permissions'>,
  words: string,
): Promise<AdminSearch> {
  const kinds = Object.entries(openers).flatMap(([kind, permission]) => (permissions.includes(permission) ? [kind] : []));
  const found = await repository.searchAdmin(data, words, { number: parseOrderNumber(words), kinds, size: FEW });
  return {
    orders: found.orders.map((row) => ({
      id: row.id,
      number: row.number,
      name: row.buyer_name,
      email: row.buyer_email,
      total: toMoney(row.total_minor, row.currency),
      state: row.state,
      date: toInstant(row.created_at),
    })),
    users: found.users.map(({ uid, name, email }) => ({ uid, displayName: name || null, email })),
    ebooks: found.ebooks,
    messages: found.messages.map(({ message, created_at, ...row }) => ({
      ...row,
      about: message.slice(0, BEGINNING),
      date: toInstant(created_at),
    })),
    episodes: found.episodes,
    posts: found.posts.map(({ edited_at, ...row }) => ({ ...row, editedAt: toInstant(edited_at) })),
  };
}
