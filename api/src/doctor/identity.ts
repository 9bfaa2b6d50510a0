import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { createAuthenticator } from '../platform/auth.ts';
import { ask, askText, type Check, Fault } from './check.ts';
import type { Installation } from './installation.ts';

const GOOGLE = 'https://identitytoolkit.googleapis.com';
const ErrorSchema = v.object({ error: v.object({ message: v.string() }) });
const ProjectSchema = v.object({ authorizedDomains: v.optional(v.array(v.string()), []) });
const SignInPageSchema = v.object({ authUri: v.pipe(v.string(), v.url()) });

/** Checks sign-in at Firebase with the same calls as a browser on the site. */
export const identityChecks = (site: Installation): Check[] => {
  /**
   * The origin of the Firebase stand-in, which also serves its own keys. Null if the site uses Google's keys, without which no Google
   * account could sign in.
   */
  const standIn = () => (site.env.FIREBASE_JWKS_URL ? new URL(site.env.FIREBASE_JWKS_URL).origin : null);
  const apiKey = async () => site.others.FIREBASE_API_KEY ?? (await site.published()).identity.apiKey;

  async function call(path: string, body?: object): Promise<unknown> {
    const { SITE_URL } = site.need('SITE_URL', 'FIREBASE_PROJECT_ID');
    const base = standIn() ? `${standIn()}/identitytoolkit.googleapis.com` : GOOGLE;
    const { answer, text } = await askText(`${base}/v1/${path}?${new URLSearchParams({ key: await apiKey() })}`, {
      // A Firebase key that is restricted to the site's pages needs this header.
      headers: { referer: `${SITE_URL}/`, 'content-type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    });
    const json: unknown = text.startsWith('{') ? JSON.parse(text) : null;
    if (answer.ok) return json;
    throw new Fault(v.is(ErrorSchema, json) ? json.error.message : String(answer.status));
  }

  /** Returns the error code for a sign-in with an address that has no account. */
  const refusal = async () => {
    const email = `doctor-${randomUUID()}@example.com`;
    try {
      await call('accounts:signInWithPassword', { email, password: randomUUID(), returnSecureToken: true });
    } catch (error) {
      if (error instanceof Fault) return error.message.split(' ')[0] ?? '';
      throw error;
    }
    return '';
  };
  let refused: Promise<string> | undefined;
  const getRefusal = () => {
    refused ??= refusal();
    return refused;
  };

  return [
    {
      id: 'identity.keys',
      test: async () => {
        const { FIREBASE_PROJECT_ID, ADMIN_EMAILS = [] } = { ...site.env, ...site.need('FIREBASE_PROJECT_ID') };
        const authenticator = createAuthenticator({
          projectId: FIREBASE_PROJECT_ID,
          jwksUrl: site.env.FIREBASE_JWKS_URL,
          adminEmails: ADMIN_EMAILS,
          clock: Date.now,
          log: site.log,
        });
        await authenticator.warmUp();
        if (!authenticator.hasKeys()) throw new Fault(site.env.FIREBASE_JWKS_URL ?? 'www.googleapis.com');
        return undefined;
      },
    },
    {
      id: 'identity.domain',
      test: async () => {
        const { hostname } = new URL(site.need('SITE_URL').SITE_URL);
        const { authorizedDomains } = v.parse(ProjectSchema, await call('projects'));
        if (!authorizedDomains.includes(hostname)) throw new Fault(`${hostname} ∉ ${authorizedDomains.join(', ')}`);
        return hostname;
      },
    },
    {
      id: 'identity.password',
      test: async () => {
        const said = await getRefusal();
        if (!['INVALID_LOGIN_CREDENTIALS', 'EMAIL_NOT_FOUND'].includes(said)) throw new Fault(said);
        return undefined;
      },
    },
    {
      id: 'identity.enumeration',
      after: 'identity.password',
      test: async () => {
        const said = await getRefusal();
        if (said !== 'INVALID_LOGIN_CREDENTIALS') throw new Fault(said);
        return undefined;
      },
    },
    {
      id: 'identity.google',
      test: async () => {
        const domain = site.others.FIREBASE_AUTH_DOMAIN ?? (await site.published()).identity.authDomain;
        const begun = await call('accounts:createAuthUri', { providerId: 'google.com', continueUri: `https://${domain}/__/auth/handler` });
        return new URL(v.parse(SignInPageSchema, begun).authUri).host;
      },
    },
    {
      id: 'identity.frame',
      test: async () => {
        const domain = site.others.FIREBASE_AUTH_DOMAIN ?? (await site.published()).identity.authDomain;
        const address = standIn() ? `${standIn()}/emulator/auth/iframe` : `https://${domain}/__/auth/iframe`;
        const answer = await ask(address);
        if (answer.status !== 200) throw new Fault(`${address}: ${answer.status}`);
        return undefined;
      },
    },
  ];
};
