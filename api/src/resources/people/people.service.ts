import type { AdminPerson, PersonSource } from '@site/shared/contracts/admin-people.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { personalFiles, removeOnceClosed } from '../account/account.service.ts';
import { createArchive } from '../account/archive.ts';
import { exportTexts } from '../account/export-texts.ts';
import type { ContentDeps } from '../content/content.service.ts';
import type { Gift, PersonRow } from './people.repository.ts';
import * as repository from './people.repository.ts';
import { toPerson } from './people.view.ts';

/** Under which id the person behind an order, a message, a subscriber or a user has a page. Throws `not_found`. */
export async function openPerson({ data }: Pick<Deps, 'data'>, kind: PersonSource, id: string): Promise<{ id: string }> {
  const opened = await repository.openPerson(data, kind, kind === 'user' ? id : requireUuid(id));
  if (!opened) throw new AppError('not_found');
  return { id: opened };
}

async function readPerson({ data }: Pick<Deps, 'data'>, id: string): Promise<PersonRow> {
  const row = await repository.getPerson(data, requireUuid(id));
  if (!row) throw new AppError('not_found');
  return row;
}

/** Throws `not_found`. */
export const getPerson = async (deps: Pick<Deps, 'data'>, id: string): Promise<AdminPerson> => toPerson(await readPerson(deps, id));

/** Throws `not_found`, and `changed_meanwhile` when another admin wrote something else. */
export async function notePerson(
  deps: Pick<Deps, 'data'>,
  actor: Actor,
  id: string,
  change: { note: string; previousNote: string },
): Promise<AdminPerson> {
  const noted = await repository.notePerson(deps.data, actor, requireUuid(id), change);
  if (!noted) throw new AppError('not_found');
  if (noted === 'changed') throw new AppError('changed_meanwhile');
  return await getPerson(deps, id);
}

/**
 * Gives a book to one of the person's accounts, which is told so. Throws `not_found`, `ebook_owned`, `ebook_pending`, `ebook_unavailable`, and
 * `invalid_input` for an account that is not theirs or has not confirmed its address.
 */
export async function giveBook(deps: Pick<Deps, 'data' | 'wakeMail'>, actor: Actor, id: string, gift: Gift): Promise<AdminPerson> {
  const given = await repository.giveBook(deps.data, actor, requireUuid(id), gift);
  if (!given) throw new AppError('not_found');
  if (given === 'no_account') throw new AppError('invalid_input', { fields: { uid: 'no_account' } });
  if (given !== 'given') throw new AppError(`ebook_${given}`);
  deps.wakeMail();
  return await getPerson(deps, id);
}

/** Ends the right to a book that was given. Throws `not_found`. */
export async function takeBackBook(deps: Pick<Deps, 'data'>, actor: Actor, id: string, orderId: string): Promise<AdminPerson> {
  if (!(await repository.takeBackBook(deps.data, actor, requireUuid(id), requireUuid(orderId)))) throw new AppError('not_found');
  return await getPerson(deps, id);
}

/** Ends the right to a book that was bought in another shop. Throws `not_found`. */
export async function takeBackImportedBook(deps: Pick<Deps, 'data'>, actor: Actor, id: string, purchaseId: string): Promise<AdminPerson> {
  if (!(await repository.takeBackImportedBook(deps.data, actor, requireUuid(id), requireUuid(purchaseId)))) throw new AppError('not_found');
  return await getPerson(deps, id);
}

/**
 * Everything kept about a person as a zip archive: about the address, and about each account that has confirmed it, in folders when there are
 * several. Throws `not_found`.
 */
export async function exportPerson(deps: ContentDeps & Pick<Deps, 'clock'>, actor: Actor, id: string, locale: Locale) {
  const person = await readPerson(deps, id);
  const confirmed = person.accounts.filter((account) => account.is_confirmed);
  const accounts = confirmed.length > 0 ? confirmed : [{ uid: '', name: '', photo_url: null }];
  const folders = await Promise.all(
    accounts.map(async ({ uid, name, photo_url }) => {
      const account = { uid, email: person.email, name: name || null, photoUrl: photo_url };
      const files = Object.entries(await personalFiles(deps, account, locale));
      return files.map(([file, text]) => [accounts.length > 1 ? `${uid}/${file}` : file, text] as const);
    }),
  );
  await repository.notePersonExport(deps.data, actor, id);
  return {
    archive: createArchive(Object.fromEntries(folders.flat())),
    filename: `${exportTexts[locale].filename}-${new Date(deps.clock()).toISOString().slice(0, 10)}.zip`,
  };
}

/**
 * Closes the payment pages of a person's accounts and removes what they left behind, as `deleteAccount` does; the accounts stay at the identity
 * provider, and their tokens do nothing. Throws `not_found`, `invalid_input` for another address than the person's and for a member of the team, and
 * `payment_unavailable`.
 */
export async function deletePerson(
  deps: Pick<Deps, 'data' | 'sessions' | 'payments' | 'log' | 'wakeMail'>,
  actor: Actor,
  id: string,
  typedEmail: string,
): Promise<void> {
  const person = await getPerson(deps, id);
  if (typedEmail !== person.email) throw new AppError('invalid_input', { fields: { email: 'other' } });
  const removal = await removeOnceClosed(
    deps,
    async () => (await repository.deletePerson(deps.data, actor, id)) ?? { outcome: 'gone' as const },
  );
  if (removal.outcome === 'gone') throw new AppError('not_found');
  if (removal.outcome === 'is_in_team') throw new AppError('invalid_input', { fields: { person: 'team' } });
  deps.wakeMail();
  for (const uid of removal.uids) deps.sessions.forget(uid);
}
