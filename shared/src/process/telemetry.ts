/** Headers with which the called service continues the trace (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string>>;
/** `route`: a pattern, never a URL, because a URL may contain personal data. */
export type Answered = { route: string | undefined; status: number };
type Asked = { readonly method: string; readonly url: string; readonly headers: Pick<Headers, 'get'> };

/** Records a process's work as spans and metrics, without personal data. */
export type Telemetry = {
  /** Runs `work`, which answers a request, and continues the caller's trace. */
  request: (asked: Asked, requestId: string, work: () => Promise<Answered>) => Promise<void>;
  /** Runs `work` that did not start with a request, such as a scheduled job. */
  job: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Runs `work`, which calls `operation` of `service`. Recorded only within a request or a job. */
  call: <T>(service: string, operation: string, work: (trace: TraceHeaders) => Promise<T>) => Promise<T>;
  /** Adds one to the counter `name`, by kind. */
  count: (name: string, kind: Readonly<Record<string, string>>) => void;
  /** Registers metrics with their units, which `read` returns each time they are sent. */
  gauges: <Name extends string>(units: Readonly<Record<Name, string>>, read: () => Promise<Record<Name, number>>) => void;
  /** Sends all spans and metrics that were recorded, and stops recording. */
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

/** Returns this process's telemetry, which records nothing until `startTelemetry` was called with an endpoint. */
export const getTelemetry = (): Telemetry => current;

export type TelemetryLog = Record<'info' | 'warn', (facts: Record<string, unknown>, message: string) => void>;

/** Replaces the telemetry that `getTelemetry` returns. */
export const setTelemetry = (next: Telemetry): void => {
  current = next;
};

/** Returns a `fetch` whose requests are recorded as calls to `service` and pass the trace on. */
export const tracedFetch =
  (service: string): typeof fetch =>
  (input, init) =>
    current.call(service, init?.method ?? 'GET', (trace) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(trace)) headers.set(name, value);
      return fetch(input, { ...init, headers });
    });
