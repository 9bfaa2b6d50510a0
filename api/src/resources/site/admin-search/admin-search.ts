import { type AdminSearch, AdminSearchSchema, adminSearchCalls } from '@site/shared/contracts/admin-search.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { handle } from '../../../platform/handle.ts';
import { parseOrderNumber } from '../../money/orders/admin-orders.ts';

const FEW = 5;
/** Number of characters that are enough to recognize a message. */
const BEGINNING = 100;

/**
 * The permission that each kind of result needs. Episodes need no permission, because every episode that is not hidden has a public page.
 */
const openers = {
  orders: 'people',
  users: 'people',
  subscribers: 'lists',
  messages: 'people',
  ebooks: 'content',
  episodes: 'content',
  posts: 'content',
  campaigns: 'content',
} as const satisfies Partial<Record<keyof AdminSearch, Permission>>;

const FoundSchema = v.object({
  orders: v.array(v.pick(tables.orders, ['id', 'number', 'buyer_name', 'buyer_email', 'total_minor', 'currency', 'state', 'created_at'])),
  users: v.array(v.object({ uid: v.string(), displayName: v.nullable(v.string()), email: v.string() })),
  subscribers: v.array(v.object({ id: v.string(), email: v.string() })),
  ebooks: v.array(v.pick(tables.ebooks_metadata, ['id', 'title', 'state'])),
  messages: v.array(v.pick(tables.contact_messages, ['number', 'name', 'email', 'message', 'created_at'])),
  posts: v.array(v.object({ ...v.pick(tables.posts, ['id', 'state']).entries, title: v.string(), editedAt: v.string() })),
  episodes: AdminSearchSchema.entries.episodes,
  campaigns: AdminSearchSchema.entries.campaigns,
});

export const adminSearchHandlers = handle(adminSearchCalls, {
  /** Finds a few results of each kind that the caller may open. */
  'GET /api/admin/search': async ({ sql, caller: { permissions }, query: { q } }) => {
    const kinds = Object.entries(openers).flatMap(([kind, permission]) => (permissions.includes(permission) ? [kind] : []));
    const found = v.parse(FoundSchema, await sql.searchAdmin({ words: q, number: parseOrderNumber(q), kinds, size: FEW }));
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
      users: found.users,
      subscribers: found.subscribers,
      ebooks: found.ebooks,
      messages: found.messages.map(({ message, created_at, ...row }) => ({
        ...row,
        about: message.slice(0, BEGINNING),
        date: toInstant(created_at),
      })),
      episodes: found.episodes,
      campaigns: found.campaigns,
      posts: found.posts.map(({ editedAt, ...row }) => ({ ...row, editedAt: toInstant(editedAt) })),
    };
  },
});
