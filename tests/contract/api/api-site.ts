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
    /** A token for a sign-in by password just now, with other `claims`. */
    tokenOf: (person: Person, claims: JWTPayload = {}) => tokenOf({ dir, internal: tools.internal }, person, { claims }),
  };
}

/** Asks the run for one of its sites, or for what all of them are copies of. */
async function askLender<Answer>(method: 'GET' | 'POST' | 'DELETE', body?: string): Promise<Answer> {
  const answer = await fetch(process.env.API_SITES ?? '', { method, ...(body && { body }) });
  if (!answer.ok) throw new Error(`no site: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The API's process with every stand-in, empty, and what tests do with them. Another file has it when this one closes it. */
export async function startApiSite() {
  const { dir, ...site } = await askLender<SharedSite>('POST');
  return withTools(site, { dir, close: () => askLender('DELETE', dir) });
}

/** The same for tests that kill processes, or have no admin. */
export async function startOwnApiSite({ hasAdmins = true }: Pick<SiteOptions, 'hasAdmins'> = {}) {
  // What is prepared has its owners.
  const prepared = hasAdmins ? await askLender<PreparedSite>('GET') : undefined;
  const { site, ...rest } = await startOnly([...EVERYTHING_BUT_PAGES], undefined, { hasAdmins, prepared });
  return withTools(site, rest);
}

export type ApiSite = Awaited<ReturnType<typeof startApiSite>>;
export type OwnApiSite = Awaited<ReturnType<typeof startOwnApiSite>>;

type Person = { uid: string; email: string };

/** How long ago, in seconds, the person signed in and the token was issued. */
type TokenOptions = { signedInAgo?: number; issuedAgo?: number; verified?: boolean; claims?: JWTPayload };

/** A token of a person whom no other test plays, as the identity stand-in would sign it. */
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
