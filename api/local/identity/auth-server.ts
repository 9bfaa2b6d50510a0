import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { LOOPBACK, listen } from '../stand-in.ts';
import { type AccountsAdmin, connectAccountsAdmin } from './accounts-admin.ts';
import type { Action } from './action-mail.ts';
import { createEmulatorApp, type ProjectState } from './emulator.ts';
import { createOriginGuard } from './origin-guard.ts';
import { GAPI_SHIM, RELAY_PAGE } from './pop-up.ts';
import type { TotpSecret } from './second-factors.ts';
import { createSignInLimit } from './sign-in-limit.ts';
import { createSnapshot } from './snapshot.ts';
import { loadSigningKey } from './token-signing.ts';

export type AuthServerOptions = {
  port: number;
  projectId: string;
  siteUrl: string;
  snapshotFile: string;
  keyFile: string;
  /** Called once for each code that Firebase would send by mail; `locale` is the page's language, as the SDK sends it. */
  onAction: (action: Action, locale: string | undefined) => void;
  /** Runs before anybody else is answered. */
  prepare: (admin: AccountsAdmin) => Promise<void>;
  report: (text: string) => void;
};

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS']);

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }).end(body);
}

/**
 * Starts the emulator on `port`; resolves when its accounts are restored. `close` writes the last snapshot. For tests,
 * `POST /_local/expired-codes?email=…` makes the codes of an address expire, `POST /_local/old-sign-in?email=…` makes its last sign-in
 * an hour older, as its next token says.
 */
export async function startAuthServer(options: AuthServerOptions): Promise<{ close: () => Promise<void> }> {
  const { port, projectId, siteUrl, snapshotFile, keyFile, onAction, prepare, report } = options;
  const key = loadSigningKey(keyFile);
  const states = new Map<string, ProjectState>();
  const secrets = new Map<string, TotpSecret>();
  const emulator = await createEmulatorApp({ projectId, states, key, secrets });
  const refusal = createOriginGuard({ port, siteUrl });
  const pass = randomUUID();
  const admin = connectAccountsAdmin({ base: `http://${LOOPBACK}:${port}`, projectId, pass });
  const codes = () => states.get(projectId)?.oobs ?? new Map<string, Action>();
  const snapshot = createSnapshot({ file: snapshotFile, admin, codes, secrets, report });
  const known = new Set<string>();
  const signInLimit = createSignInLimit();
  let ready = false;

  const afterChange = (request: IncomingMessage) => {
    snapshot.schedule();
    // With the owner's credential the code is in the answer, for the caller to send.
    const mailed = request.headers.authorization === undefined;
    for (const action of codes().values()) {
      if (known.has(action.oobCode)) continue;
      known.add(action.oobCode);
      if (mailed) onAction(action, request.headers['x-firebase-locale']?.toString());
    }
  };

  const server = createServer((request, response) => {
    const internal = request.headers['x-internal-pass'] === pass;
    const refused = refusal(request);
    if (refused) return answer(response, 403, 'text/plain', refused);
    const [path] = (request.url ?? '/').split('?');
    if (!ready && !internal) return answer(response, 503, 'text/plain', 'starting');
    if (path === '/healthz') return answer(response, 200, 'text/plain', 'ok');
    if (path === '/_local/expired-codes' && request.method === 'POST') {
      const email = new URL(request.url ?? '/', siteUrl).searchParams.get('email');
      for (const action of codes().values()) if (action.email === email) action.madeAt = 0;
      snapshot.schedule();
      return answer(response, 200, 'application/json', '{}');
    }
    if (path === '/_local/old-sign-in' && request.method === 'POST') {
      const state = states.get(projectId);
      const account = state?.getUserByEmail(new URL(request.url ?? '/', siteUrl).searchParams.get('email') ?? '');
      if (!account) return answer(response, 404, 'application/json', '{}');
      state?.updateUserByLocalId(account.localId, { lastLoginAt: String(Date.now() - 3_600_000) });
      return answer(response, 200, 'application/json', '{}');
    }
    if (path === '/emulator/jwks.json') return answer(response, 200, 'application/json', key.jwks);
    if (path === '/emulator/gapi.js') return answer(response, 200, 'text/javascript', GAPI_SHIM);
    if (path === '/emulator/auth/iframe') return answer(response, 200, 'text/html; charset=utf-8', RELAY_PAGE);
    if (path?.endsWith('/accounts:signInWithPassword') && request.method === 'POST') {
      const tooMany = signInLimit.refusal();
      if (tooMany) return answer(response, 400, 'application/json', tooMany);
      response.once('finish', () => {
        if (response.statusCode === 400) signInLimit.noteFailure();
      });
    }
    if (!internal && !READ_ONLY.has(request.method ?? '')) response.once('finish', () => afterChange(request));
    emulator(request, response);
  });
  await listen(server, port);
  // On since September 2023 for every new project; off by default in the emulator.
  await admin.configure({ signIn: { allowDuplicateEmails: false }, emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
  await snapshot.restore();
  for (const code of codes().keys()) known.add(code);
  await prepare(admin);
  await snapshot.save();
  ready = true;

  return {
    close: async () => {
      await snapshot.save();
      server.close();
      server.closeAllConnections();
    },
  };
}
