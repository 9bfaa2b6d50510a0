import type { Role } from '@site/shared/contracts/me.ts';
import type { Permission } from '@site/shared/contracts/team.ts';
import { createTokenSchema } from '@site/shared/contracts/text.ts';
import { cut, oneLine } from '@site/shared/texts/plain-text.ts';
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';
import type { Clock } from './clock.ts';
import type { Log } from './logger.ts';

/** URL of Google's public keys for Firebase ID tokens (firebase.google.com/docs/auth/admin/verify-id-tokens). */
const GOOGLE_KEYS = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const KEYS_MAX_AGE_MS = 6 * 3_600_000;
/** Shortest time between two key fetches for unknown key ids, no matter how many tokens carry an unknown id. */
const KEYS_COOLDOWN_MS = 60_000;
const KEYS_RETRY_MS = 5_000;
const KEYS_TIMEOUT_MS = 5_000;
const CLOCK_TOLERANCE_S = 5;

/**
 * An authenticated caller. `role` is `candidate` for a verified address in ADMIN_EMAILS. `withPermissions` adds the team role and its
 * permissions.
 */
export type Caller = {
  uid: string;
  email: string;
  emailVerified: boolean;
  name: string | null;
  photoUrl: string | null;
  role: Role;
  permissions: readonly Permission[];
  /** Firebase's name of the sign-in method of this session: `password`, `google.com`, … */
  signedInWith: string | null;
  /** Time of the sign-in, in milliseconds. A refreshed token keeps this time. */
  signedInAt: number;
  /** Time when the token was issued, in milliseconds. The account data in the token is from this moment. */
  issuedAt: number;
};

const LONGEST_NAME = 200;
const LONGEST_ADDRESS = 2_000;

/** Returns a name as the site shows it: one line, cut to the maximum length. Null when no readable character is left. */
const displayNameOf = (name: string): string | null => cut(oneLine(name), LONGEST_NAME).trim() || null;

const ClaimsSchema = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  auth_time: v.number(),
  iat: v.number(),
  email: v.optional(v.string(), ''),
  email_verified: v.optional(v.boolean(), false),
  // Users can put any text into their own account.
  name: v.optional(v.nullable(v.pipe(v.string(), v.transform(displayNameOf))), null),
  picture: v.optional(v.nullable(v.fallback(v.nullable(createTokenSchema(LONGEST_ADDRESS)), null)), null),
  firebase: v.optional(v.object({ sign_in_provider: v.optional(v.string()) }), {}),
});

const KeysSchema = v.looseObject({ keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string() })), v.minLength(1)) });

type AuthOptions = {
  projectId: string;
  jwksUrl?: string | undefined;
  adminEmails: readonly string[];
  clock: Clock;
  log: Log;
  fetch?: typeof globalThis.fetch;
};

export type Authenticator = {
  /**
   * Returns the caller of the bearer token in `header`. Throws `unauthenticated`, or `service_unavailable` while no keys can be fetched.
   */
  authenticate: (header: string | undefined) => Promise<Caller>;
  /**
   * Returns whether tokens can be verified and the last key fetch succeeded. After a failed fetch, a call of this function retries the
   * fetch in the background.
   */
  hasKeys: () => boolean;
  /** Fetches the keys before the first token arrives. Never throws. */
  warmUp: () => Promise<void>;
};

/**
 * Returns an email address in the form used for comparison. Lower-cases ASCII letters only: `toLowerCase` turns the Kelvin sign into `k`,
 * and the result could be another person's address.
 */
export const lowerAscii = (email: string): string => email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Verifies Firebase ID tokens: RS256 only, issuer, audience, expiry, time of sign-in. The last fetched keys stay in use during an outage.
 */
export function createAuthenticator(options: AuthOptions): Authenticator {
  const { projectId, clock, log } = options;
  const url = options.jwksUrl ?? GOOGLE_KEYS;
  const send = options.fetch ?? globalThis.fetch;
  const candidates = new Set(options.adminEmails.map(lowerAscii));
  let keys: ReturnType<typeof createLocalJWKSet> | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastTryFailed = false;
  let pending: Promise<void> | null = null;

  async function fetchKeys(): Promise<void> {
    triedAt = clock();
    try {
      const answer = await send(url, { signal: AbortSignal.timeout(KEYS_TIMEOUT_MS), headers: { accept: 'application/json' } });
      if (!answer.ok) throw new Error(`the identity provider's keys answered ${answer.status}`);
      keys = createLocalJWKSet(v.parse(KeysSchema, await answer.json()) as JSONWebKeySet);
      fetchedAt = clock();
      lastTryFailed = false;
    } catch (err) {
      lastTryFailed = true;
      log.warn({ err, haveKeys: keys !== null }, 'could not fetch identity keys');
    }
  }

  const refresh = (): Promise<void> => {
    pending ??= fetchKeys().finally(() => {
      pending = null;
    });
    return pending;
  };

  async function verify(token: string): Promise<JWTPayload> {
    if (!keys) {
      if (pending || clock() - triedAt >= KEYS_RETRY_MS) await refresh();
      if (!keys) throw new AppError('service_unavailable', { retryAfterSeconds: KEYS_RETRY_MS / 1_000 });
    } else if (clock() - fetchedAt > KEYS_MAX_AGE_MS && clock() - triedAt > KEYS_COOLDOWN_MS) {
      void refresh();
    }
    const check = (set: NonNullable<typeof keys>) =>
      jwtVerify(token, set, {
        algorithms: ['RS256'],
        issuer: `https://securetoken.google.com/${projectId}`,
        audience: projectId,
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
        currentDate: new Date(clock()),
      });
    try {
      return (await check(keys)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      if (pending || clock() - triedAt >= KEYS_COOLDOWN_MS) await refresh();
      // The token may carry a new key that we cannot fetch now. That is our outage and not the caller's fault.
      if (lastTryFailed) throw new AppError('service_unavailable', { retryAfterSeconds: KEYS_COOLDOWN_MS / 1_000 });
      return (await check(keys)).payload;
    }
  }

  return {
    hasKeys: () => {
      if (lastTryFailed && clock() - triedAt >= KEYS_RETRY_MS) void refresh();
      return keys !== null && !lastTryFailed;
    },
    warmUp: refresh,
    authenticate: async (header) => {
      const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(header ?? '')?.[1];
      if (!token) throw new AppError('unauthenticated');
      let payload: JWTPayload;
      try {
        payload = await verify(token);
      } catch (cause) {
        if (cause instanceof AppError) throw cause;
        throw new AppError('unauthenticated', {}, { cause });
      }
      const claims = v.safeParse(ClaimsSchema, payload);
      if (!claims.success || claims.output.auth_time > clock() / 1_000 + CLOCK_TOLERANCE_S) throw new AppError('unauthenticated');
      const { sub: uid, email, email_verified: emailVerified, name, picture: photoUrl, firebase } = claims.output;
      const role = !emailVerified ? 'unverified' : candidates.has(lowerAscii(email)) ? 'candidate' : 'customer';
      const signedInWith = firebase.sign_in_provider ?? null;
      const signedInAt = claims.output.auth_time * 1_000;
      const issuedAt = claims.output.iat * 1_000;
      return { uid, email, emailVerified, name, photoUrl, role, permissions: [], signedInWith, signedInAt, issuedAt };
    },
  };
}
