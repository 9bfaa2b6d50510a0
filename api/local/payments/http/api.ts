import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { FileError } from '@site/shared/process/files.ts';
import { type Context, Hono } from 'hono';
import { forbidden, StripeApiError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Local } from '../local.ts';
import type { StripeRequests } from '../schema/roots.ts';
import { assertAnswer, type RequestName, readParameters } from '../schema/schema.ts';
import { API_VERSION } from '../version.ts';
import type { Cause } from '../webhooks/events.ts';
import { expandInto } from './expand.ts';
import type { Faults } from './faults.ts';
import { decodeForm } from './form.ts';
import { createIdempotency } from './idempotency.ts';
import { OPERATIONS } from './operations.ts';
import { assertSupported } from './supported.ts';

type Env = { Bindings: HttpBindings };
type Answer = { status: number; body: string };

const MAX_FORM_LENGTH = 1_000_000;

function errorAnswer(error: unknown, log: (message: string) => void): Answer {
  if (!(error instanceof StripeApiError)) log(String(error instanceof Error ? error.stack : error));
  const message = error instanceof FileError ? error.message : 'The local Stripe failed; see its log.';
  const { status, body } = error instanceof StripeApiError ? error : { status: 500, body: { type: 'api_error', message } };
  const code = 'code' in body ? body.code : undefined;
  const docUrl = code && { doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` };
  return { status, body: JSON.stringify({ error: { ...body, ...docUrl } }, null, 2) };
}

function faultAnswer(status: number): Answer {
  if (status === 403) return errorAnswer(forbidden(), () => {});
  const error =
    status === 429
      ? { type: 'invalid_request_error', code: 'rate_limit', message: 'Request rate limit exceeded.' }
      : { type: 'api_error', message: 'A fault that was ordered at /_local/faults.' };
  return { status, body: JSON.stringify({ error }, null, 2) };
}

function keyIn(authorization = ''): string | undefined {
  const basic = /^Basic (.+)$/.exec(authorization)?.[1];
  return basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /^Bearer (.+)$/.exec(authorization)?.[1];
}

/** Returns whether a page may make the call: it may read a payment with its client secret. */
const isForPages = (name: RequestName, c: Context): boolean =>
  name === 'GET /v1/payment_intents/:id' && c.req.query('client_secret') !== undefined;

function assertKey(key: string | undefined, secretKey: string): void {
  if (!key) {
    const message = 'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.';
    throw new StripeApiError(401, { type: 'invalid_request_error', message });
  }
  if (/^(sk|rk)_live_/.test(key)) {
    const message = 'A live key reached the local Stripe. It was refused and not kept; it must never leave production.';
    throw new StripeApiError(401, { type: 'invalid_request_error', message });
  }
  if (key !== secretKey) {
    throw new StripeApiError(401, { type: 'invalid_request_error', message: `Invalid API Key provided: ${key.slice(0, 8)}***` });
  }
}

function assertVersion(version: string | undefined): void {
  if (version === undefined || version === API_VERSION) return;
  const message = `The local Stripe speaks ${API_VERSION}, the version of the SDK that its schema was drawn from, not ${version}.`;
  throw new StripeApiError(400, { type: 'invalid_request_error', message });
}

/**
 * Creates Stripe's API under `/v1`. Each call passes the same steps: key, version, idempotency, parameters, operation, and a check of the
 * response.
 */
export function createApi(local: Local, faults: Faults): Hono<Env> {
  const app = new Hono<Env>();
  const idempotency = createIdempotency(local);
  const log = local.options.log ?? (() => {});

  function send(answer: Answer, headers: Record<string, string>): Response {
    return new Response(answer.body, {
      status: answer.status,
      headers: { 'content-type': 'application/json', 'stripe-version': API_VERSION, ...headers },
    });
  }

  function execute<R extends RequestName>(name: R, id: string, form: string, cause: Cause): Answer {
    const parameters: StripeRequests[R] = readParameters(name, decodeForm(form));
    assertSupported(name, parameters);
    const expand = 'expand' in parameters && Array.isArray(parameters.expand) ? parameters.expand.map(String) : [];
    const answer = expandInto(local, OPERATIONS[name]({ local, parameters, id, cause }), expand);
    assertAnswer(answer);
    return { status: 200, body: JSON.stringify(answer, null, 2) };
  }

  /** Responds with a requested fault: an error, or a broken connection. */
  function suffer(status: number, c: Context<Env>, requestId: string): Response {
    if (status !== 0) return send(faultAnswer(status), { 'request-id': requestId });
    c.env.outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  }

  async function answerCall(name: RequestName, c: Context<Env>, requestId: string): Promise<Response> {
    const isWrite = c.req.method === 'POST';
    const { pathname, search } = new URL(c.req.url);
    const form = isWrite ? await c.req.text() : search.slice(1);
    if (form.length > MAX_FORM_LENGTH) throw new StripeApiError(413, { type: 'invalid_request_error', message: 'Request too large.' });
    const request = `${pathname}\n${form}`;
    const key = isWrite ? c.req.header('idempotency-key') : undefined;
    const known = key ? idempotency.begin(key, request) : undefined;

    let answer: Answer | undefined;
    try {
      const fault = faults.take(pathname);
      if (fault) await delay(fault.delayMs);
      const work = () => known ?? execute(name, c.req.param('id') ?? '', form, { id: requestId, idempotency_key: key ?? null });
      if (fault?.status != null) {
        if (fault.when === 'after') answer = work();
        // The idempotency key remembers a failure of Stripe itself, but no rate limit and no broken connection.
        if (fault.status >= 500) answer = faultAnswer(fault.status);
        return suffer(fault.status, c, requestId);
      }
      answer = work();
      return send(answer, {
        'request-id': requestId,
        ...(key && { 'idempotency-key': key }),
        ...(known && { 'idempotent-replayed': 'true', 'original-request': known.requestId }),
      });
    } catch (error) {
      if (!(error instanceof StripeApiError) || error.stage === 'execution') answer = errorAnswer(error, log);
      throw error;
    } finally {
      if (key && !known) idempotency.end(key, request, answer && { ...answer, requestId });
    }
  }

  for (const name of Object.keys(OPERATIONS) as RequestName[]) {
    const [method = '', path = ''] = name.split(' ');
    app.on(method, path, async (c) => {
      const requestId = newId('req', 14);
      try {
        const key = keyIn(c.req.header('authorization'));
        const isPage = key !== undefined && key === local.options.publishableKey && isForPages(name, c);
        if (!isPage) assertKey(key, local.options.secretKey);
        assertVersion(c.req.header('stripe-version'));
        return await answerCall(name, c, requestId);
      } catch (error) {
        return send(errorAnswer(error, log), { 'request-id': requestId });
      }
    });
  }

  // Without an `error`, the SDK would treat any body as a success, whatever the status.
  app.all('*', (c) => {
    const message = `Unrecognized request URL (${c.req.method}: ${c.req.path}). The local Stripe answers only what this shop uses.`;
    const answer = errorAnswer(new StripeApiError(404, { type: 'invalid_request_error', message }), log);
    return send(answer, { 'request-id': newId('req', 14) });
  });
  return app;
}
