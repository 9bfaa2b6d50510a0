import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** What a person of the team may want to be told of, and how. */
export const NOTICE_KINDS = ['sale', 'message', 'refund'] as const;
export const NOTICE_WAYS = ['each', 'daily', 'weekly', 'never'] as const;

const WaySchema = v.picklist(NOTICE_WAYS);
export const NoticesSchema = v.object({
  sale: WaySchema,
  message: WaySchema,
  refund: WaySchema,
});
export type Notices = v.InferOutput<typeof NoticesSchema>;

/** The caller's own choice. `contactEmail` gets every message and refund request anyway. */
export const MyNoticesSchema = v.object({ notices: NoticesSchema, email: v.string(), contactEmail: v.string() });
export type MyNotices = v.InferOutput<typeof MyNoticesSchema>;

/** The kinds that change. */
export const ChangeNoticesSchema = v.partial(NoticesSchema);

export const noticeCalls = {
  'GET /api/admin/notices': { who: 'people', answer: MyNoticesSchema },
  'PUT /api/admin/notices': { who: 'people', body: ChangeNoticesSchema, answer: MyNoticesSchema },
} as const satisfies Calls;
