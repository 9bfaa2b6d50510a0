import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';

const OutgoingSchema = v.pick(tables.outbox, ['id', 'key', 'kind', 'recipient', 'locale', 'payload', 'attempts']);
export type Outgoing = v.InferOutput<typeof OutgoingSchema>;

/** Hands out at most `limit` due mails; no other process gets them for `leaseSeconds`. */
export const claimMail = async (data: Data, limit: number, leaseSeconds: number): Promise<Outgoing[]> =>
  v.parse(v.array(OutgoingSchema), await data.sql.claimMail({ limit, leaseSeconds }));

/** Keeps a claimed mail from other processes for so much longer. False when it is this one's no more, or nobody's. */
export const keepMail = (data: Data, { id, attempts }: Outgoing, leaseSeconds: number): Promise<boolean> =>
  data.call('keep_mail', { p_id: id, p_attempts: attempts, p_lease_seconds: leaseSeconds }, v.boolean());

/** The mail server took a mail, of whose Message-ID this is the mark. */
export const finishMail = (data: Data, id: string, mark: string): Promise<unknown> =>
  data.call('finish_mail', { p_id: id, p_mark: mark }, v.unknown());

/** Tries a mail no more. `isRecipient`: the mail server does not know the address, so the newsletter does not go there either. */
export const giveUpMail = (data: Data, id: string, error: string, isRecipient: boolean): Promise<unknown> =>
  data.call('give_up_mail', { p_id: id, p_error: error, p_is_recipient: isRecipient }, v.unknown());

export const postponeMail = (data: Data, id: string, seconds: number, error: string): Promise<unknown> =>
  data.call('postpone_mail', { p_id: id, p_seconds: seconds, p_error: error }, v.unknown());
