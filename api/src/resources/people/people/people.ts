import { type AdminPerson, AdminPersonSchema, PERSON_EMAILS, peopleCalls } from '@site/shared/contracts/admin-people.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import type { Actor } from '../../../platform/actor.ts';
import { createArchive } from '../../../platform/archive.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { requireUuid } from '../../../platform/require-uuid.ts';
import { OrderRowSchema } from '../../money/orders/order-row.ts';
import { toOrder } from '../../money/orders/orders.view.ts';
import { toSubscriber } from '../../writing/newsletter/admin-subscribers.view.ts';
import { SubscriberRowSchema } from '../../writing/newsletter/subscriber-row.ts';
import { archiveHeaders, personalFiles, removeOnceClosed } from '../account/account.ts';
import { toMessage } from '../contact/admin-messages.view.ts';
import { MessageRowSchema } from '../contact/message-row.ts';

const { accounts, emails, ...facts } = AdminPersonSchema.entries;
const PersonRowSchema = v.object({
  ...facts,
  accounts: v.array(v.object({ ...accounts.item.entries, photoUrl: v.nullable(v.string()) })),
  orders: v.array(OrderRowSchema),
  messages: v.array(MessageRowSchema),
  subscription: v.nullable(SubscriberRowSchema),
  emails: v.array(v.object({ ...emails.item.entries, kind: v.fallback(v.picklist(PERSON_EMAILS), 'other') })),
});

const readPerson = async (sql: Sql, id: string) => v.parse(PersonRowSchema, await sql.getPerson({ id }));

function toPerson(answer: Json): AdminPerson {
  const person = v.parse(PersonRowSchema, answer);
  const { orders, messages, subscription } = person;
  return {
    ...person,
    orders: orders.map(toOrder),
    messages: messages.map(toMessage),
    subscription: subscription && toSubscriber(subscription),
  };
}

const GivenSchema = v.nullable(v.picklist(['given', 'no_account', 'unavailable', 'owned', 'pending']));
const RemovalSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('open_sessions'), sessions: v.array(v.string()) }),
    v.object({ outcome: v.literal('is_in_team') }),
    v.object({ outcome: v.literal('deleted'), uids: v.array(v.string()) }),
  ]),
);

/**
 * Returns all data stored about a person: about the address, and about each account that confirmed it. Several accounts get a folder each.
 */
async function filesOf(
  deps: Deps,
  { email, accounts }: v.InferOutput<typeof PersonRowSchema>,
  locale: Locale,
): Promise<Record<string, string>> {
  const confirmed = accounts.filter(({ isConfirmed }) => isConfirmed);
  const exported = confirmed.length > 0 ? confirmed : [{ uid: '', displayName: null, photoUrl: null }];
  const folders = await Promise.all(
    exported.map(async ({ uid, displayName, photoUrl }) => {
      const files = Object.entries(await personalFiles(deps, { uid, email, name: displayName, photoUrl }, locale));
      return files.map(([file, text]) => [exported.length > 1 ? `${uid}/${file}` : file, text] as const);
    }),
  );
  return Object.fromEntries(folders.flat());
}

/**
 * Closes the payment pages of a person's accounts and removes their data, like `deleteAccount`. The accounts remain at the identity provider, but
 * their tokens no longer work. Throws `not_found`, `invalid_input` when the typed address is not the person's or the person is in the team, and
 * `payment_unavailable`.
 */
async function deletePerson(deps: Deps, actor: Actor, id: string, typedEmail: string): Promise<void> {
  const { sql } = deps.data;
  const person = await readPerson(sql, id);
  if (typedEmail !== person.email) throw new AppError('invalid_input', { fields: { email: 'other' } });
  const removal = await removeOnceClosed(
    deps,
    async () => v.parse(RemovalSchema, await sql.deletePerson({ actor, id })) ?? { outcome: 'gone' as const },
  );
  if (removal.outcome === 'gone') throw new AppError('not_found');
  if (removal.outcome === 'is_in_team') throw new AppError('invalid_input', { fields: { person: 'team' } });
  deps.wakeMail();
  for (const uid of removal.uids) deps.sessions.forget(uid);
}

export const peopleHandlers = handle(peopleCalls, {
  'POST /api/admin/people': async ({ sql, body: { kind, id } }) => {
    const opened = await sql.openPerson({ kind, id: kind === 'user' ? id : requireUuid(id) });
    if (opened === null) throw new AppError('not_found');
    return { id: opened };
  },
  'GET /api/admin/people/:id': async ({ sql, params }) => toPerson(await sql.getPerson(params)),
  'DELETE /api/admin/people/:id': async ({ deps, actor, params: { id }, body }) => {
    await deletePerson(deps, actor, id, body.email);
    deps.log.info({ personId: id }, 'person deleted');
    return null;
  },
  'PUT /api/admin/people/:id/note': async ({ sql, actor, params, body }) => toPerson(await sql.notePerson({ actor, ...params, ...body })),
  // Gives a book to an account that has confirmed the person's address, and emails the person about it.
  'POST /api/admin/people/:id/gifts': async ({ deps, sql, actor, params, body }) => {
    const given = v.parse(GivenSchema, await sql.giveBook({ actor, ...params, ...body }));
    if (!given) throw new AppError('not_found');
    if (given === 'no_account') throw new AppError('invalid_input', { fields: { uid: 'no_account' } });
    if (given !== 'given') throw new AppError(`ebook_${given}`);
    deps.wakeMail();
    return toPerson(await sql.getPerson(params));
  },
  'DELETE /api/admin/people/:id/gifts/:orderId': async ({ sql, actor, params }) => toPerson(await sql.takeBackBook({ actor, ...params })),
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': async ({ sql, actor, params }) =>
    toPerson(await sql.takeBackImportedBook({ actor, ...params })),
  'GET /api/admin/people/:id/export': async ({ deps, sql, c, caller, actor, params: { id }, query: { locale } }) => {
    await limitUse(deps, 'export', { person: caller.uid, address: addressOf(c) });
    const archive = createArchive(await filesOf(deps, await readPerson(sql, id), locale));
    await sql.notePersonExport({ actor, id });
    deps.log.info({ personId: id }, 'personal data exported by an admin');
    return c.body(archive, 200, archiveHeaders(locale, deps.clock()));
  },
});
