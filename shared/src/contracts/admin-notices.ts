import * as v from 'valibot';
import type { Calls } from './calls.ts';

/** Events that a member of the team can be notified of, and how often. */
export const NOTICE_KINDS = ['sale', 'message', 'refund'] as const;
export const NOTICE_WAYS = ['each', 'daily', 'weekly', 'never'] as const;

const WaySchema = v.picklist(NOTICE_WAYS);
export const NoticesSchema = v.object({
  sale: WaySchema,
  message: WaySchema,
  refund: WaySchema,
});
export type Notices = v.InferOutput<typeof NoticesSchema>;

/** The caller's own settings. `contactEmail` gets every message and refund request in any case. */
export const MyNoticesSchema = v.object({ notices: NoticesSchema, email: v.string(), contactEmail: v.string() });
export type MyNotices = v.InferOutput<typeof MyNoticesSchema>;

/** The changed notice settings. A missing kind stays unchanged. */
export const ChangeNoticesSchema = v.partial(NoticesSchema);

export const noticeCalls = {
  'GET /api/admin/notices': { who: 'people', answer: MyNoticesSchema },
  'PUT /api/admin/notices': { who: 'people', body: ChangeNoticesSchema, answer: MyNoticesSchema },
} as const satisfies Calls;
