import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';
import { AdminEbookRowSchema } from '../ebooks/admin-ebook-row.ts';

const LaunchOutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), ebook: AdminEbookRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile']) }),
  v.object({ outcome: v.picklist(['already_out', 'launched', 'has_buyers', 'over', 'too_far']) }),
]);

/** Announces a book for `at`, moves its launch there, or takes the announcement back (null). */
export const setEbookLaunch = (
  data: Data,
  actor: Actor,
  { id, revision }: { id: string; revision: number },
  { at, isSold }: { at: string | null; isSold: boolean },
): Promise<v.InferOutput<typeof LaunchOutcomeSchema>> =>
  data.call('set_ebook_launch', { p_actor: actor, p_id: id, p_revision: revision, p_at: at, p_is_sold: isSold }, LaunchOutcomeSchema);

/** Sees to a launch that is due. False when there is none. */
export const launchBooks = (data: Data, ownerEmail: string, timeZone: string): Promise<boolean> =>
  data.call('launch_books', { p_owner_email: ownerEmail, p_zone: timeZone }, v.boolean());

/** Writes mail to the next people who are to be told of a launch. False when none is left. */
export const tellOfLaunch = (data: Data, limit: number): Promise<boolean> => data.call('tell_of_launch', { p_limit: limit }, v.boolean());

/** Reminds the owner of books that come soon and have no file. How many letters were written. */
export const remindOfLaunches = (data: Data, ownerEmail: string): Promise<number> =>
  data.call('remind_of_launches', { p_owner_email: ownerEmail }, v.number());
