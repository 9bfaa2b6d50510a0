import { type AdminPerson, PERSON_LETTERS } from '@site/shared/contracts/admin-people.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { tables } from '../../gateways/supabase/database.generated.ts';
import { toMessage } from '../contact/admin-messages.view.ts';
import { MessageRowSchema } from '../contact/message-row.ts';
import { toSubscriber } from '../newsletter/admin-subscribers.view.ts';
import { SubscriberRowSchema } from '../newsletter/subscriber-row.ts';
import { OrderRowSchema } from '../orders/order-row.ts';
import { toOrder } from '../orders/orders.view.ts';

export const PersonRowSchema = v.object({
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

/** A person as the admin's page shows them. */
export const toPerson = (row: PersonRow): AdminPerson => ({
  id: row.id,
  email: row.email,
  note: row.note,
  accounts: row.accounts.map((account) => ({
    uid: account.uid,
    displayName: account.name || null,
    createdAt: toInstant(account.created_at),
    isConfirmed: account.is_confirmed,
    isInTeam: account.is_in_team,
  })),
  orders: row.orders.map(toOrder),
  books: row.books.map((book) => ({
    ebookId: book.ebook_id,
    name: book.title,
    language: book.language,
    order: { id: book.order_id, number: book.order_number },
    gift: book.is_given ? { reason: book.reason ?? '' } : null,
    since: toInstant(book.granted_at),
    endedAt: toInstantOrNull(book.revoked_at),
    downloads: book.downloads,
    lastDownloadedAt: toInstantOrNull(book.last_downloaded_at),
  })),
  importedBooks: row.imported_books.map((book) => ({
    id: book.id,
    ebookId: book.ebook_id,
    name: book.title,
    language: book.language,
    source: book.source,
    importedAt: toInstant(book.imported_at),
    claimedAt: toInstantOrNull(book.claimed_at),
    downloads: book.downloads,
    lastDownloadedAt: toInstantOrNull(book.last_downloaded_at),
  })),
  messages: row.messages.map(toMessage),
  subscription: row.subscription && toSubscriber(row.subscription),
  letters: row.letters.map(({ kind, subject, at, state }) => ({
    kind: PERSON_LETTERS.find((known) => known === kind) ?? 'other',
    subject,
    at: toInstant(at),
    state,
  })),
  ordersKept: row.orders_kept,
});
