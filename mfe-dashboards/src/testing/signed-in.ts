import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import type { Me } from '@site/shared/contracts/me.ts';
import { PERMISSIONS, type Permission } from '@site/shared/contracts/team.ts';
import { type Account, connectIdentity, sessionStore } from '@site/shared/site/site.ts';
import { findEndpoint, parseAnswer } from '@site/shared/testing/contract-answer.ts';
import { vi } from 'vitest';

const me: Me = { uid: 'uid-1', email: 'leitora@leitores.test', name: 'Leitora', photoUrl: null, role: 'admin', permissions: [] };

/** Returns the identity provider's account of a person who signs in with a password. */
const account = (): Account => ({
  createdAt: 'Thu, 15 Jan 2026 12:00:00 GMT',
  name: 'Leitora',
  providers: ['password'],
  rename: async () => undefined,
  proveIdentity: async () => null,
  secondFactors: [],
  addSecondFactor: async () => ({ secret: '', address: '', finish: async () => undefined }),
  removeSecondFactor: async () => undefined,
  changePassword: async () => undefined,
  changeEmail: async () => undefined,
  linkGoogle: async () => undefined,
  unlinkGoogle: async () => undefined,
  remove: async () => undefined,
});

/** Signs in a person who has every permission by default. Returns the page's calls to the identity provider. */
export function signIn(changes: Partial<Account> = {}, permissions: readonly Permission[] = PERMISSIONS) {
  const identity = {
    token: vi.fn(async (_fresh: boolean) => 'a-token'),
    signOut: vi.fn(async () => undefined),
    endSession: vi.fn(async () => undefined),
    account: vi.fn(async () => ({ ...account(), ...changes })),
  };
  connectIdentity(async () => identity);
  sessionStore.setState({
    session: { status: 'signed-in', uid: me.uid, email: me.email, emailVerified: true, me: { ...me, permissions: [...permissions] } },
  });
  return identity;
}

/** Returns a refusal in the API's format. */
export const refused = (status: number, code: ErrorCode, detail: object = {}) =>
  Response.json({ error: { code, message: code, requestId: 'request-1', ...detail } }, { status });

type Asked = { readonly url: URL; readonly headers: Headers; readonly body: unknown };

export type Answers = Readonly<Record<string, (asked: Asked) => unknown>>;

/**
 * Mocks the API: `answers` by method and path, such as `GET /api/me/library`. Returns the requested paths in order; `sent` holds the bodies
 * of the calls that had one.
 */
export function playApi(answers: Answers): string[] & { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  // `sent` is not enumerable, so that a test can compare the list of paths alone.
  const asked = Object.defineProperty<string[]>([], 'sent', { value: sent }) as string[] & { readonly sent: unknown[] };
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const url = new URL(path, 'https://site.test');
    const call = `${init.method} ${url.pathname}`;
    asked.push(`${call}${url.search}`);
    const answer = answers[call];
    if (!answer) throw new Error(`the test has no answer to ${call}`);
    const body: unknown = JSON.parse(String(init.body ?? null));
    if (body !== null) sent.push(body);
    const result = await answer({ url, headers: new Headers(init.headers), body });
    if (result instanceof Response) return result;
    const endpoint = findEndpoint(init.method ?? 'GET', url.pathname);
    return Response.json(endpoint ? parseAnswer(endpoint, result) : result);
  });
  return asked;
}
