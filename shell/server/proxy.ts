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

/** How long the other side may stay silent before it answers, in milliseconds. */
const SILENCE_LIMIT_MS = 30_000;
/** A body up to this size is read whole before a connection is opened for it. */
const WHOLE_BYTES = 64 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The beginning of a body, and what reads the rest of a large one. */
async function beginningOf(body: ReadableStream<Uint8Array>): Promise<{ bytes: Buffer; rest: Reader | null }> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; size <= WHOLE_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return { bytes: Buffer.concat(parts), rest: null };
    parts.push(value);
    size += value.length;
  }
  return { bytes: Buffer.concat(parts), rest: reader };
}

async function* piecesOf(reader: Reader): AsyncGenerator<Uint8Array> {
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}

/**
 * Passes a request on to `origin` under the same path and its answer back, both as streams and still compressed. `headers`
 * replace the request's own. An answer counts although the upload has not ended, or breaks. Rejects when no answer comes.
 */
export async function passOn(
  request: Request,
  origin: string,
  headers: Readonly<Record<string, string>>,
  silenceLimitMs = SILENCE_LIMIT_MS,
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const target = new URL(origin);
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent: Record<string, string> = { ...endToEnd(Object.fromEntries(request.headers)), ...headers, host: target.host };
  const body = request.body && (await beginningOf(request.body));
  // A length without its body would make the other side take the next visitor's request on this connection for the body.
  if (!body) delete sent['content-length'];
  else if (!body.rest) sent['content-length'] = String(body.bytes.length);
  // Node announces no body of a DELETE by itself: the other side would take it for the next request.
  else if (!sent['content-length']) sent['transfer-encoding'] = 'chunked';
  // What must not be done twice has a connection of its own; what only asks is asked again on one.
  const onlyAsks = !body && (request.method === 'GET' || request.method === 'HEAD');
  return new Promise((resolve, reject) => {
    const begin = (agent: HttpAgent | false) => {
      const outgoing = send(new URL(pathname + search, target), { method: request.method, headers: sent, agent }, (incoming) => {
        const status = incoming.statusCode ?? 502;
        const isBodiless = status === 204 || status === 304 || request.method === 'HEAD';
        if (isBodiless) incoming.resume();
        // A visitor who reads slowly is no silence of the other side.
        outgoing.setTimeout(0);
        incoming.on('close', () => {
          if (!outgoing.writableFinished) outgoing.destroy();
        });
        resolve(
          new Response(isBodiless ? null : (Readable.toWeb(incoming) as ReadableStream), {
            status,
            headers: answerHeaders(incoming.headers),
          }),
        );
      });
      outgoing.setTimeout(silenceLimitMs, () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', (error) => {
        // A visitor who leaves closes the connection, too.
        if (!request.signal.aborted && wasClosedMeanwhile(outgoing, error)) begin(false);
        else reject(error);
      });
      request.signal.addEventListener('abort', () => outgoing.destroy(), { once: true });
      if (!body?.rest) {
        outgoing.end(body?.bytes);
        return;
      }
      outgoing.write(body.bytes);
      Readable.from(piecesOf(body.rest))
        .on('error', (error) => outgoing.destroy(error))
        .pipe(outgoing);
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
