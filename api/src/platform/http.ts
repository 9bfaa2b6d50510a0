import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { TEXT_BYTES } from '@site/shared/contracts/calls.ts';
import type { Endpoints } from '@site/shared/contracts/endpoints.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { getRefusedFields } from '@site/shared/contracts/errors.ts';
import { HEALTH_PATHS, lineLevelOf } from '@site/shared/process/graceful-stop.ts';
import { formatHttpsPromise } from '@site/shared/process/https-promise.ts';
import { isCutOff } from '@site/shared/process/limited-server.ts';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { isPlain } from '@site/shared/texts/plain-text.ts';
import { type Context, type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { matchedRoutes } from 'hono/route';
import * as v from 'valibot';
import { AppError, httpStatusOf, messageOf } from '../base/app-error.ts';
import { withRequestId } from '../base/request-id.ts';
import { access, isForTeam, needsRecentSignIn, requireRecentSignIn, requireRole } from './access.ts';
import { withPermissions } from './admins.ts';
import type { Caller } from './auth.ts';
import type { CacheTag } from './cache-tags.ts';
import { clientAddress, networkOf } from './client-address.ts';
import type { ApiEnv, Deps } from './deps.ts';
import type { Env } from './env.ts';
import { findLinkHolder } from './order-link.ts';
import type { CachedAnswer } from './public-answers.ts';

type Access = Readonly<Record<string, (typeof access)[keyof typeof access] | undefined>>;

/** Returns a router whose handlers find the dependencies and the request's values in their context. */
export const newRouter = (): Hono<ApiEnv> => new Hono<ApiEnv>();

/** Request ids that a caller may send. They contain nothing that could break a log line or a header. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Returns the headers that every response has. */
export const commonHeaders = (env: Pick<Env, 'NODE_ENV' | 'HSTS_PRELOAD'>): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  ...(env.NODE_ENV === 'production' ? { 'strict-transport-security': formatHttpsPromise(env.HSTS_PRELOAD !== undefined) } : {}),
});

/** Lets pages of other sites read this call's response. For public files that web players of podcasts load. */
export function shareWithAllSites(c: Context<ApiEnv>): void {
  c.set('headers', { ...c.get('headers'), 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
}

/** Gives every request its id, dependencies, headers and one log line. */
export function envelope(deps: Deps): MiddlewareHandler<ApiEnv> {
  const common = commonHeaders(deps.env);
  return async (c, next) => {
    const startedAt = performance.now();
    // A caller can send any id, even that of another call. The log therefore uses our own id and adds the caller's id in a separate field.
    const requestId = randomUUID();
    const given = c.req.header('x-request-id');
    const callerRequestId = given && REQUEST_ID.test(given) ? given : undefined;
    c.set('deps', deps);
    c.set('requestId', requestId);
    const own: Record<string, string> = { ...common, 'x-request-id': requestId };
    // During shutdown, `connection: close` makes callers use another process for their next request.
    if (!deps.isReady()) own.connection = 'close';
    c.set('headers', own);
    await getTelemetry().request(c.req.raw, requestId, async () => {
      await withRequestId(requestId, next);
      return { route: c.get('route')?.split(' ')[1], status: c.res.status };
    });
    // A response from `prepared` has the headers already. Adding headers to a finished response costs more than creating it with them.
    if (!c.get('hasHeaders')) {
      const headers = c.get('headers');
      for (const name in headers) c.res.headers.set(name, headers[name] ?? '');
      if (!c.res.headers.has('cache-control')) c.res.headers.set('cache-control', 'no-store');
    }
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const { status } = c.res;
    const line = { requestId, callerRequestId, route: c.get('route'), status, ms, uid: c.get('caller')?.uid };
    deps.log[lineLevelOf(c.req.path, status)](line, 'request');
  };
}

/** Returns a response with complete body and headers, for calls so frequent that each microsecond counts. */
function prepared(
  c: Context<ApiEnv>,
  body: Uint8Array<ArrayBuffer> | null,
  status: 200 | 304,
  own: Readonly<Record<string, string>>,
): Response {
  c.set('hasHeaders', true);
  return new Response(body, { status, headers: { ...c.get('headers'), ...own } });
}

/** Browsers revalidate their copy each time. A shared cache may answer for 3 seconds, and for a day when the site fails. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=0, s-maxage=3, stale-if-error=86400';

/** Seconds. A cached response that is older than this limit could not be refreshed. */
const OLD_S = 60;

/** Returns the cached response with its `tags`, or 304 when the browser already has it. */
export function answerFrom(
  c: Context<ApiEnv>,
  { body, etag, madeAt }: CachedAnswer,
  tags: readonly CacheTag[],
  type = 'application/json',
): Response {
  const known = c.req.header('if-none-match');
  const isKnown = known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
  // The `age` header tells caches that the copy could not be refreshed (RFC 9111, 5.1).
  const age = Math.floor((Date.now() - madeAt) / 1_000);
  const own = { etag, 'cache-control': PUBLIC_CACHE_CONTROL, 'cache-tag': tags.join(', '), ...(age > OLD_S ? { age: String(age) } : {}) };
  return isKnown ? prepared(c, null, 304, own) : prepared(c, body, 200, { ...own, 'content-type': type });
}

/** A caller who missed the response to the account's deletion may repeat this call and still succeeds. */
const ALSO_WHEN_DELETED: keyof typeof access = 'DELETE /api/me';

/**
 * The browser decides by this call which areas to show. An admin may just have joined the team through another instance, so the role is
 * read again.
 */
const TELLS_ROLE: keyof typeof access = 'GET /api/me';

/** Seconds after which a caller may retry during a restore, which takes minutes. */
const AFTER_RESTORE_S = 30;

/** Rejects callers below the route's least role, routes that are missing in the table, and all callers during a restore. */
export function guard(table: Access = access): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const matched = matchedRoutes(c).at(-1);
    // Only middleware matched, so the route does not exist, and the request's body is not read.
    if (!matched || matched.path === '/*' || matched.path === '*') return onNotFound(c);
    // No id of ours has such characters, and the database rejects these characters.
    if (!isPlain(c.req.path)) throw new AppError('not_found');
    const route = `${matched.method} ${matched.path}`;
    c.set('route', route);
    const role = table[route];
    if (role === undefined) throw new Error(`${route} has no row in the access table`);
    if (!c.get('deps').isRestored() && !HEALTH_PATHS.includes(c.req.path))
      throw new AppError('service_unavailable', { retryAfterSeconds: AFTER_RESTORE_S });
    const authorization = c.req.header('authorization');
    const linkHolder = role === 'reader' ? await findLinkHolder(c.get('deps'), authorization) : null;
    if (linkHolder) c.set('caller', linkHolder);
    else if (role !== 'public' && role !== 'signature' && (role !== 'buyer' || authorization)) {
      const deps = c.get('deps');
      const session = await deps.authenticator.authenticate(authorization);
      const { teamRole } = await deps.sessions.check(session, {
        alsoDeleted: route === ALSO_WHEN_DELETED,
        // An admin who was removed from the team loses access with the next call, on every instance.
        skipsCache: isForTeam(role) || route === TELLS_ROLE,
      });
      const caller = await withPermissions(deps, session, c.get('requestId'), teamRole);
      c.set('caller', caller);
      requireRole(caller, role);
      if (needsRecentSignIn(route, c.req.path)) requireRecentSignIn(caller, deps.clock());
    }
    await next();
  };
}

/** Returns the signed-in caller of a public call, or null for a visitor. Throws like `guard` when the sign-in is invalid. */
export async function callerOfPublic(c: Context<ApiEnv>): Promise<Caller | null> {
  const authorization = c.req.header('authorization');
  if (authorization === undefined) return null;
  const { authenticator, sessions } = c.get('deps');
  const caller = await authenticator.authenticate(authorization);
  await sessions.check(caller);
  return caller;
}

/**
 * Expires cached public responses after an admin's change, so that the next response has it. Only successful calls of the team count: no
 * other caller can force a refresh.
 */
export function outdateAnswers(table: Access = access): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    if (c.res.ok && isForTeam(table[c.get('route') ?? ''])) c.get('deps').answers.outdate();
  };
}

/** Returns the caller's network, as far as the configured proxies can be trusted. */
export const addressOf = (c: Context<ApiEnv>): string =>
  networkOf(clientAddress(c.req.header('x-forwarded-for'), getConnInfo(c).remote.address, c.get('deps').env.TRUSTED_PROXIES));

/** Returns whether the visitor asks not to be tracked (Global Privacy Control, Do Not Track). Such visitors are not counted. */
export const isUnwanted = (c: Context<ApiEnv>): boolean => c.req.header('sec-gpc') === '1' || c.req.header('dnt') === '1';

/** Enough to correct a form. A hostile body could have far more wrong fields. */
const MAX_FIELDS = 20;

/** The largest number of values that a form has. */
const MAX_FORM_VALUES = 500;

/** Returns whether JSON holds more values than a form, however deep they are. */
function isMoreThanAForm(json: unknown): boolean {
  const left = [json];
  for (let count = 0; count < MAX_FORM_VALUES; count += 1) {
    const value = left.pop();
    if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) left.push(part);
    if (left.length === 0) return false;
  }
  return true;
}

/** Returns `value` as its contract describes it. Throws `invalid_input` with the fields. */
export function accept<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  // Collecting an issue for each wrong item of a long list would block all other requests. The first issue is enough.
  const issues = isMoreThanAForm(value) ? result.issues : (v.safeParse(schema, value).issues ?? result.issues);
  throw new AppError('invalid_input', { fields: getRefusedFields(issues.slice(0, MAX_FIELDS)) });
}

/** A body that is longer than a text carries one file in base64, and has few other parts. */
const MOST_PARTS_OF_A_FILE = 40;

/** Returns the request's JSON body, not validated. Throws `invalid_input`. */
export async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('invalid_input', { fields: { body: 'content_type' } });
  const text = await c.req.text();
  // Parsing millions of keys or items would keep all other callers waiting for a second. The search stops at the first part too many.
  if (text.length > TEXT_BYTES && text.split(/["[,]/, MOST_PARTS_OF_A_FILE + 1).length > MOST_PARTS_OF_A_FILE)
    throw new AppError('invalid_input', { fields: { body: 'json' } });
  try {
    return JSON.parse(text);
  } catch {
    // The cause is left out: the parser's message quotes the body, which must not get into the log.
    throw new AppError('invalid_input', { fields: { body: 'json' } });
  }
}

/** Calls whose error responses carry `error` as a string (`shared/docs/product/` 19.2). */
const TEXT_ERRORS: ReadonlySet<string> = new Set([
  'POST /api/create-checkout-session',
  'POST /send-purchase-email',
  'GET /api/completed-orders',
] satisfies (keyof Endpoints)[]);

function failure(c: Context<ApiEnv>, code: ErrorCode, error: AppError | null): Response {
  const { retryAfterSeconds, ...detail } = error?.detail ?? {};
  const status = httpStatusOf[code];
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  else if (status === 503) c.header('Retry-After', '5');
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  // The unread rest of the body is still arriving, so this connection cannot carry another request.
  if (status === 413) c.header('Connection', 'close');
  const rest = { code, requestId: c.get('requestId'), ...detail };
  return c.json(
    TEXT_ERRORS.has(c.get('route') ?? '') ? { error: messageOf[code], ...rest } : { error: { message: messageOf[code], ...rest } },
    status,
  );
}

/** Turns every failure into a response: a known code, or `unexpected` with the cause in the log only. */
export const onError: ErrorHandler<ApiEnv> = (err, c) => {
  const error = err instanceof AppError ? err : isCutOff(c.env) ? new AppError('request_timeout', {}, { cause: err }) : null;
  const code = error?.code ?? 'unexpected';
  const facts = { route: c.get('route'), code };
  const { log } = c.get('deps');
  if (httpStatusOf[code] >= 500) log.error({ ...facts, err: error?.cause ?? err }, 'request failed');
  else log.info({ ...facts, reason: error?.cause instanceof Error ? error.cause.message.slice(0, 200) : undefined }, 'request refused');
  return failure(c, code, error);
};

/** Rejects a method that the path does not have, and names the allowed methods. */
export function refuseMethods(table: Access = access): MiddlewareHandler<ApiEnv> {
  // A separate router, because the app's middleware also matches methods and paths.
  const calls = new Hono<ApiEnv>();
  for (const route of Object.keys(table)) {
    const [method = '', path = ''] = route.split(' ');
    calls.on(method, path, (c) => c.notFound());
  }
  return methodNotAllowed({
    app: calls,
    onMethodNotAllowed: (c: Context<ApiEnv>, methods) => {
      const allow = [...methods, 'OPTIONS'].join(', ');
      if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
      c.header('Allow', allow);
      return failure(c, 'method_not_allowed', null);
    },
  });
}

export const onNotFound = (c: Context<ApiEnv>): Response => failure(c, 'not_found', null);
