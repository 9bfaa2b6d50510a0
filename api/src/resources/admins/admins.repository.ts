import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';

type Calls = Pick<Data, 'call'>;

/** Puts a code in the place of the one before. As the first one it is only taken while no admin is bound. Returns whether it was. */
export const offerAdminCode = (data: Calls, digest: string, hours: number, isFirst: boolean): Promise<boolean> =>
  data.call('offer_admin_code', { p_digest: digest, p_hours: hours, p_is_first: isFirst }, v.boolean());

/** Binds the actor's account for a code, which is used up. Returns whether the code was right. */
export const claimAdmin = (data: Calls, actor: Actor, digest: string): Promise<boolean> =>
  data.call('claim_admin', { p_actor: actor, p_digest: digest }, v.boolean());
