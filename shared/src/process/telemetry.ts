/** What a caller sends along, so that the called service continues the trace (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string>>;
/** `route` is a pattern, never an address: what stands in an address may be about a person. */
export type Answered = { route: string | undefined; status: number };
type Asked = { readonly method: string; readonly url: string; readonly headers: Pick<Headers, 'get'> };

/** What is noted of a process's work: spans of it, and numbers. Nothing in it is about a person. */
export type Telemetry = {
  /** Does `work`, the answering of a request, and continues the caller's trace. */
  request: (asked: Asked, requestId: string, work: () => Promise<Answered>) => Promise<void>;
  /** Does `work` that no request asked for. */
  job: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Does `work`, which asks `service` to do `operation`. Noted as a part of a request or of a job only. */
  call: <T>(service: string, operation: string, work: (trace: TraceHeaders) => Promise<T>) => Promise<T>;
  /** One more of what `name` counts, by kind. */
  count: (name: string, kind: Readonly<Record<string, string>>) => void;
  /** Numbers with their units that are read whenever they are sent on. */
  gauges: <Name extends string>(units: Readonly<Record<Name, string>>, read: () => Promise<Record<Name, number>>) => void;
  /** Sends on what was noted. */
  stop: () => Promise<void>;
};

const nothing: Telemetry = {
  request: async (_asked, _requestId, work) => {
    await work();
  },
  job: (_name, work) => work(),
  call: (_service, _operation, work) => work({}),
  count: () => undefined,
  gauges: () => undefined,
  stop: async () => undefined,
};
let current = nothing;

/** What this process notes of its work: nothing until `startTelemetry` was told to whom. */
export const getTelemetry = (): Telemetry => current;

export type TelemetryLog = Record<'info' | 'warn', (facts: Record<string, unknown>, message: string) => void>;

/** From now on `getTelemetry` answers `next`. */
export const setTelemetry = (next: Telemetry): void => {
  current = next;
};

/** A `fetch` whose questions are calls to `service`, and carry the trace to it. */
export const tracedFetch =
  (service: string): typeof fetch =>
  (input, init) =>
    current.call(service, init?.method ?? 'GET', (trace) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(trace)) headers.set(name, value);
      return fetch(input, { ...init, headers });
    });
