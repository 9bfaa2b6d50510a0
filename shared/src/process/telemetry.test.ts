import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { plain, startCollector } from '../testing/otlp-collector.ts';

const REQUEST_ID = 'request-0001';
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;
let collector: Awaited<ReturnType<typeof startCollector>>;
const log = { info: vi.fn(), warn: vi.fn() };

beforeEach(async () => {
  // Telemetry is a module-level singleton, which another test file in this worker may have started.
  vi.resetModules();
  collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20key');
});
afterEach(() => {
  collector.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  vi.doUnmock('./open-telemetry.ts');
  vi.clearAllMocks();
});

/** Loads the modules fresh, as at the start of a process. */
async function begin(endpoint: string | undefined) {
  const { startTelemetry } = await import('./start-telemetry.ts');
  const { getTelemetry, tracedFetch } = await import('./telemetry.ts');
  await startTelemetry(endpoint, 'semente-test', log);
  return { telemetry: getTelemetry(), tracedFetch };
}

const asked = (path: string, headers: Record<string, string> = {}) => new Request(`http://127.0.0.1:3001${path}`, { headers });

it('without a collector telemetry runs the work and loads no further code', async () => {
  const read = vi.fn();
  vi.doMock('./open-telemetry.ts', () => {
    read();
    return {};
  });
  const { telemetry } = await begin(undefined);
  await telemetry.request(asked('/'), REQUEST_ID, async () => {
    expect(await telemetry.call('api', 'GET', async (trace) => trace)).toEqual({});
    return { route: '/', status: 200 };
  });
  expect(await telemetry.job('sweep', async () => 'done')).toBe('done');
  telemetry.count('orders', {});
  await telemetry.stop();
  expect(read).not.toHaveBeenCalled();
  expect(collector.texts).toEqual([]);
});

describe('with a collector', () => {
  it('a traced request continues the trace of its caller, and passes it on with its outgoing call', async () => {
    vi.stubEnv('OTEL_SERVICE_NAME', 'loja');
    const { telemetry, tracedFetch } = await begin(collector.url);
    const carried: (string | null)[] = [];
    const other = async (_: unknown, init?: RequestInit) => {
      carried.push(new Headers(init?.headers).get('traceparent'));
      return new Response('{}', { status: 404 });
    };
    const send = fetch;
    vi.stubGlobal('fetch', other);
    const from = {
      traceparent: `00-${TRACE_ID}-${PARENT_ID}-01`,
      cookie: 'session=secret',
      'user-agent': 'Ana',
      'x-forwarded-for': '203.0.113.7',
    };
    await telemetry.request(asked('/api/orders/order-of-ana?email=ana@example.test', from), REQUEST_ID, async () => {
      await tracedFetch('api')('http://127.0.0.1:9/api/people/ana@example.test', { method: 'POST', body: 'ana@example.test' });
      return { route: '/api/orders/:id', status: 503 };
    });
    vi.stubGlobal('fetch', send);
    await telemetry.stop();

    const [server, client] = collector.spans().toSorted((a, b) => a.kind - b.kind);
    expect(collector.spans()).toHaveLength(2);
    expect(server).toMatchObject({
      kind: SERVER,
      name: 'GET /api/orders/:id',
      traceId: TRACE_ID,
      parentSpanId: PARENT_ID,
      status: { code: ERROR },
    });
    expect(plain(server?.attributes ?? [])).toEqual({
      'http.request.method': 'GET',
      'url.scheme': 'http',
      'request.id': REQUEST_ID,
      'http.response.status_code': 503,
      'http.route': '/api/orders/:id',
      'error.type': '503',
    });
    expect(client).toMatchObject({
      kind: CLIENT,
      name: 'api POST',
      traceId: TRACE_ID,
      parentSpanId: server?.spanId,
      status: { code: ERROR },
    });
    expect(plain(client?.attributes ?? [])).toEqual({ 'peer.service': 'api', 'http.response.status_code': 404, 'error.type': '404' });
    expect(carried).toEqual([`00-${TRACE_ID}-${client?.spanId}-01`]);
    expect(collector.resources()[0]).toMatchObject({ 'service.name': 'loja' });
    expect(collector.headers).toContain('Bearer key');
    expect(collector.texts.join()).not.toMatch(/ana|secret|203\.0\.113/i);
    expect(log.warn).not.toHaveBeenCalled();
  });

  it('a traced job starts a trace, and records its error by name only', async () => {
    const { telemetry } = await begin(collector.url);
    await telemetry.call('data', 'take_job', async () => null);
    const fails = telemetry.job('sweep', () => telemetry.call('data', 'sweep', () => Promise.reject(new TypeError('of ana@example.test'))));
    await expect(fails).rejects.toThrow(TypeError);
    await telemetry.stop();
    const [call, job] = collector.spans();
    expect(collector.spans().map(({ name }) => name)).toEqual(['data sweep', 'job sweep']);
    expect(job?.parentSpanId).toBeUndefined();
    expect(call?.parentSpanId).toBe(job?.spanId);
    expect(plain(call?.attributes ?? [])).toEqual({ 'peer.service': 'data', 'error.type': 'TypeError' });
    expect(collector.texts.join()).not.toContain('ana@');
  });

  it('requests are counted by route and duration, except readiness checks, and gauges are read when the metrics are sent', async () => {
    const { telemetry } = await begin(collector.url);
    for (const path of ['/api/ebooks?q=ana', '/api/ebooks', '/readyz', '/healthz'])
      await telemetry.request(asked(path), REQUEST_ID, async () => ({ route: new URL(path, 'http://x').pathname, status: 200 }));
    await telemetry.request(asked('/nowhere/ana'), REQUEST_ID, async () => ({ route: undefined, status: 404 }));
    telemetry.count('shop.orders.settled', { state: 'paid' });
    telemetry.count('shop.orders.settled', { state: 'paid' });
    telemetry.gauges({ 'mail.outbox.size': '{mail}', 'mail.outbox.age': 's' }, async () => ({
      'mail.outbox.size': 3,
      'mail.outbox.age': 1.5,
    }));
    await telemetry.stop();

    const metric = (name: string) => collector.metrics().find((one) => one.name === name);
    const durations = metric('http.server.request.duration');
    expect(durations?.unit).toBe('s');
    const asked200 = { 'http.request.method': 'GET', 'url.scheme': 'http', 'http.response.status_code': 200, 'http.route': '/api/ebooks' };
    expect(durations?.histogram?.dataPoints.map(({ attributes, count }) => [plain(attributes), count])).toEqual([
      [asked200, 2],
      [{ 'http.request.method': 'GET', 'url.scheme': 'http', 'http.response.status_code': 404 }, 1],
    ]);
    expect(metric('shop.orders.settled')?.sum?.dataPoints[0]).toMatchObject({ asDouble: 2 });
    expect(metric('mail.outbox.size')?.gauge?.dataPoints[0]).toMatchObject({ asDouble: 3 });
    expect(metric('mail.outbox.age')?.gauge?.dataPoints[0]).toMatchObject({ asDouble: 1.5 });
    expect(collector.spans().map(({ name }) => name)).toEqual(['GET /api/ebooks', 'GET /api/ebooks', 'GET']);
    expect(collector.texts.join()).not.toContain('ana');
  });

  it('requests continue while the collector rejects data, and the log has one line for each kind of lost data', async () => {
    collector.answer(400);
    const { telemetry } = await begin(collector.url);
    const answers: number[] = [];
    await telemetry.request(asked('/'), REQUEST_ID, async () => {
      answers.push(1);
      return { route: '/', status: 200 };
    });
    await telemetry.stop();
    expect(answers).toEqual([1]);
    expect(log.warn.mock.calls.map(([facts, message]) => [facts.signal, message]).toSorted()).toEqual([
      ['metrics', 'telemetry gets lost'],
      ['traces', 'telemetry gets lost'],
    ]);
  });

  it('the process ends although the collector is missing', async () => {
    collector.close();
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '50');
    const { telemetry } = await begin(collector.url);
    await telemetry.request(asked('/'), REQUEST_ID, async () => ({ route: '/', status: 200 }));
    await expect(telemetry.stop()).resolves.toBeUndefined();
    expect(log.warn).toHaveBeenCalledTimes(2);
  });
});
