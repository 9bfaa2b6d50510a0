// Bodies above every limit, sent to the site and to the API. The caller gets the reason of the rejection, however it sends and reads.
import { connect } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';

const SIZES = [300_000, 1_000_000, 5_000_000, 20_000_000] as const;
const PIECE = new Uint8Array(64 * 1024).fill(120);
const AT_ONCE = 4;
const ANSWER_LIMIT_MS = 60_000;

type Sending = { origin: string; method: string; path: string; token?: string | undefined; size: number; isAnnounced: boolean };
type Way = { name: string; send: (sending: Sending) => Promise<string> };
/** One row of the table. `others` counts every wrong answer. */
export type BodyFigures = { about: string; size: number; tries: number; right: number; others: Record<string, number> };

function* piecesOf(size: number): Generator<Uint8Array<ArrayBuffer>> {
  for (let left = size; left > 0; left -= PIECE.length) yield left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
}

const headersOf = (token?: string) => ({ 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) });
const said = (status: number, text: string) => `${status} ${/"code":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 40)}`;

/** Sends like browsers and programs: reads the answer whenever it arrives. */
async function byFetch({ origin, method, path, token, size, isAnnounced }: Sending): Promise<string> {
  const body = isAnnounced ? Buffer.concat([...piecesOf(size)]) : ReadableStream.from(piecesOf(size));
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  // The DOM's types lack `duplex`.
  const init = { method, headers: headersOf(token), body, signal, duplex: 'half' } as RequestInit;
  const answer = await fetch(origin + path, init);
  return said(answer.status, await answer.text());
}

/** Writes everything before it reads anything. */
async function bySocket({ origin, method, path, token, size, isAnnounced }: Sending): Promise<string> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error('no answer')));
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  socket.on('error', failed.reject).on('close', () => failed.reject(new Error('closed')));
  socket.pause();
  const write = (bytes: string | Uint8Array) =>
    Promise.race([new Promise<void>((resolve) => socket.write(bytes, () => resolve())), failed.promise]);
  try {
    const length = isAnnounced ? `content-length: ${size}` : 'transfer-encoding: chunked';
    const lines = Object.entries({ host: `${hostname}:${port}`, connection: 'close', ...headersOf(token) }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    await write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n\r\n`);
    for (const piece of piecesOf(size)) {
      if (!isAnnounced) await write(`${piece.length.toString(16)}\r\n`);
      await write(piece);
      if (!isAnnounced) await write('\r\n');
    }
    if (!isAnnounced) await write('0\r\n\r\n');
    let text = '';
    for await (const part of socket) text += part;
    return said(Number(text.slice(9, 12)), text);
  } finally {
    socket.destroy();
  }
}

const WAYS: readonly Way[] = [
  { name: 'fetch', send: byFetch },
  { name: 'socket', send: bySocket },
];

export async function sendLargeBodies({ tries }: { tries: number }): Promise<BodyFigures[]> {
  const { site, close } = await startOnly(['data', 'identity', 'mail', 'payments', 'api', 'shell']);
  try {
    const tools = toolsOf(site);
    const token = await tools.signIn('customer');
    const calls = [
      { about: 'public call', method: 'POST', path: '/api/contact', answer: '413 payload_too_large' },
      { about: 'signed-in call', method: 'PUT', path: '/api/me/receipt-buyer', token, answer: '413 payload_too_large' },
      { about: 'without a sign-in', method: 'PUT', path: '/api/me/receipt-buyer', answer: '401 unauthenticated' },
      { about: 'no such call', method: 'POST', path: '/api/nothing', answer: '404 not_found' },
      { about: 'wrong method', method: 'PUT', path: '/api/contact', answer: '405 method_not_allowed' },
    ];
    const origins = [
      { where: 'site', origin: site.addresses.site },
      { where: 'API', origin: site.addresses.api },
    ];
    const figures: BodyFigures[] = [];
    for (const { where, origin } of origins)
      for (const { about, answer, ...call } of calls)
        for (const { name, send } of WAYS)
          for (const isAnnounced of [true, false])
            for (const size of SIZES) {
              const length = isAnnounced ? 'announced' : 'chunked';
              const row: BodyFigures = { about: `${where}, ${about}, ${name}, ${length}: ${answer}`, size, tries, right: 0, others: {} };
              const oneTry = async () => {
                const got = await send({ origin, ...call, size, isAnnounced }).catch((error: Error) => String(error.cause ?? error));
                if (got === answer) row.right += 1;
                else row.others[got] = (row.others[got] ?? 0) + 1;
              };
              for (let done = 0; done < tries; done += AT_ONCE)
                await Promise.all(Array.from({ length: Math.min(AT_ONCE, tries - done) }, oneTry));
              figures.push(row);
            }
    return figures;
  } finally {
    await close();
  }
}
