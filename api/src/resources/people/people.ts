import { type AdminPerson, peopleCalls } from '@site/shared/contracts/admin-people.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Sql } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { handle } from '../../platform/handle.ts';
import { addressOf } from '../../platform/http.ts';
import { limitUse } from '../../platform/rate-limit.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { archiveHeaders, personalFiles, removeOnceClosed } from '../account/account.ts';
import { createArchive } from '../account/archive.ts';
import { type PersonRow, PersonRowSchema, toPerson } from './people.view.ts';

const NotedSchema = v.nullable(v.picklist(['noted', 'changed']));
const GivenSchema = v.nullable(v.picklist(['given', 'no_account', 'unavailable', 'owned', 'pending']));
const RemovalSchema = v.nullable(
  v.variant('outcome', [
    v.object({ outcome: v.literal('open_sessions'), sessions: v.array(v.string()) }),
    v.object({ outcome: v.literal('is_in_team') }),
    v.object({ outcome: v.literal('deleted'), uids: v.array(v.string()) }),
  ]),
);

async function readPerson(sql: Sql, id: string): Promise<PersonRow> {
  const row = v.parse(v.nullable(PersonRowSchema), await sql.getPerson({ id }));
  if (!row) throw new AppError('not_found');
  return row;
}

const getPerson = async (sql: Sql, id: string): Promise<AdminPerson> => toPerson(await readPerson(sql, id));

/** Everything kept about a person: about the address, and about each account that has confirmed it, in folders when there are several. */
async function filesOf(deps: Deps, person: PersonRow, locale: Locale): Promise<Record<string, string>> {
  const confirmed = person.accounts.filter((account) => account.is_confirmed);
  const accounts = confirmed.length > 0 ? confirmed : [{ uid: '', name: '', photo_url: null }];
  const folders = await Promise.all(
    accounts.map(async ({ uid, name, photo_url }) => {
      const account = { uid, email: person.email, name: name || null, photoUrl: photo_url };
      const files = Object.entries(await personalFiles(deps, account, locale));
      return files.map(([file, text]) => [accounts.length > 1 ? `${uid}/${file}` : file, text] as const);
    }),
  );
  return Object.fromEntries(folders.flat());
}

/**
 * Closes the payment pages of a person's accounts and removes what they left behind, as `deleteAccount` does; the accounts stay at the identity
 * provider, and their tokens do nothing. Throws `not_found`, `invalid_input` for another address than the person's and for a member of the team, and
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
  'GET /api/admin/people/:id': ({ sql, params }) => getPerson(sql, params.id),
  'DELETE /api/admin/people/:id': async ({ deps, actor, params: { id }, body }) => {
    await deletePerson(deps, actor, id, body.email);
    deps.log.info({ personId: id }, 'person deleted');
    return null;
  },
  'PUT /api/admin/people/:id/note': async ({ sql, actor, params, body }) => {
    const noted = v.parse(NotedSchema, await sql.notePerson({ actor, ...params, ...body }));
    if (!noted) throw new AppError('not_found');
    if (noted === 'changed') throw new AppError('changed_meanwhile');
    return await getPerson(sql, params.id);
  },
  // An account that has confirmed the person's address gets the book, and is told so.
  'POST /api/admin/people/:id/gifts': async ({ deps, sql, actor, params, body }) => {
    const given = v.parse(GivenSchema, await sql.giveBook({ actor, ...params, ...body }));
    if (!given) throw new AppError('not_found');
    if (given === 'no_account') throw new AppError('invalid_input', { fields: { uid: 'no_account' } });
    if (given !== 'given') throw new AppError(`ebook_${given}`);
    deps.wakeMail();
    return await getPerson(sql, params.id);
  },
  'DELETE /api/admin/people/:id/gifts/:orderId': async ({ sql, actor, params }) => {
    if (!(await sql.takeBackBook({ actor, ...params }))) throw new AppError('not_found');
    return await getPerson(sql, params.id);
  },
  'DELETE /api/admin/people/:id/imported-books/:purchaseId': async ({ sql, actor, params }) => {
    if (!(await sql.takeBackImportedBook({ actor, ...params }))) throw new AppError('not_found');
    return await getPerson(sql, params.id);
  },
  'GET /api/admin/people/:id/export': async ({ deps, sql, c, caller, actor, params: { id }, query: { locale } }) => {
    await limitUse(deps, 'export', { person: caller.uid, address: addressOf(c) });
    const archive = createArchive(await filesOf(deps, await readPerson(sql, id), locale));
    await sql.notePersonExport({ actor, id });
    deps.log.info({ personId: id }, 'data of a person given');
    return c.body(archive, 200, archiveHeaders(locale, deps.clock()));
  },
});
