import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const NotedSchema = v.picklist(['noted', 'already', 'unknown']);
/** `already`: the same was said before; `unknown`: nothing is kept of that mail. */
export type Noted = v.InferOutput<typeof NotedSchema>;

/** A letter did not reach its reader. */
export const noteLetterBounce = (
  data: Data,
  { letterId, subscriberId }: { letterId: string; subscriberId: string },
  { isGone, reason }: { isGone: boolean; reason: string },
): Promise<Noted> =>
  data.call(
    'note_letter_bounce',
    { p_letter_id: letterId, p_subscriber_id: subscriberId, p_is_gone: isGone, p_reason: reason },
    NotedSchema,
  );

/** A reader called a letter spam. */
export const noteLetterComplaint = (data: Data, { letterId, subscriberId }: { letterId: string; subscriberId: string }): Promise<Noted> =>
  data.call('note_letter_complaint', { p_letter_id: letterId, p_subscriber_id: subscriberId }, NotedSchema);

/** A mail of the outbox did not arrive. `mark`: what its Message-ID is made of. */
export const noteMailBounce = (data: Data, mark: string, { isGone, reason }: { isGone: boolean; reason: string }): Promise<Noted> =>
  data.call('note_mail_bounce', { p_mark: mark, p_is_gone: isGone, p_reason: reason }, NotedSchema);

/** Up to which mail this mailbox was read; null: from the beginning. */
export const getMailboxCursor = (data: Data, mailbox: string, uidValidity: string): Promise<number | null> =>
  data.call('get_mailbox_cursor', { p_mailbox: mailbox, p_uid_validity: uidValidity }, v.nullable(v.number()));

/** `unread`: how many of the mails up to this one are reports that were not understood. */
export const moveMailboxCursor = (data: Data, mailbox: string, uidValidity: string, uid: number, unread: number): Promise<unknown> =>
  data.call('move_mailbox_cursor', { p_mailbox: mailbox, p_uid_validity: uidValidity, p_uid: uid, p_unread: unread }, v.unknown());
