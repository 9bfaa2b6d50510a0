import type { InferInput, InferOutput } from 'valibot';
import type { Endpoints } from '../contracts/endpoints.ts';
import { ERROR_CODES, type ErrorCode } from '../contracts/error-codes.ts';
import { ApiError } from './api-error.ts';

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParams<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type InputOf<Key extends keyof Endpoints> = ([PathParams<Key>] extends [never] ? unknown : { params: Record<PathParams<Key>, string> }) &
  (Endpoints[Key] extends { query: infer Query extends Parameters<typeof inferOnly>[0] } ? { query?: InferInput<Query> } : unknown) &
  (Endpoints[Key] extends { body: infer Body extends Parameters<typeof inferOnly>[0] } ? { body: InferInput<Body> } : unknown) & {
    signal?: AbortSignal;
  };

declare function inferOnly(schema: import('valibot').GenericSchema): void;

export type ApiAnswer<Key extends keyof Endpoints> = InferOutput<Endpoints[Key]['answer']>;

/** Calls one endpoint and returns its answer. Throws `ApiError` for everything else, network failures included. */
export type ApiCall = <Key extends keyof Endpoints>(endpoint: Key, input: InputOf<Key>) => Promise<ApiAnswer<Key>>;

export type ApiClientOptions = {
  /** Empty in the browser (same origin); the API's own address on the server. */
  origin: string;
  fetch?: typeof globalThis.fetch;
  /** Bearer token, or null. `fresh` asks for a new one after a 401. */
  token?: (fresh: boolean) => Promise<string | null>;
  /** Called when the fresh one is refused too. */
  onRefused?: () => Promise<void>;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/** The one client of our API, for browser and server. Its types come from `contracts/endpoints.ts`. */
export function createApiClient(options: ApiClientOptions): ApiCall {
  const { origin, token, onRefused, headers = {}, timeoutMs = 10_000 } = options;
  const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));

  type Attempt = { body?: unknown; signal?: AbortSignal; requestId: string | undefined };
  async function attempt(method: string, url: string, input: Attempt, fresh: boolean): Promise<Response> {
    const bearer = await token?.(fresh);
    const timeout = AbortSignal.timeout(timeoutMs);
    return await send(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(input.requestId ? { 'x-request-id': input.requestId } : {}),
        ...headers,
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ? AbortSignal.any([input.signal, timeout]) : timeout,
    });
  }

  return async (endpoint, input) => {
    const {
      params = {},
      query,
      body,
      signal,
    } = input as {
      params?: Record<string, string>;
      query?: Record<string, string | undefined>;
      body?: unknown;
      signal?: AbortSignal;
    };
    const [method = 'GET', pattern = ''] = endpoint.split(' ');
    const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(Object.entries(query ?? {}).filter((entry): entry is [string, string] => !!entry[1])).toString();
    const url = `${origin}${path}${search ? `?${search}` : ''}`;
    // Ours from the beginning: also a call without an answer can be found in the logs. Browsers make none on an insecure origin.
    const requestId = headers['x-request-id'] ?? crypto.randomUUID?.();
    const request = { body, requestId, ...(signal ? { signal } : {}) };
    let answer: Response;
    try {
      answer = await attempt(method, url, request, false);
      if (answer.status === 401 && token) {
        answer = await attempt(method, url, request, true);
        if (answer.status === 401) await onRefused?.();
      }
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiError('service_unavailable', 0, { requestId }, { cause });
    }
    // What is done and says nothing has no body.
    const json: unknown = answer.status === 204 ? null : await answer.json().catch(() => undefined);
    if (answer.ok && json !== undefined) return json as ApiAnswer<typeof endpoint>;
    throw toApiError(answer, json ?? null, requestId);
  };
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
