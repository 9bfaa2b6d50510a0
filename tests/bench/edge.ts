// The same front for everything that is compared: HTTP/2 over TLS, brotli, like a CDN would. Only what is behind it differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

type Answer = { status: number; headers: Record<string, string>; body: Buffer };
/** Answers one GET; `path` carries the query. */
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

/** Starts the front before `origin` on a free port. Static files are compressed once at 11, pages each time at 5. */
export async function startEdge(origin: Origin): Promise<{ url: string; stop: () => Promise<void> }> {
  const compressed = new Map<string, Buffer>();
  const server = createSecureServer({ ...certificate(), allowHTTP1: true }, async (request, response) => {
    try {
      const { accept = '*/*', cookie = '', 'user-agent': agent = '' } = request.headers;
      const answer = await origin(request.url ?? '/', {
        accept,
        cookie,
        'user-agent': agent,
        'accept-language': 'pt-BR',
      });
      const type = answer.headers['content-type'] ?? '';
      let { body } = answer;
      const headers: Record<string, string> = { ...answer.headers };
      if (compressible.test(type) && body.length > 200) {
        const isPage = type.startsWith('text/html');
        const kept = isPage ? undefined : compressed.get(request.url ?? '');
        const quality = isPage ? 5 : 11;
        body =
          kept ??
          brotliCompressSync(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: quality },
          });
        if (!isPage) compressed.set(request.url ?? '', body);
        headers['content-encoding'] = 'br';
      }
      response.writeHead(answer.status, {
        ...headers,
        'content-length': String(body.length),
      });
      response.end(body);
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
