import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';

type Wrong = (request: Request, answer: () => Promise<Response>) => Response | Promise<Response> | undefined;
export type Front = { url: string; wrong: Wrong | null; stop: () => void };

const NOT_PASSED_ON = ['connection', 'content-encoding', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];
const without = (headers: Headers): Headers => {
  const kept = new Headers(headers);
  for (const name of NOT_PASSED_ON) kept.delete(name);
  return kept;
};

/** Starts a server in front of `origin` that forwards every request, except those that `wrong` answers itself. */
export async function standBefore(origin: string, own?: (request: Request) => Response | undefined): Promise<Front> {
  const front: Front = { url: '', wrong: null, stop: () => server.close() };
  const server = createHttpServer(
    getRequestListener(async (request) => {
      const body = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? null : await request.arrayBuffer();
      const answer = async () => {
        const mine = own?.(request);
        if (mine) return mine;
        const { pathname, search } = new URL(request.url);
        const headers = without(request.headers);
        headers.set('x-forwarded-for', [request.headers.get('x-forwarded-for'), '127.0.0.1'].filter(Boolean).join(', '));
        const passed = await fetch(`${origin}${pathname}${search}`, { method: request.method, headers, body, redirect: 'manual' });
        const isBodiless = [101, 204, 205, 304].includes(passed.status);
        return new Response(isBodiless ? null : await passed.arrayBuffer(), { status: passed.status, headers: without(passed.headers) });
      };
      return (await front.wrong?.(request, answer)) ?? (await answer());
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  front.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return front;
}

const [MX, TXT] = [15, 16];

/** The data of DNS records: one string for TXT, a priority and a server's name for MX. */
const textRecord = (text: string) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
const mailRecord = (server: string) =>
  Buffer.concat([Buffer.from([0, 10]), ...server.split('.').filter(Boolean).map(textRecord), Buffer.from([0])]);

/** Starts a name server with these TXT records and mail servers (an empty name: none). Names above them exist. */
export async function startNameServer(texts: Readonly<Record<string, string>>, mailServers: Readonly<Record<string, string>> = {}) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const type = question.readUInt16BE(at + 1);
    const [text, mailServer] = [texts[name], mailServers[name]];
    const value = type === MX ? mailServer !== undefined && mailRecord(mailServer) : text !== undefined && textRecord(text);
    const exists = Object.keys({ ...texts, ...mailServers }).some((known) => known === name || known.endsWith(`.${name}`));
    const header = Buffer.from(question.subarray(0, 12));
    // Flags of an answer to a recursive question, or of "no such name".
    header.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(value ? 1 : 0, 6);
    header.writeUInt32BE(0, 8);
    const parts: Buffer[] = [header, question.subarray(12, at + 5)];
    // The question's name, its type, class IN, a TTL of a minute, and the length of the data.
    if (value) parts.push(Buffer.from([0xc0, 12, 0, type === MX ? MX : TXT, 0, 1, 0, 0, 0, 60, 0, value.length]), value);
    socket.send(Buffer.concat(parts), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, stop: () => socket.close() };
}

/**
 * Starts a site with its own certificate at an address whose name is not loopback. One port serves HTTPS, and HTTP to clients that speak
 * it.
 */
export async function startPublicSite(days: number) {
  const folder = mkdtempSync(join(tmpdir(), 'semente-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=doctor',
    '-addext',
    'subjectAltName=IP:0.0.0.0',
  ];
  spawnSync('openssl', ['req', '-x509', ...kind, '-days', String(days), '-keyout', key, '-out', cert]);
  const certificate = readFileSync(cert, 'utf8');
  const site = { redirect: 'https://', hsts: 'max-age=63072000' };
  const secure: RequestListener = (_, response) => response.setHeader('strict-transport-security', site.hsts).end('<!doctype html>');
  const plain: RequestListener = ({ headers }, response) => response.writeHead(308, { location: `${site.redirect}${headers.host}/` }).end();
  const https = createHttpsServer({ key: readFileSync(key), cert: certificate }, secure);
  const http = createHttpServer(plain);
  rmSync(folder, { recursive: true });
  const server = createTcpServer((socket) => {
    socket.once('readable', () => {
      const first: Buffer | null = socket.read(1);
      if (first === null) return socket.destroy();
      socket.unshift(first);
      // A TLS handshake begins with this byte.
      (first[0] === 0x16 ? https : http).emit('connection', socket);
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const url = `https://0.0.0.0:${(server.address() as AddressInfo).port}`;
  return { url, certificate, site, stop: () => server.close() };
}
