import type { PersonSource } from '@site/shared/contracts/admin-people.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { MessageRowSchema } from '../contact/message-row.ts';
import { SubscriberRowSchema } from '../newsletter/subscriber-row.ts';
import { OrderRowSchema } from '../orders/order-row.ts';

/** The id of the person behind an order, a message, a subscriber or a user, or null. */
export const openPerson = (data: Data, kind: PersonSource, id: string): Promise<string | null> =>
  data.call('open_person', { p_kind: kind, p_id: id }, v.nullable(v.string()));

const PersonRowSchema = v.object({
  ...v.pick(tables.people, ['id', 'email', 'note']).entries,
  accounts: v.array(
    v.object({
      ...v.pick(tables.users, ['uid', 'name', 'photo_url', 'created_at']).entries,
      is_confirmed: v.boolean(),
      is_in_team: v.boolean(),
    }),
  ),
  orders: v.array(OrderRowSchema),
  books: v.array(
    v.object({
      ...v.pick(tables.entitlements, ['ebook_id', 'granted_at', 'revoked_at', 'downloads', 'last_downloaded_at']).entries,
      ...v.pick(tables.ebooks_metadata, ['title', 'language']).entries,
      order_id: v.string(),
      order_number: v.number(),
      is_given: v.boolean(),
      reason: v.nullable(v.string()),
    }),
  ),
  imported_books: v.array(
    v.object({
      ...v.pick(tables.imported_purchases, ['id', 'ebook_id', 'source', 'imported_at', 'claimed_at', 'downloads', 'last_downloaded_at'])
        .entries,
      ...v.pick(tables.ebooks_metadata, ['title', 'language']).entries,
    }),
  ),
  messages: v.array(MessageRowSchema),
  subscription: v.nullable(SubscriberRowSchema),
  letters: v.array(
    v.object({
      kind: v.string(),
      subject: v.nullable(v.string()),
      at: v.string(),
      state: v.picklist(['queued', 'sent', 'failed', 'unknown']),
    }),
  ),
  orders_kept: v.number(),
});
export type PersonRow = v.InferOutput<typeof PersonRowSchema>;

export const getPerson = (data: Data, id: string): Promise<PersonRow | null> =>
  data.call('get_person', { p_id: id }, v.nullable(PersonRowSchema));

const NotedSchema = v.nullable(v.picklist(['noted', 'changed']));

export const notePerson = (
  data: Data,
  actor: Actor,
  id: string,
  { note, previousNote }: { note: string; previousNote: string },
): Promise<v.InferOutput<typeof NotedSchema>> =>
  data.call('note_person', { p_actor: actor, p_id: id, p_note: note, p_previous_note: previousNote }, NotedSchema);

const GivenSchema = v.nullable(v.picklist(['given', 'no_account', 'unavailable', 'owned', 'pending']));

export type Gift = { attemptId: string; uid: string; ebookId: string; reason: string };

export const giveBook = (
  data: Data,
  actor: Actor,
  id: string,
  { attemptId, uid, ebookId, reason }: Gift,
): Promise<v.InferOutput<typeof GivenSchema>> =>
  data.call(
    'give_book',
    { p_actor: actor, p_id: id, p_uid: uid, p_attempt_id: attemptId, p_ebook_id: ebookId, p_reason: reason },
    GivenSchema,
  );

/** False when this person has no such gift, or has it no more. */
export const takeBackBook = (data: Data, actor: Actor, id: string, orderId: string): Promise<boolean> =>
  data.call('take_back_book', { p_actor: actor, p_id: id, p_order_id: orderId }, v.boolean());

export const takeBackImportedBook = (data: Data, actor: Actor, id: string, purchaseId: string): Promise<boolean> =>
  data.call('take_back_imported_book', { p_actor: actor, p_id: id, p_purchase_id: purchaseId }, v.boolean());

export const notePersonExport = (data: Data, actor: Actor, id: string): Promise<unknown> =>
  data.call('note_person_export', { p_actor: actor, p_id: id }, v.unknown());

const RemovalSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('open_sessions'), sessions: v.array(v.string()) }),
    v.object({ outcome: v.literal('is_in_team') }),
    v.object({ outcome: v.literal('deleted'), uids: v.array(v.string()) }),
  ]),
);

/** Removes the person, and tells them so; or nothing, with the payment sessions that must be closed before. */
export const deletePerson = (data: Data, actor: Actor, id: string): Promise<v.InferOutput<typeof RemovalSchema>> =>
  data.call('delete_person', { p_actor: actor, p_id: id }, RemovalSchema);
