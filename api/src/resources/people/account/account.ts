import { setTimeout as sleep } from 'node:timers/promises';
import { KeptCartSchema } from '@site/shared/contracts/kept-cart.ts';
import { accountCalls, type DeletedAccountSchema, type SignedOutEverywhereSchema } from '@site/shared/contracts/me.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { createArchive } from '../../../platform/archive.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { exportListeningPositions } from '../../channel/listening/listening.ts';
import { expireSession } from '../../money/payments/expire-session.ts';
import { fulfil } from '../../money/payments/fulfil.ts';
import { type ContentDeps, getSiteFacts } from '../../site/content/content.service.ts';
import { exportTexts } from './export-texts.ts';

/** Deleting an account needs a recent sign-in, because an unattended device must not be enough. */
const RECENT_MS = 5 * 60_000;
/** The most rounds of closing payment pages. A checkout in another tab may open a new page meanwhile, but a person opens only a few. */
const CLOSING_ROUNDS = 5;

/** Returns the headers for the download of a person's data. */
export const archiveHeaders = (locale: Locale, now: number) => ({
  'content-type': 'application/zip',
  'content-disposition': `attachment; filename="${exportTexts[locale].filename}-${new Date(now).toISOString().slice(0, 10)}.zip"`,
});

type Account = Pick<Caller, 'uid' | 'email' | 'name' | 'photoUrl'>;

/** Each part is written unchanged into its own file. */
const PersonalDataSchema = v.strictObject({
  signed_out_at: v.nullable(v.string()),
  receipt_buyer: v.nullable(v.unknown()),
  orders: v.array(v.unknown()),
  library: v.array(v.unknown()),
  positions: v.array(v.unknown()),
  gifts: v.array(v.unknown()),
  reviews: v.unknown(),
  waitlists: v.array(v.unknown()),
  newsletter: v.nullable(v.unknown()),
  campaigns: v.array(v.unknown()),
  contact_messages: v.array(v.unknown()),
  team: v.nullable(v.unknown()),
  team_invitation: v.nullable(v.unknown()),
  note: v.nullable(v.string()),
  emails: v.array(v.unknown()),
});

/** Start times, in seconds, of the sessions that were ended one by one. */
const StandingSchema = v.object({ ended_sessions: v.array(v.number()) });

/** Returns everything stored about an account and its verified address, as file contents by file name. */
export async function personalFiles(
  deps: ContentDeps & Pick<Deps, 'clock'>,
  { uid, email, name, photoUrl }: Account,
  locale: Locale,
): Promise<Record<string, string>> {
  const { data, env, clock } = deps;
  const { sql } = data;
  const [personal, listening, keptCart, accountStanding, facts] = await Promise.all([
    sql.getPersonalData({ uid, email }),
    exportListeningPositions(deps, uid),
    sql.getKeptCart({ uid }),
    sql.getAccountStanding({ uid }),
    getSiteFacts(deps),
  ]);
  const kept = v.parse(PersonalDataSchema, personal);
  const cart = v.parse(KeptCartSchema, keptCart);
  const standing = v.parse(StandingSchema, accountStanding);
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
    'campaigns.json': json(kept.campaigns),
    'contact-messages.json': json(kept.contact_messages),
    'team.json': json({ member: kept.team, invitation: kept.team_invitation }),
    'note.json': json(kept.note),
    'emails.json': json(kept.emails),
  };
}

/**
 * Ends all sessions of the caller, including the current one. This instance rejects them at once, other instances within seconds (see
 * `Sessions`). Waits until the second of the sign-out is over, because tokens have whole seconds and a sign-in within that second would be
 * rejected.
 */
async function signOutEverywhere({ data, sessions }: Deps, uid: string): Promise<v.InferOutput<typeof SignedOutEverywhereSchema>> {
  const signedOutAt = v.parse(v.string(), await data.sql.signOutEverywhere({ uid }));
  sessions.forget(uid);
  await sleep(1_000 - (Date.parse(signedOutAt) % 1_000));
  return { signedOutAt: toInstant(signedOutAt) };
}

const RemovalSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('open_sessions'), sessions: v.array(v.string()) }),
  v.object({ outcome: v.literal('last_owner') }),
  v.object({ outcome: v.literal('deleted'), deleted_at: v.string(), orders_kept: v.number() }),
]);

/**
 * Closes the account's payment pages and removes its data. The browser deletes the account at the identity provider afterwards. The uid is
 * remembered, so that tokens that are still valid no longer work. Throws `invalid_input` when the typed address is not the account's,
 * `recent_login_required` when the sign-in is older than five minutes, `last_owner` when the team would be left without an owner, and
 * `payment_unavailable` when a page could not be closed. Nothing is removed in these cases, and the call can be repeated.
 *
 * A pending boleto cannot be canceled and may be paid days later. The law requires keeping a paid order. Its address therefore stays until
 * the outcome of the payment is known. Because the library no longer exists, the email of such an order contains the books themselves
 * (`mailed-files.ts`).
 */
async function deleteAccount(
  deps: Deps,
  caller: Caller,
  typedEmail: string,
  locale: Locale,
): Promise<v.InferOutput<typeof DeletedAccountSchema>> {
  if (typedEmail !== caller.email.toLowerCase()) throw new AppError('invalid_input', { fields: { email: 'other' } });
  if (deps.clock() - caller.signedInAt > RECENT_MS) throw new AppError('recent_login_required');
  const account = { uid: caller.uid, email: caller.emailVerified ? caller.email : null, locale };
  const removal = await removeOnceClosed(deps, async () => v.parse(RemovalSchema, await deps.data.sql.deleteAccount(account)));
  if (removal.outcome === 'last_owner') throw new AppError('last_owner');
  deps.wakeMail();
  deps.sessions.forget(caller.uid);
  return { deletedAt: toInstant(removal.deleted_at), ordersKept: removal.orders_kept };
}

type OpenSessions = { outcome: 'open_sessions'; sessions: string[] };

/**
 * Calls `remove` and closes the payment pages that it reports as open, until no page is open. Returns the result of `remove`. Throws
 * `payment_unavailable`.
 */
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
      // If the buyer paid meanwhile, the order is kept like any paid order.
      await fulfil(deps, sessionId);
    }
  }
  throw new AppError('payment_unavailable');
}

export const accountHandlers = handle(accountCalls, {
  // The session ends at once in this instance, and within seconds in other instances.
  'POST /api/me/sign-out': async ({ deps, sql, caller: { uid, signedInAt } }) => {
    await sql.endSession({ uid, signedInAt: signedInAt / 1_000 });
    deps.sessions.forget(uid);
    return null;
  },
  // The identity provider sends no email about a changed password.
  'POST /api/me/password-email': async ({ deps, sql, caller: { uid, email }, body }) => {
    await sql.tellOfPassword({ uid, email, locale: body.locale });
    deps.wakeMail();
    return null;
  },
  'POST /api/me/sign-out-everywhere': async ({ deps, c, caller: { uid } }) => {
    await limitUse(deps, 'account', { person: uid, address: addressOf(c) });
    const answer = await signOutEverywhere(deps, uid);
    deps.log.info({ uid }, 'signed out everywhere');
    return answer;
  },
  'DELETE /api/me': async ({ deps, c, caller, body: { email, locale } }) => {
    await limitUse(deps, 'account', { person: caller.uid, address: addressOf(c) });
    const answer = await deleteAccount(deps, caller, email, locale);
    deps.log.info({ uid: caller.uid, ordersKept: answer.ordersKept }, 'account deleted');
    return answer;
  },
  'GET /api/me/export': async ({ deps, c, caller, query: { locale } }) => {
    await limitUse(deps, 'export', { person: caller.uid, address: addressOf(c) });
    const archive = createArchive(await personalFiles(deps, caller, locale));
    deps.log.info({ uid: caller.uid }, 'personal data exported');
    return c.body(archive, 200, archiveHeaders(locale, deps.clock()));
  },
});
