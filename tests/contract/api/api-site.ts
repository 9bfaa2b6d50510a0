import { createPrivateKey } from 'node:crypto';
import { join } from 'node:path';
import { type JWTPayload, SignJWT } from 'jose';
import { loadSigningKey } from '../../../api/local/identity/token-signing.ts';
import type { Site, SiteFile, SiteOptions } from '../../../api/local/site.ts';
import type { PreparedSite } from '../../setup/prepared-site.ts';
import { EVERYTHING_BUT_PAGES, startOnly } from '../stand-ins/targets.ts';
import type { SharedSite } from './shared-sites.ts';
import { toolsOf } from './site-tools.ts';

type Stoppable = { dir: string; close: () => Promise<void> };

function withTools<S extends Pick<Site, 'addresses' | 'file'>>(site: S, { dir, close }: Stoppable) {
  const tools = toolsOf(site);
  return {
    ...tools,
    dir,
    close,
    /** Returns a token for a password sign-in just now, with these `claims` added. */
    tokenOf: (person: Person, claims: JWTPayload = {}) => tokenOf({ dir, internal: tools.internal }, person, { claims }),
  };
}

/** Requests from the test run one of its sites, or the prepared site that all are copies of. */
async function askLender<Answer>(method: 'GET' | 'POST' | 'DELETE', body?: string): Promise<Answer> {
  const answer = await fetch(process.env.API_SITES ?? '', { method, ...(body && { body }) });
  if (!answer.ok) throw new Error(`no site: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/**
 * Starts the API's process with every stand-in, empty, and returns helpers for tests. The next test file gets the site when this one closes
 * it.
 */
export async function startApiSite() {
  const { dir, ...site } = await askLender<SharedSite>('POST');
  return withTools(site, { dir, close: () => askLender('DELETE', dir) });
}

/** Starts a site of its own, for tests that kill processes or have no admin. */
export async function startOwnApiSite({ hasAdmins = true }: Pick<SiteOptions, 'hasAdmins'> = {}) {
  // The prepared site has its owners already.
  const prepared = hasAdmins ? await askLender<PreparedSite>('GET') : undefined;
  const { site, ...rest } = await startOnly([...EVERYTHING_BUT_PAGES], undefined, { hasAdmins, prepared });
  return withTools(site, rest);
}

export type ApiSite = Awaited<ReturnType<typeof startApiSite>>;
export type OwnApiSite = Awaited<ReturnType<typeof startOwnApiSite>>;

type Person = { uid: string; email: string };

/** The seconds since the person signed in and since the token was issued. */
type TokenOptions = { signedInAgo?: number; issuedAgo?: number; verified?: boolean; claims?: JWTPayload };

/** Returns a token for a person whom no other test uses, as the identity stand-in would sign it. */
export function tokenOf(
  { dir, internal }: { dir: string; internal: SiteFile['internal'] },
  { uid, email }: Person,
  { signedInAgo = 0, issuedAgo = 0, verified = true, claims = {} }: TokenOptions = {},
): Promise<string> {
  const { privateKey, id } = loadSigningKey(join(dir, 'identity', 'signing-key.pem'));
  const now = Math.floor(Date.now() / 1_000);
  const provider = { sign_in_provider: 'password' };
  return new SignJWT({ email, email_verified: verified, auth_time: now - signedInAgo, user_id: uid, firebase: provider, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: id })
    .setIssuer(`https://securetoken.google.com/${internal.projectId}`)
    .setAudience(internal.projectId)
    .setSubject(uid)
    .setIssuedAt(now - issuedAgo)
    .setExpirationTime(now + 3_600)
    .sign(createPrivateKey(privateKey));
}
