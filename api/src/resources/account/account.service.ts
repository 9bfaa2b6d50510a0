import { setTimeout as sleep } from 'node:timers/promises';
import type { DeletedAccountSchema, SignedOutEverywhereSchema } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { InferOutput } from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { type ContentDeps, getSiteFacts } from '../content/content.service.ts';
import { getKeptCart } from '../kept-cart/kept-cart.service.ts';
import { exportListeningPositions } from '../listening/listening.ts';
import { expireSession } from '../payments/expire-session.ts';
import { fulfil } from '../payments/fulfil.ts';
import * as repository from './account.repository.ts';
import { createArchive } from './archive.ts';
import { exportTexts } from './export-texts.ts';

/** Deleting an account takes a recent sign-in: an unattended device is not enough. */
const RECENT_MS = 5 * 60_000;
/** A checkout in another tab can open a page while those before it are closed; people open few. */
const CLOSING_ROUNDS = 5;

type Account = Pick<Caller, 'uid' | 'email' | 'name' | 'photoUrl'>;

/** Everything kept about an account and its address, which is verified, as files by their names. */
export async function personalFiles(
  deps: ContentDeps & Pick<Deps, 'clock'>,
  { uid, email, name, photoUrl }: Account,
  locale: Locale,
): Promise<Record<string, string>> {
  const { data, env, clock } = deps;
  const [kept, listening, cart, standing, facts] = await Promise.all([
    repository.getPersonalData(data, uid, email),
    exportListeningPositions(deps, uid),
    getKeptCart(deps, uid),
    repository.getAccountStanding(data, uid),
    getSiteFacts(deps),
  ]);
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'README.txt': exportTexts[locale].readme({
      site: facts.SITE_NAME,
      email,
      madeAt: new Date(clock()).toISOString().slice(0, 16).replace('T', ' '),
      library: `${env.SITE_URL}${paths.userDashboard.href('ebooks')}`,
      contact: facts.CONTACT_EMAIL,
    }),
    'profile.json': json({
      ...{ uid, email, name, photoUrl, signedOutEverywhereAt: kept.signed_out_at, onReceipts: kept.receipt_buyer },
      endedSessionsBeganAt: standing.ended_sessions.map((second) => toInstant(new Date(second * 1_000))),
    }),
    'orders.json': json(kept.orders),
    'library.json': json(kept.library),
    'positions.json': json(kept.positions),
    'listening.json': json(listening),
    'cart.json': json(cart.lines),
    'gifts.json': json(kept.gifts),
    'reviews.json': json(kept.reviews),
    'waitlists.json': json(kept.waitlists),
    'newsletter.json': json(kept.newsletter),
    'letters.json': json(kept.letters),
    'contact-messages.json': json(kept.contact_messages),
    'team.json': json({ member: kept.team, invitation: kept.team_invitation }),
    'note.json': json(kept.note),
    'emails.json': json(kept.emails),
  };
}

/** Everything kept about the caller, whose address is verified, as a zip archive. */
export const exportPersonalData = async (deps: ContentDeps & Pick<Deps, 'clock'>, caller: Caller, locale: Locale) => ({
  archive: createArchive(await personalFiles(deps, caller, locale)),
  filename: `${exportTexts[locale].filename}-${new Date(deps.clock()).toISOString().slice(0, 10)}.zip`,
});

/** Ends the session that the caller's token belongs to: here at once, in other instances within seconds. */
export async function endSession({ data, sessions }: Pick<Deps, 'data' | 'sessions'>, { uid, signedInAt }: Caller): Promise<void> {
  await repository.endSession(data, uid, signedInAt / 1_000);
  sessions.forget(uid);
}

/**
 * Ends every session of the caller, this one too: here at once, in other instances within seconds (see `Sessions`). Returns once the second of
 * the sign-out is over: tokens have whole seconds, and a sign-in within that second is refused.
 */
export async function signOutEverywhere(
  { data, sessions }: Pick<Deps, 'data' | 'sessions'>,
  uid: string,
): Promise<InferOutput<typeof SignedOutEverywhereSchema>> {
  const signedOutAt = await repository.signOutEverywhere(data, uid);
  sessions.forget(uid);
  await sleep(1_000 - (Date.parse(signedOutAt) % 1_000));
  return { signedOutAt: toInstant(signedOutAt) };
}

/** Tells the address of an account that its password was changed: the identity provider tells nobody. */
export async function tellOfPassword(
  { data, wakeMail }: Pick<Deps, 'data' | 'wakeMail'>,
  { uid, email }: Pick<Caller, 'uid' | 'email'>,
  locale: Locale,
): Promise<void> {
  await repository.tellOfPassword(data, uid, email, locale);
  wakeMail();
}

/**
 * Closes the account's payment pages and removes what it left behind; the browser deletes the account at the identity
 * provider afterwards. Its uid is remembered, so that tokens that are still valid do nothing. Throws `invalid_input` for
 * another address than the account's, `recent_login_required` for a sign-in that is older than five minutes, `last_owner` for the one
 * who would leave the team without an owner, and `payment_unavailable` when a page could not be closed: nothing is removed then, and the
 * call can be repeated.
 *
 * A boleto that waits cannot be taken back, and may be paid days later. That order is then kept by law like any paid one, its
 * address stays until it is known whether the money came, and since there is no library any more, the mail of the paid order
 * brings the books themselves (`mailed-files.ts`).
 */
export async function deleteAccount(
  deps: Pick<Deps, 'data' | 'clock' | 'sessions' | 'payments' | 'log' | 'wakeMail'>,
  caller: Caller,
  typedEmail: string,
  locale: Locale,
): Promise<InferOutput<typeof DeletedAccountSchema>> {
  if (typedEmail !== caller.email.toLowerCase()) throw new AppError('invalid_input', { fields: { email: 'other' } });
  if (deps.clock() - caller.signedInAt > RECENT_MS) throw new AppError('recent_login_required');
  const removal = await removeOnceClosed(deps, () =>
    repository.deleteAccount(deps.data, caller.uid, caller.emailVerified ? caller.email : null, locale),
  );
  if (removal.outcome === 'last_owner') throw new AppError('last_owner');
  deps.wakeMail();
  deps.sessions.forget(caller.uid);
  return { deletedAt: toInstant(removal.deleted_at), ordersKept: removal.orders_kept };
}

type OpenSessions = { outcome: 'open_sessions'; sessions: string[] };

/** Does `remove` until it names no payment page that is still open, and closes those that it names. Throws `payment_unavailable`. */
export async function removeOnceClosed<Removal extends { outcome: string }>(
  deps: Pick<Deps, 'data' | 'payments' | 'log' | 'wakeMail'>,
  remove: () => Promise<Removal | OpenSessions>,
): Promise<Exclude<Removal, OpenSessions>> {
  const namesOpenOnes = (removal: Removal | OpenSessions): removal is OpenSessions => removal.outcome === 'open_sessions';
  for (let round = 0; round < CLOSING_ROUNDS; round += 1) {
    const removal = await remove();
    if (!namesOpenOnes(removal)) return removal as Exclude<Removal, OpenSessions>;
    for (const sessionId of removal.sessions) {
      await expireSession(deps, sessionId);
      // A buyer who paid meanwhile has bought: that order is kept like any paid one.
      await fulfil(deps, sessionId);
    }
  }
  throw new AppError('payment_unavailable');
}
