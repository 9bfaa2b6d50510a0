import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { pageCursors, pageQuery, SearchWordsSchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';

/** The sort orders of the list, other than newest first. */
export const USER_SORTS = ['last_purchase', 'orders'] as const;

/** `q`: part of a name or an email address. */
export const UserListQuerySchema = v.object({
  q: v.optional(SearchWordsSchema, ''),
  sort: v.optional(v.picklist(USER_SORTS)),
  ...pageQuery,
});

export const UserSchema = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  email: v.string(),
  /** The picture's address on our site, `/user-photo/{uid}`, which needs the admin's token; null without a picture. */
  photoURL: v.nullable(v.string()),
  /** The time when the account first signed in or bought. */
  createdAt: InstantSchema,
  firstPurchaseAt: v.nullable(InstantSchema),
  lastPurchaseAt: v.nullable(InstantSchema),
  /** The number of the user's paid orders. */
  orders: v.number(),
});
export type User = v.InferOutput<typeof UserSchema>;

/** `GET /users`: all accounts that ever signed in or bought. */
export const UserListSchema = v.object({ users: v.array(UserSchema), ...pageCursors });
export type UserList = v.InferOutput<typeof UserListSchema>;

export const userCalls = {
  'GET /users': { who: 'people', query: UserListQuerySchema, answer: UserListSchema },
  'GET /user-photo/:uid': { who: 'people', params: { uid: v.string() } },
} as const satisfies Calls;
