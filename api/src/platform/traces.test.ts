import { startTelemetry } from '@site/shared/process/start-telemetry.ts';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { plain, startCollector } from '@site/shared/testing/otlp-collector.ts';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../base/app-error.ts';
import { createData } from '../gateways/supabase/data.ts';
import type { Deps } from './deps.ts';
import { envelope, guard, newRouter, onError, onNotFound } from './http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("a request's span has the route and a child span for the database call, and neither span contains parameters", async () => {
  const collector = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
  vi.stubGlobal('fetch', async () => Response.json(true));
  const log = pino({ level: 'silent' });
  await startTelemetry(collector.url, 'semente-api', log);
  const data = createData('https://data.example', 'secret');
  const app = newRouter();
  app.onError(onError);
  app.notFound(onNotFound);
  app.use(envelope({ env: { NODE_ENV: 'test' }, log, isReady: () => true, isRestored: () => true } as Deps));
  app.use(guard({ 'GET /api/orders/:id': 'public', 'POST /api/orders': 'public' }));
  app.get('/api/orders/:id', async (c) => c.json(await data.sql.isSubscribed({ email: 'ana@example.test' })));
  app.post('/api/orders', () => {
    throw new AppError('service_unavailable', {}, { cause: new Error('ana@example.test') });
  });

  const answer = await app.request('/api/orders/of-ana?email=ana@example.test');
  await app.request('/api/orders', { method: 'POST' });
  await app.request('/ana');
  await getTelemetry().stop();
  collector.close();

  const [call, found, failed, nowhere] = collector.spans();
  expect(collector.spans().map(({ name }) => name)).toEqual(['data is_subscribed', 'GET /api/orders/:id', 'POST /api/orders', 'GET']);
  expect(call).toMatchObject({ traceId: found?.traceId, parentSpanId: found?.spanId });
  expect(plain(found?.attributes ?? [])).toMatchObject({
    'request.id': answer.headers.get('x-request-id'),
    'http.response.status_code': 200,
  });
  expect(plain(failed?.attributes ?? [])).toMatchObject({ 'error.type': '503' });
  expect(plain(nowhere?.attributes ?? [])).toMatchObject({ 'http.response.status_code': 404 });
  expect(collector.texts.join()).not.toContain('ana');
});
