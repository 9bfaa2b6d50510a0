import { Hono, type Context as Request } from 'hono';
import * as v from 'valibot';
import { accountCalls, domains } from './account-calls.ts';
import { show } from './accounts.ts';
import { BodySchema, type Call, type Project } from './call.ts';
import { createOriginGuard } from './origin-guard.ts';
import { GAPI_SHIM, googlePage, RELAY_PAGE } from './pop-up.ts';
import { need, Refusal, refusalBody } from './refusal.ts';
import { secondFactorCalls, type TotpSecret } from './second-factors.ts';
import { signInCalls } from './sign-in.ts';
import { createSignInLimit } from './sign-in-limit.ts';

const API = '/identitytoolkit.googleapis.com';

type Options = { project: Project; port: number; secrets: Map<string, TotpSecret>; jwks: string; afterChange: () => void };

/**
 * Creates the calls of Firebase Authentication that the web SDK and our own code make. They respond like a project that has passwords,
 * Google, authenticator apps and email enumeration protection enabled. For tests, `POST /_local/expired-codes?email=…` makes the codes of
 * an address expire, and `POST /_local/old-sign-in?email=…` makes the next tokens say that its sign-ins were an hour earlier.
 */
export function createIdentityApp({ project, port, secrets, jwks, afterChange }: Options): Hono {
  const { projectId, siteUrl, accounts, codes, tokens } = project;
  const refusal = createOriginGuard({ port, siteUrl });
  const limit = createSignInLimit();
  const { signUp, signInWithPassword, ...signIn } = signInCalls(project);
  const { sendOobCode, ...account } = accountCalls(project);
  const secondFactor = secondFactorCalls(project, secrets);

  const limited: Call = async (...about) => {
    const tooMany = limit.refusal();
    if (tooMany) throw new Refusal(tooMany);
    try {
      return await signInWithPassword(...about);
    } catch (error) {
      limit.noteFailure();
      throw error;
    }
  };

  /** Returns a handler that runs `call` for a caller with an API key or the owner's credential. */
  const answer =
    (call: Call, isFor: 'anybody' | 'owner' = 'anybody') =>
    async (c: Request) => {
      const credential = c.req.header('authorization');
      const isOwner = credential?.toLowerCase() === 'bearer owner';
      if (credential ? !isOwner : isFor === 'owner') throw new Refusal('Request had invalid authentication credentials.', 401);
      const apiKey = c.req.query('key');
      if (!isOwner && !apiKey) throw new Refusal('The request is missing a valid API key.', 403);
      const body = v.safeParse(BodySchema, await c.req.json().catch(() => null));
      if (!body.success)
        throw new Refusal(`Invalid JSON payload received. ${v.getDotPath(body.issues[0]) ?? ''} ${body.issues[0].message}`);
      const language = c.req.header('x-firebase-locale')?.toLowerCase().startsWith('en') ? 'en' : 'pt';
      return c.json(await call(body.output, { isOwner, apiKey, language }));
    };

  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(refusalBody(error), error.status);
    console.error(error);
    return c.json({ error: { code: 500, message: 'INTERNAL' } }, 500);
  });
  app.notFound((c) => c.json(refusalBody({ status: 404, message: 'Not Found' }), 404));
  app.use(async (c, next) => {
    const refused = refusal(c.req.raw.headers);
    if (refused) return c.text(refused, 403);
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
    if (c.req.method === 'POST') afterChange();
    return undefined;
  });

  const calls: Record<string, Call> = { signUp, signInWithPassword: limited, ...signIn, sendOobCode, ...account };
  for (const [name, call] of Object.entries(calls)) app.post(`${API}/v1/accounts:${name}`, answer(call));
  for (const [name, call] of Object.entries(secondFactor)) app.post(`${API}/v2/accounts/${name}`, answer(call));
  app.get(`${API}/v1/projects`, (c) => c.json({ projectId, authorizedDomains: domains(siteUrl) }));
  app.post(`${API}/v1/projects/${projectId}/accounts`, answer(signUp, 'owner'));
  app.post(`${API}/v1/projects/${projectId}/accounts:sendOobCode`, answer(sendOobCode, 'owner'));
  app.get(`${API}/v1/projects/${projectId}/accounts:batchGet`, (c) => {
    if (c.req.header('authorization')?.toLowerCase() !== 'bearer owner') throw new Refusal('Request is missing a valid credential.', 401);
    return c.json({ kind: 'identitytoolkit#DownloadAccountResponse', users: accounts.list().map(show) });
  });

  app.post('/securetoken.googleapis.com/v1/token', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    if (form.get('grant_type') !== 'refresh_token') throw new Refusal('INVALID_GRANT_TYPE');
    const caller = await tokens.openRefresh(form.get('refresh_token') ?? undefined);
    const { idToken, refreshToken, expiresIn } = await tokens.issue(caller.account, caller.session);
    const { localId } = caller.account;
    const made = { access_token: idToken, id_token: idToken, refresh_token: refreshToken, expires_in: expiresIn };
    return c.json({ ...made, token_type: 'Bearer', user_id: localId, project_id: projectId });
  });

  app.get('/healthz', (c) => c.text('ok'));
  app.get('/emulator/jwks.json', (c) => c.body(jwks, 200, { 'content-type': 'application/json' }));
  app.get('/emulator/gapi.js', (c) => c.body(GAPI_SHIM, 200, { 'content-type': 'text/javascript' }));
  app.get('/emulator/auth/iframe', (c) => c.html(RELAY_PAGE));
  app.get('/emulator/auth/handler', (c) => c.html(googlePage(accounts.list().flatMap(({ google }) => google ?? []))));
  app.post('/_local/expired-codes', (c) => {
    codes.expire(c.req.query('email') ?? '');
    return c.json({});
  });
  app.post('/_local/old-sign-in', (c) => {
    tokens.age(need(accounts.byEmail(c.req.query('email') ?? ''), 'EMAIL_NOT_FOUND'));
    return c.json({});
  });
  return app;
}
