// The same front for every compared server: HTTP/2 over TLS with Brotli, like a CDN. Only the origin behind it differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

type Answer = { status: number; headers: Record<string, string>; body: Buffer };
/** Answers one GET. `path` includes the query. */
export type Origin = (path: string, headers: Record<string, string>) => Promise<Answer>;

const compressible = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/;
const dropped = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'strict-transport-security',
]);

function certificate(): { key: Buffer; cert: Buffer } {
  const dir = mkdtempSync(join(tmpdir(), 'semente-edge-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const options = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Forwards to a server on this machine. */
export const proxyTo =
  (target: string): Origin =>
  async (path, headers) => {
    const answer = await fetch(target + path, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
    });
    const kept = [...answer.headers].filter(([name]) => !dropped.has(name));
    return {
      status: answer.status,
      headers: Object.fromEntries(kept),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };

/**
 * Returns in seconds how long a shared cache may keep an answer, and serve it stale while it revalidates (RFC 9111, RFC 5861, RFC 9213).
 */
function keepingOf(headers: Answer['headers']): { fresh: number; stale: number } {
  const control = headers['cdn-cache-control'] ?? headers['cache-control'] ?? '';
  const secondsOf = (name: string) => Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(control)?.[1] ?? 0);
  if (!headers['cache-control']?.includes('public')) return { fresh: 0, stale: 0 };
  return { fresh: secondsOf('s-maxage') || secondsOf('max-age'), stale: secondsOf('stale-while-revalidate') };
}

/** Compresses static files at level 11 and pages at level 5. */
function compress({ status, headers, body }: Answer): Answer {
  const type = headers['content-type'] ?? '';
  if (!compressible.test(type) || body.length <= 200) return { status, headers, body };
  const quality = type.startsWith('text/html') ? 5 : 11;
  const compressed = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return { status, headers: { ...headers, 'content-encoding': 'br' }, body: compressed };
}

/** Starts the front of `origin` on a free port. It caches answers to requests without a cookie as long as they allow. */
export async function startEdge(origin: Origin): Promise<{ url: string; stop: () => Promise<void> }> {
  const kept = new Map<string, { answer: Answer; at: number }>();
  const ask = async (path: string, headers: Record<string, string>, key: string) => {
    const answer = compress(await origin(path, headers));
    if (answer.status === 200 && !headers.cookie) kept.set(key, { answer, at: Date.now() });
    return answer;
  };
  const find = async (path: string, headers: Record<string, string>): Promise<Answer> => {
    const key = `${path}\n${headers.accept}`;
    const found = headers.cookie ? undefined : kept.get(key);
    if (!found) return await ask(path, headers, key);
    const { fresh, stale } = keepingOf(found.answer.headers);
    const age = (Date.now() - found.at) / 1_000;
    if (age >= fresh + stale) return await ask(path, headers, key);
    if (age >= fresh) void ask(path, headers, key).catch(() => kept.delete(key));
    return found.answer;
  };
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, async (request, response) => {
    try {
      const { accept = '*/*', cookie = '', 'user-agent': agent = '' } = request.headers;
      const headers = { accept, cookie, 'user-agent': agent, 'accept-language': 'pt-BR' };
      const answer = await find(request.url ?? '/', headers);
      response.writeHead(answer.status, { ...answer.headers, 'content-length': String(answer.body.length) });
      response.end(answer.body);
    } catch (error) {
      response.writeHead(502).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const session of sessions) session.destroy();
        server.close(() => resolve());
      }),
  };
}
