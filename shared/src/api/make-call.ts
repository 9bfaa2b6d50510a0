import { ERROR_CODES, type ErrorCode } from '../contracts/error-codes.ts';
import { ApiError } from './api-error.ts';

export type ApiClientOptions = {
  /** The API's origin. In the browser it is empty, because page and API have the same origin. */
  origin: string;
  fetch?: typeof globalThis.fetch;
  /** Returns a bearer token, or null. `fresh` requests a new one after a 401. */
  token?: (fresh: boolean) => Promise<string | null>;
  /** Called when the API rejects a fresh token too, so the session has ended. */
  onRefused?: () => Promise<void>;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

export type CallInput = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
};

/** Calls `endpoint`, such as `GET /api/ebooks/:id`, and returns its answer. Throws `ApiError` in all other cases. */
export async function makeCall(
  options: ApiClientOptions,
  endpoint: string,
  { params = {}, query, body, signal, keepalive = false }: CallInput,
): Promise<unknown> {
  const { origin, token, onRefused, headers = {}, timeoutMs = 10_000 } = options;
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  type Attempt = { body?: unknown; signal?: AbortSignal; requestId: string | undefined };
  async function attempt(method: string, url: string, input: Attempt, fresh: boolean): Promise<{ answer: Response; json: unknown }> {
    const bearer = await token?.(fresh);
    // `AbortSignal.any` and `AbortSignal.timeout` are newer than the browsers that we support.
    const limit = new AbortController();
    const stop = (): void => limit.abort();
    const timer = setTimeout(stop, timeoutMs);
    if (input.signal?.aborted) stop();
    input.signal?.addEventListener('abort', stop);
    try {
      const answer = await send(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(input.requestId ? { 'x-request-id': input.requestId } : {}),
          ...headers,
        },
        body: input.body === undefined ? null : JSON.stringify(input.body),
        signal: limit.signal,
        keepalive,
      });
      // A 204 answer has no body.
      return { answer, json: answer.status === 204 ? null : await answer.json().catch(() => undefined) };
    } finally {
      clearTimeout(timer);
      input.signal?.removeEventListener('abort', stop);
    }
  }

  const [method = 'GET', pattern = ''] = endpoint.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query ?? {}).filter((entry): entry is [string, string] => !!entry[1])).toString();
  const url = `${origin}${path}${search ? `?${search}` : ''}`;
  // The client creates the request id, so that a call without an answer can be found in the logs too. Browsers cannot create one on an
  // insecure origin.
  const requestId = headers['x-request-id'] ?? crypto.randomUUID?.();
  const request = { body, requestId, ...(signal ? { signal } : {}) };
  let got: Awaited<ReturnType<typeof attempt>>;
  try {
    got = await attempt(method, url, request, false);
    if (got.answer.status === 401 && token) {
      got = await attempt(method, url, request, true);
      if (got.answer.status === 401) await onRefused?.();
    }
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('service_unavailable', 0, { requestId }, { cause });
  }
  const { answer, json } = got;
  if (answer.ok && json !== undefined) return json;
  throw toApiError(answer, json ?? null, requestId);
}

function toApiError({ status, headers }: Response, json: unknown, requestId: string | undefined): ApiError {
  const body = json as { error?: unknown; code?: unknown } | null;
  const detail = (typeof body?.error === 'object' && body.error ? body.error : body) as {
    code?: unknown;
    requestId?: string;
    fields?: Record<string, string>;
    corrections?: ApiError['corrections'][number][];
    quote?: NonNullable<ApiError['quote']>;
    sessionId?: string;
    bought?: ApiError['bought'][number][];
    reason?: string;
  } | null;
  const known = ERROR_CODES.find((code) => code === detail?.code);
  const code: ErrorCode = known ?? (status >= 500 && status !== 500 ? 'service_unavailable' : 'unexpected');
  const retryAfterSeconds = Number(headers.get('retry-after')) || undefined;
  return new ApiError(code, status, { requestId, ...detail, retryAfterSeconds });
}
