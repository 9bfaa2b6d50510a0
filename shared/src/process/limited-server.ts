import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../contracts/error-codes.ts';

/** Answers to requests that never reach a handler, with a sentence for developers. */
export const unreadableRequests = {
  invalid_input: { status: 400, reason: 'Bad Request', message: 'The request has invalid fields.' },
  request_timeout: { status: 408, reason: 'Request Timeout', message: 'The request did not arrive completely.' },
  url_too_long: { status: 414, reason: 'URI Too Long', message: 'The address is too long.' },
  headers_too_large: { status: 431, reason: 'Request Header Fields Too Large', message: 'The headers are too large.' },
} as const satisfies Partial<Record<ErrorCode, { status: number; reason: string; message: string }>>;
type Unreadable = keyof typeof unreadableRequests;

/**
 * The longest URL that the server accepts, in characters. All of our URLs are shorter, and every browser and proxy supports this length.
 */
const MOST_URL_CHARACTERS = 8_192;
/** Bytes of a rejected upload that are read and dropped. */
const MOST_DROPPED_BYTES = 64 * 1024 * 1024;
/**
 * How long a caller may take to send headers and request, in milliseconds. Requests are small, because files are uploaded to the storage
 * and not to these servers.
 */
const TIMES = { headersTimeout: 20_000, requestTimeout: 25_000, connectionsCheckingInterval: 1_000 };
/** The server closes a connection whose request is not answered yet when no byte was transferred for this time, in milliseconds. */
const STILL_MS = 120_000;
/** How long a rejected caller may still send before the connection closes, in milliseconds. */
const CLOSING_MS = 1_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/**
 * A response that ends only after the server has read the whole request. If the server closed a connection during an upload, the connection
 * would be reset, and many HTTP clients would never read the answer. So the server reads and drops the rest of the body first.
 */
class PatientResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #isPatient = false;

  override end(...parts: unknown[]): this {
    const request = this.req;
    const end = (...rest: unknown[]) => super.end(...(rest as Parameters<ServerResponse['end']>));
    if (this.#isPatient || request.complete || request.destroyed || !hasBody(request)) return end(...parts);
    this.#isPatient = true;
    const [chunk, encoding] = parts.filter((part) => typeof part !== 'function');
    if (chunk === undefined || chunk === null) this.flushHeaders();
    else this.write(chunk, encoding as BufferEncoding);
    drop(request, (isWhole) => {
      end(...parts.filter((part) => typeof part === 'function'));
      if (!isWhole) request.socket.destroySoon();
    });
    return this;
  }
}

/** Reads and drops the rest of a body. */
function drop(request: IncomingMessage, onEnd: (isWhole: boolean) => void): void {
  let dropped = 0;
  const end = () => {
    request.off('data', count).off('end', end).off('error', end).off('close', end);
    onEnd(request.complete);
  };
  const count = (chunk: Uint8Array) => {
    dropped += chunk.length;
    if (dropped > MOST_DROPPED_BYTES) end();
  };
  // If a handler created a stream from the body, that stream would pause the request again.
  request.removeAllListeners('data');
  request.on('data', count).on('end', end).on('error', end).on('close', end).resume();
}

/** Returns whether a request broke off before all of it arrived. `env`: the value that Hono's adapter passes to a handler. */
export function isCutOff(env: unknown): boolean {
  const { incoming } = (env ?? {}) as { incoming?: IncomingMessage };
  return incoming?.destroyed === true && !incoming.complete;
}

type Headers = Readonly<Record<string, string>>;

/** Returns the answer to a request that the server cannot read. */
function refusalOf(code: Unreadable, headers: Headers): { status: number; reason: string; headers: Headers; body: string } {
  const { status, reason, message } = unreadableRequests[code];
  const requestId = randomUUID();
  const body = JSON.stringify({ error: { code, message, requestId } });
  const own = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-request-id': requestId,
    connection: 'close',
  };
  return { status, reason, headers: { ...headers, ...own }, body };
}

type ParseError = Error & { code?: string; rawPacket?: Buffer };

function codeOf({ code, rawPacket }: ParseError): Unreadable {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  if (code !== 'HPE_HEADER_OVERFLOW') return 'invalid_input';
  const lineEnd = rawPacket?.indexOf('\n') ?? 0;
  return lineEnd < 0 || lineEnd > MOST_URL_CHARACTERS ? 'url_too_long' : 'headers_too_large';
}

/**
 * `headers`: headers of every answer. All times are in milliseconds. `stillMs`: how long a connection with a request may transfer no byte.
 */
type LimitedServerOptions = Partial<typeof TIMES> & { headers: Headers; stillMs?: number; optimizeEmptyRequests?: boolean };

/**
 * Creates a server that frees its resources from callers who send half a request or do not read the answer. It answers unreadable requests
 * in our error format.
 */
export function createLimitedServer(listener: RequestListener, { headers, stillMs = STILL_MS, ...options }: LimitedServerOptions): Server {
  const last = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();
  const server = createServer({ ...TIMES, ...options, ServerResponse: PatientResponse }, (request, response) => {
    last.set(request.socket, response);
    if ((request.url?.length ?? 0) <= MOST_URL_CHARACTERS) return listener(request, response);
    const { status, headers: own, body } = refusalOf('url_too_long', headers);
    response.writeHead(status, own).end(body);
  });
  server.setTimeout(stillMs);
  server.on('clientError', (error: ParseError, socket: Socket) => {
    // The server has already rejected a request of this connection that it could not read. Ignore the bytes after that request.
    if (refused.has(socket)) return;
    const answer = last.get(socket);
    const isAnswering = answer?.headersSent && !answer.writableFinished;
    // Browsers open connections in advance, without a request. Such a connection is closed without an answer.
    if (!socket.writable || isAnswering || socket.bytesRead === 0 || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const { status, reason, headers: own, body } = refusalOf(codeOf(error), headers);
    const lines = Object.entries(own).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n${body}`);
    setTimeout(() => socket.destroy(), CLOSING_MS).unref();
  });
  return server;
}
