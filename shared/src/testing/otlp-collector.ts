import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code: number };
  attributes: Attribute[];
};
type Point = { attributes: Attribute[]; count?: number; asDouble?: number; asInt?: number };
type Metric = { name: string; unit: string } & Partial<Record<'histogram' | 'gauge' | 'sum', { dataPoints: Point[] }>>;
type Sent = {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Span[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[];
};

/** Returns attributes as an object. */
export const plain = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** Starts an OpenTelemetry collector that accepts OTLP over HTTP as JSON and records everything it receives. */
export async function startCollector() {
  const texts: string[] = [];
  const headers: unknown[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    texts.push(await text(request));
    headers.push(request.headers.authorization);
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sent = () => texts.map((sentText): Sent => JSON.parse(sentText));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (next: number) => {
      status = next;
    },
    texts,
    headers,
    resources: () => sent().flatMap(({ resourceSpans = [] }) => resourceSpans.map(({ resource }) => plain(resource.attributes))),
    spans: () =>
      sent().flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))),
    metrics: () =>
      sent().flatMap(({ resourceMetrics = [] }) =>
        resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
