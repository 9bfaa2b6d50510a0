import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

/** Headers that the proxy does not pass on: those of a connection (RFC 9110, 7.6.1), and those of traces. */
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
  // The proxy itself answers `expect: 100-continue`, so it does not pass the header on.
  'expect',
  // A trace begins at this server, so a visitor's trace header is not passed on.
  'traceparent',
  'tracestate',
  'baggage',
]);

const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

/** Returns whether the other side closed an idle connection at the moment when the request was sent on it. */
const wasClosedMeanwhile = (outgoing: ClientRequest, error: NodeJS.ErrnoException): boolean =>
  outgoing.reusedSocket && error.code === 'ECONNRESET';

/** Longest silence of the other side before its answer, in milliseconds. */
const SILENCE_LIMIT_MS = 30_000;
/** Bodies up to this size are read completely before a connection is opened for them. */
const WHOLE_BYTES = 64 * 1024;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** Returns the first bytes of a body, and a reader for the rest. The reader is null if these bytes are the whole body. */
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
 * Forwards a request to the same path of `origin` and returns its answer. Request and answer are streamed, and the answer stays compressed.
 * `headers` replace the request's own. An answer is valid even if the upload has not ended or breaks off. Rejects if no answer arrives.
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
  // A request with a length but no body would make the other side read the next visitor's request as the body.
  if (!body) delete sent['content-length'];
  else if (!body.rest) sent['content-length'] = String(body.bytes.length);
  // Node sends no length for the body of a DELETE, and the other side would read that body as the next request.
  else if (!sent['content-length']) sent['transfer-encoding'] = 'chunked';
  // A request that must not run twice gets its own connection. A read-only request may reuse one, and is retried on a new connection.
  const onlyAsks = !body && (request.method === 'GET' || request.method === 'HEAD');
  return new Promise((resolve, reject) => {
    const begin = (agent: HttpAgent | false) => {
      const outgoing = send(new URL(pathname + search, target), { method: request.method, headers: sent, agent }, (incoming) => {
        const status = incoming.statusCode ?? 502;
        const isBodiless = status === 204 || status === 304 || request.method === 'HEAD';
        if (isBodiless) incoming.resume();
        // The limit does not apply while the visitor is slow, because then the other side is not silent.
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
        // A visitor who leaves also ends the request to the other side.
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
