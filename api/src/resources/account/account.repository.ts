import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

/** Each part is written into a file of its own, as it is. */
const PersonalDataSchema = v.strictObject({
  signed_out_at: v.nullable(v.string()),
  receipt_buyer: v.nullable(v.unknown()),
  orders: v.array(v.unknown()),
  library: v.array(v.unknown()),
  positions: v.array(v.unknown()),
  gifts: v.array(v.unknown()),
  reviews: v.unknown(),
  waitlists: v.array(v.unknown()),
  newsletter: v.nullable(v.unknown()),
  letters: v.array(v.unknown()),
  contact_messages: v.array(v.unknown()),
  team: v.nullable(v.unknown()),
  team_invitation: v.nullable(v.unknown()),
  note: v.nullable(v.string()),
  emails: v.array(v.unknown()),
});
type PersonalData = v.InferOutput<typeof PersonalDataSchema>;

/** What is kept about `uid`, and about `email`, which must be verified. */
export const getPersonalData = (data: Data, uid: string, email: string): Promise<PersonalData> =>
  data.call('get_personal_data', { p_uid: uid, p_email: email }, PersonalDataSchema);

/** Ends every session of `uid` that began before the moment that is answered. */
export const signOutEverywhere = (data: Data, uid: string): Promise<string> => data.call('sign_out_everywhere', { p_uid: uid }, v.string());

/** Queues the email that says that the password was changed. */
export const tellOfPassword = (data: Data, uid: string, email: string, locale: Locale): Promise<unknown> =>
  data.call('tell_of_password', { p_uid: uid, p_email: email, p_locale: locale }, v.unknown());

/** Ends the session of `uid` that began in this second. */
export const endSession = (data: Data, uid: string, signedInAt: number): Promise<unknown> =>
  data.call('end_session', { p_uid: uid, p_signed_in_at: signedInAt }, v.unknown());

/** In which seconds those sessions of `uid` began that were ended one by one. */
export const getAccountStanding = (data: Data, uid: string): Promise<{ ended_sessions: number[] }> =>
  data.call('get_account_standing', { p_uid: uid }, v.object({ ended_sessions: v.array(v.number()) }));

const RemovalSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('open_sessions'), sessions: v.array(v.string()) }),
  v.object({ outcome: v.literal('last_owner') }),
  v.object({ outcome: v.literal('deleted'), deleted_at: v.string(), orders_kept: v.number() }),
]);

/**
 * Removes what `uid` left behind, and what came from `verifiedEmail`, which is told so in `locale`; or nothing, with the payment
 * sessions that must be closed before. A call after the removal changes nothing more.
 */
export const deleteAccount = (
  data: Data,
  uid: string,
  verifiedEmail: string | null,
  locale: Locale,
): Promise<v.InferOutput<typeof RemovalSchema>> =>
  data.call('delete_account', { p_uid: uid, p_email: verifiedEmail, p_locale: locale }, RemovalSchema);
