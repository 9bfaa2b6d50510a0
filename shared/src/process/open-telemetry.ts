import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { HEALTH_PATHS } from './graceful-stop.ts';
import type { Telemetry, TelemetryLog } from './telemetry.ts';

/** Recommended by the semantic conventions for `http.server.request.duration`. */
const DURATION_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
/** When the process ends, it waits at most this long for the collector, in milliseconds. */
const LAST_WORDS_MS = 2_000;
const SCOPE = 'semente';

type Exporter<Items> = { export: (items: Items, done: (result: ExportResult) => void) => void };

/** Returns `exporter`, which now logs once when its data begins to get lost, and once when it arrives again. */
function watched<Items, Watched extends Exporter<Items>>(exporter: Watched & Exporter<Items>, signal: string, log: TelemetryLog): Watched {
  const send = exporter.export.bind(exporter);
  let isLost = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const wasLost = isLost;
      isLost = result.code !== ExportResultCode.SUCCESS;
      if (isLost && !wasLost) log.warn({ signal, reason: result.error?.message.slice(0, 200) }, 'telemetry gets lost');
      if (wasLost && !isLost) log.info({ signal }, 'telemetry arrives again');
      done(result);
    });
  return exporter;
}

const statusOf = (answer: unknown): number | undefined =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number' ? answer.status : undefined;

const failed = (span: Span, type: string): void => {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
};

/**
 * Creates telemetry that sends spans and metrics to the collector of the `OTEL_EXPORTER_OTLP_…` variables. It is not registered globally,
 * so other libraries do not use it.
 */
export function createOpenTelemetry(serviceName: string, log: TelemetryLog): Telemetry {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': serviceName }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const tracers = new TracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor({ exporter: watched(new OTLPTraceExporter(), 'traces', log) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: watched(new OTLPMetricExporter(), 'metrics', log) })],
  });
  const tracer = tracers.getTracer(SCOPE);
  const meter = meters.getMeter(SCOPE);
  const durations = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: DURATION_BUCKETS_S },
  });
  const propagator = new W3CTraceContextPropagator();
  const here = new AsyncLocalStorage<Context>();

  /**
   * Runs `work` within a new span below `parent`. Records only the name of an error, because its message may quote personal data from the
   * request.
   */
  async function within<T>(
    parent: Context,
    name: string,
    { kind, attributes }: { kind: SpanKind; attributes: Attributes },
    work: (span: Span, context: Context) => Promise<T>,
  ): Promise<T> {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const context = trace.setSpan(parent, span);
    try {
      return await here.run(context, () => work(span, context));
    } catch (error) {
      failed(span, error instanceof Error ? error.name : typeof error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    request: async ({ method, url, headers }, requestId, work) => {
      const { pathname, protocol } = new URL(url);
      if (HEALTH_PATHS.includes(pathname)) {
        await work();
        return;
      }
      const carrier = { traceparent: headers.get('traceparent') ?? '', tracestate: headers.get('tracestate') ?? '' };
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const asked = { 'http.request.method': method, 'url.scheme': protocol.slice(0, -1) };
      const startedAt = performance.now();
      await within(parent, method, { kind: SpanKind.SERVER, attributes: { ...asked, 'request.id': requestId } }, async (span) => {
        const { route, status } = await work();
        const answered = { 'http.response.status_code': status, ...(route === undefined ? {} : { 'http.route': route }) };
        span.updateName(route === undefined ? method : `${method} ${route}`).setAttributes(answered);
        if (status >= 500) failed(span, String(status));
        const seconds = (performance.now() - startedAt) / 1_000;
        durations.record(seconds, { ...asked, ...answered, ...(status >= 500 ? { 'error.type': String(status) } : {}) });
      });
    },
    job: (name, work) => within(ROOT_CONTEXT, `job ${name}`, { kind: SpanKind.INTERNAL, attributes: {} }, work),
    call: async (service, operation, work) => {
      const parent = here.getStore();
      if (!parent) return await work({});
      const attributes = { 'peer.service': service };
      return await within(parent, `${service} ${operation}`, { kind: SpanKind.CLIENT, attributes }, async (span, context) => {
        const carrier: Record<string, string> = {};
        propagator.inject(context, carrier, defaultTextMapSetter);
        const answer = await work(carrier);
        const status = statusOf(answer);
        if (status !== undefined) span.setAttribute('http.response.status_code', status);
        if (status !== undefined && status >= 400) failed(span, String(status));
        return answer;
      });
    },
    count: (name, kind) => meter.createCounter(name).add(1, kind),
    gauges: (units, read) => {
      const gauges = (Object.keys(units) as (keyof typeof units)[]).map(
        (name) => [name, meter.createObservableGauge(name, { unit: units[name] })] as const,
      );
      meter.addBatchObservableCallback(
        async (result) => {
          const values = await read();
          for (const [name, gauge] of gauges) result.observe(gauge, values[name]);
        },
        gauges.map(([, gauge]) => gauge),
      );
    },
    stop: async () => {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_WORDS_MS).unref());
      // The log already has the errors of the collector.
      await Promise.race([Promise.allSettled([tracers.shutdown(), meters.shutdown()]), late]);
    },
  };
}
