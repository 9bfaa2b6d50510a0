import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { pageCursors, pageQuery, SearchWordsSchema } from './admin-lists.ts';
import type { Calls } from './calls.ts';

/** The orders of the list other than newest first: by last purchase, by number of orders. */
export const USER_SORTS = ['last_purchase', 'orders'] as const;

/** `q`: part of a name or an e-mail. */
export const UserListQuerySchema = v.object({
  q: v.optional(SearchWordsSchema, ''),
  sort: v.optional(v.picklist(USER_SORTS)),
  ...pageQuery,
});

export const UserSchema = v.object({
  uid: v.string(),
  displayName: v.nullable(v.string()),
  email: v.string(),
  /** Our own address of the picture, `/user-photo/{uid}`, which wants the admin's token; null without one. */
  photoURL: v.nullable(v.string()),
  /** When the account was first seen here, signed in or buying. */
  createdAt: InstantSchema,
  firstPurchaseAt: v.nullable(InstantSchema),
  lastPurchaseAt: v.nullable(InstantSchema),
  /** Orders that were paid. */
  orders: v.number(),
});
export type User = v.InferOutput<typeof UserSchema>;

/** `GET /users`: everybody who ever signed in or bought. */
export const UserListSchema = v.object({ users: v.array(UserSchema), ...pageCursors });
export type UserList = v.InferOutput<typeof UserListSchema>;

export const userCalls = {
  'GET /users': { who: 'people', query: UserListQuerySchema, answer: UserListSchema },
  'GET /user-photo/:uid': { who: 'people', params: { uid: v.string() } },
} as const satisfies Calls;
