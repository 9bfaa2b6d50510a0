import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

/** Headers that are not passed on: those that belong to one connection, not to the message (RFC 9110, 7.6.1), and those of traces. */
const NOT_PASSED_ON = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Answered by this server already.
  'expect',
  // A trace begins at this server, whatever a visitor sends.
  'traceparent',
  'tracestate',
  'baggage',
]);

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/** A connection that waited may be closed by the other side in the moment in which a request goes out on it. */
const wasClosedMeanwhile = (outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  outgoing.reusedSocket && error.code === 'ECONNRESET';

/** How long the other side may stay silent, in milliseconds. */
const SILENCE_LIMIT_MS = 30_000;

/**
 * Passes a request on to `origin` under the same path and its answer back, both as streams and still compressed. `headers`
 * replace the request's own. Rejects when no answer comes.
 */
export function passOn(request: Request, origin: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = new URL(origin);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent: Record<string, string> = { ...endToEnd(Object.fromEntries(request.headers)), ...headers, host: target.host };
  // A length without its body would make the other side take the next visitor's request on this connection for the body.
  if (!request.body) delete sent['content-length'];
  // What must not be done twice has a connection of its own; what only asks is asked again on one.
  const onlyAsks = !request.body && (request.method === 'GET' || request.method === 'HEAD');
  return new Promise((resolve, reject) => {
    const begin = (agent: HttpAgent | false) => {
      const outgoing = send(new URL(pathname + search, target), { method: request.method, headers: sent, agent }, (incoming) => {
        const status = incoming.statusCode ?? 502;
        const isBodiless = status === 204 || status === 304 || request.method === 'HEAD';
        if (isBodiless) incoming.resume();
        resolve(
          new Response(isBodiless ? null : (Readable.toWeb(incoming) as ReadableStream), {
            status,
            headers: answerHeaders(incoming.headers),
          }),
        );
      });
      outgoing.setTimeout(SILENCE_LIMIT_MS, () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', (error) => {
        // A visitor who leaves closes the connection, too.
        if (!request.signal.aborted && wasClosedMeanwhile(outgoing, error)) begin(false);
        else reject(error);
      });
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (request.body)
        Readable.fromWeb(request.body as import('node:stream/web').ReadableStream)
          .on('error', reject)
          .pipe(outgoing);
      else outgoing.end();
    };
    begin(onlyAsks && (target.protocol === 'https:' ? agents['https:'] : agents['http:']));
  });
}

function endToEnd<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  const named = String(headers.connection ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase());
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.has(name) && !named.includes(name)));
}

function answerHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(endToEnd(incoming)))
    for (const one of Array.isArray(value) ? value : value === undefined ? [] : [value]) headers.append(name, one);
  return headers;
}
