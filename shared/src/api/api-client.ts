import type { InferInput, InferOutput } from 'valibot';
import type { PathParams } from '../contracts/calls.ts';
import type { Endpoints } from '../contracts/endpoints.ts';
import { ApiError } from './api-error.ts';
import type { ApiClientOptions, CallInput } from './make-call.ts';

type InputOf<Key extends keyof Endpoints> = ([PathParams<Key>] extends [never] ? unknown : { params: Record<PathParams<Key>, string> }) &
  (Endpoints[Key] extends { query: infer Query extends Parameters<typeof inferOnly>[0] } ? { query?: InferInput<Query> } : unknown) &
  (Endpoints[Key] extends { body: infer Body extends Parameters<typeof inferOnly>[0] } ? { body: InferInput<Body> } : unknown) & {
    signal?: AbortSignal;
    /** The call continues when the visitor leaves the page. */
    keepalive?: boolean;
  };

declare function inferOnly(schema: import('valibot').GenericSchema): void;

export type ApiAnswer<Key extends keyof Endpoints> = InferOutput<Endpoints[Key]['answer']>;

/** Calls one endpoint and returns its answer. Throws `ApiError` in all other cases, including network failures. */
export type ApiCall = <Key extends keyof Endpoints>(endpoint: Key, input: InputOf<Key>) => Promise<ApiAnswer<Key>>;

/**
 * Creates the client of our API, for browser and server. The types are those of `contracts/endpoints.ts`. The code for calls is loaded with
 * the first call, because most visits make none.
 */
export function createApiClient(options: ApiClientOptions): ApiCall {
  return async (endpoint, input) => {
    const client = await import(/* webpackChunkName: "late" */ './make-call.ts').catch((cause: unknown) => {
      throw new ApiError('service_unavailable', 0, {}, { cause });
    });
    return (await client.makeCall(options, endpoint, input as CallInput)) as ApiAnswer<typeof endpoint>;
  };
}
