import { type AdminPerson, PERSON_LETTERS } from '@site/shared/contracts/admin-people.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { toMessage } from '../contact/admin-messages.view.ts';
import { toSubscriber } from '../newsletter/admin-subscribers.view.ts';
import { toOrder } from '../orders/orders.view.ts';
import type { PersonRow } from './people.repository.ts';

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
