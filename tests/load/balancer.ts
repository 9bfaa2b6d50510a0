import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;

type Whole = { status: number; headers: IncomingMessage['headers']; body: Buffer };

export type Balancer = {
  /** The number of reads that were sent to another instance because the first one was gone. */
  repeated: () => number;
  /** The number of writes without an answer. Their callers send them again. */
  cutOff: () => number;
  close: () => Promise<void>;
};

/**
 * Starts a balancer like a platform's in front of several instances. It checks `/readyz` of each, sends requests to the ready ones in turn,
 * and repeats an unanswered read (GET, HEAD) at another instance. A write is never repeated.
 */
export async function startBalancer(port: number, instances: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  let repeated = 0;
  let cutOff = 0;
  let isClosing = false;

  const watch = async (instance: string) => {
    while (!isClosing) {
      const answer = await fetch(`${instance}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.ok) ready.add(instance);
      else ready.delete(instance);
      await sleep(LOOK_EVERY_MS);
    }
  };
  const next = (): string | undefined => {
    const those = [...ready];
    turn += 1;
    return those[turn % those.length];
  };

  const ask = (instance: string, request: IncomingMessage, body: Buffer): Promise<Whole> =>
    new Promise((resolve, reject) => {
      const { hostname, port: at } = new URL(instance);
      const peer = request.socket.remoteAddress ?? '';
      const before = request.headers['x-forwarded-for'];
      const headers = { ...request.headers, 'x-forwarded-for': before ? `${before}, ${peer}` : peer };
      delete headers.connection;
      const isQuestion = request.method === 'GET' || request.method === 'HEAD';
      // A kept-alive connection can close while a request is sent. Only reads survive that.
      const connection = isQuestion ? { agent } : { agent: false };
      const asked = httpRequest({ hostname, port: at, method: request.method, path: request.url, headers, ...connection }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        answer.on('end', () => resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: Buffer.concat(parts) }));
      });
      asked.on('error', reject).end(body);
    });

  async function answerOf(request: IncomingMessage, body: Buffer): Promise<Whole | null> {
    const isQuestion = request.method === 'GET' || request.method === 'HEAD';
    const end = Date.now() + PATIENCE_MS;
    while (Date.now() < end) {
      const instance = next();
      if (instance) {
        try {
          return await ask(instance, request, body);
        } catch {
          ready.delete(instance);
          if (!isQuestion) {
            cutOff += 1;
            return null;
          }
          repeated += 1;
        }
      } else await sleep(LOOK_EVERY_MS);
    }
    return null;
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', async () => {
      const answer = await answerOf(request, Buffer.concat(parts));
      if (!answer) return void response.writeHead(502).end();
      const { connection: _, 'keep-alive': _kept, 'transfer-encoding': _chunked, ...headers } = answer.headers;
      const length = request.method === 'HEAD' ? {} : { 'content-length': answer.body.length };
      response.writeHead(answer.status, { ...headers, ...length });
      response.end(request.method === 'HEAD' ? undefined : answer.body);
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const watching = instances.map(watch);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    repeated: () => repeated,
    cutOff: () => cutOff,
    close: async () => {
      isClosing = true;
      server.close();
      server.closeAllConnections();
      await Promise.all(watching);
      agent.destroy();
    },
  };
}
