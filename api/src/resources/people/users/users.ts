import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { UserSchema, userCalls } from '@site/shared/contracts/admin-users.ts';
import { meCalls } from '@site/shared/contracts/me.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageStartOf } from '../../../platform/page.ts';
import { toMe } from './me.view.ts';
import { fetchPhoto } from './user-photo.ts';

const PageSchema = v.object({
  users: v.array(v.object({ ...v.omit(UserSchema, ['photoURL']).entries, number: v.number(), hasPhoto: v.boolean(), at: v.string() })),
  more: v.boolean(),
});

/**
 * Stores the signed-in person as a user, assigns orders that were waiting for their address, and welcomes a new account once. Never throws,
 * because a failure here must not keep a caller out.
 */
async function noteVisit({ data, log, wakeMail }: Deps, caller: Caller, locale: Locale): Promise<void> {
  const { uid, email, emailVerified, name, photoUrl, signedInWith, issuedAt } = caller;
  try {
    const isWelcomed = await data.sql.upsertUser({
      uid,
      email,
      verifiedEmail: emailVerified ? email : null,
      name: name ?? '',
      photoUrl,
      isByGoogle: signedInWith === 'google.com',
      locale,
      // A token that is older than the last one seen must not restore an earlier address.
      issuedAt: new Date(issuedAt).toISOString(),
    });
    if (isWelcomed) wakeMail();
  } catch (err) {
    log.warn({ uid, err }, 'could not record a visit');
  }
}

export const userHandlers = handle(
  { ...meCalls, ...userCalls },
  {
    'GET /api/me': async ({ deps, caller, query }) => {
      await noteVisit(deps, caller, query.locale);
      return toMe(caller);
    },
    'GET /users': async ({ sql, query: { q, sort, ...at } }) => {
      const start = pageStartOf(at, 'number');
      const { position, isBackwards } = start;
      const from = { at: position?.at ?? null, number: position && Number(position.id), isBackwards };
      const { users, more } = v.parse(PageSchema, await sql.listUsers({ words: q, sort: sort ?? null, ...from, size: ADMIN_PAGE_SIZE }));
      return {
        users: users.map(({ hasPhoto, at: _at, ...user }) => ({
          ...user,
          photoURL: hasPhoto ? `/user-photo/${encodeURIComponent(user.uid)}` : null,
        })),
        ...cursorsOf(users, more, start, ({ at, number }) => ({ at, id: String(number) })),
      };
    },
    'GET /user-photo/:uid': async ({ sql, c, params }) => {
      const { body, type, maxAgeSeconds } = await fetchPhoto(await sql.getUserPhoto(params));
      return c.body(body, 200, { 'content-type': type, 'cache-control': `private, max-age=${maxAgeSeconds}` });
    },
  },
);
