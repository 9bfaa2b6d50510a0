import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { MoneySchema } from '../money/money.ts';
import { SearchWordsSchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';
import { CAMPAIGN_STATES } from './campaign-rules.ts';
import { EbookIdSchema } from './ebooks.ts';
import { ORDER_STATES } from './orders.ts';
import { POST_STATES } from './post-rules.ts';

export const AdminSearchQuerySchema = v.object({ q: v.optional(SearchWordsSchema, '') });

/** Search results: at most five of each kind, newest first. Without search words all lists are empty. */
export const AdminSearchSchema = v.object({
  orders: v.array(
    v.object({
      id: v.string(),
      number: v.number(),
      name: v.string(),
      email: v.string(),
      total: MoneySchema,
      state: v.picklist(ORDER_STATES),
      date: InstantSchema,
    }),
  ),
  users: v.array(v.object({ uid: v.string(), displayName: v.nullable(v.string()), email: v.string() })),
  subscribers: v.array(v.object({ id: v.string(), email: v.string() })),
  ebooks: v.array(v.object({ id: EbookIdSchema, title: v.string(), state: v.picklist(['draft', 'published', 'archived']) })),
  /** Found messages, without spam. `about`: the beginning of the message. */
  messages: v.array(v.object({ number: v.number(), name: v.string(), email: v.string(), about: v.string(), date: InstantSchema })),
  /** Found episodes. Admins who may edit episodes also find hidden ones. */
  episodes: v.array(v.object({ id: v.string(), slug: v.string(), title: v.string(), publishedAt: InstantSchema, isHidden: v.boolean() })),
  posts: v.array(v.object({ id: v.string(), title: v.string(), state: v.picklist(POST_STATES), editedAt: InstantSchema })),
  campaigns: v.array(v.object({ id: v.string(), subject: v.string(), state: v.picklist(CAMPAIGN_STATES) })),
});
export type AdminSearch = v.InferOutput<typeof AdminSearchSchema>;

export const adminSearchCalls = {
  'GET /api/admin/search': { who: 'team', query: AdminSearchQuerySchema, answer: AdminSearchSchema },
} as const satisfies Calls;
