// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, signIn } from '../testing/signed-in.ts';
import { createBookLink } from './book-link.ts';
import { readBookFile } from './read-book-file.ts';

const FILE = Uint8Array.from({ length: 100 }, (_, index) => index);

beforeEach(() => {
  vi.useFakeTimers();
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type Ask = { readonly url: string; readonly range: string | null };

/** Plays API and storage: each ask for a link gives the next number, `storage` answers to links. */
function playFiles(storage: (ask: Ask) => Response) {
  const asked: string[] = [];
  let links = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/')) {
      links += 1;
      asked.push('link');
      return Response.json({ url: `https://files.test/${links}`, filename: 'rute.pdf', expiresAt: '2026-05-04T12:00:00Z' });
    }
    const range = new Headers(init.headers).get('range');
    asked.push(range ?? 'whole');
    return storage({ url, range });
  });
  return asked;
}

/** Some bytes, then the connection breaks. */
function broken(bytes: Uint8Array, headers: HeadersInit, status = 200): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(bytes),
    pull: (controller) => controller.error(new TypeError('network')),
  });
  return new Response(body, { status, headers });
}

const whole = { 'content-length': '100' };

async function read(signal = new AbortController().signal) {
  const bytes: number[] = [];
  const told: unknown[] = [];
  const reading = readBookFile(
    createBookLink('rute'),
    { onSize: (size) => told.push(size), onBytes: (part) => bytes.push(...part), onStall: (isStalled) => told.push(isStalled) },
    signal,
  ).then(
    () => 'read',
    (error) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return { outcome: await reading, bytes, told };
}

describe('a book’s file', () => {
  it('is read whole', async () => {
    const asked = playFiles(() => new Response(FILE, { headers: whole }));
    const { outcome, bytes, told } = await read();
    expect(outcome).toBe('read');
    expect(bytes).toEqual([...FILE]);
    expect(told[0]).toBe(100);
    expect(asked).toEqual(['link', 'whole']);
  });

  it('goes on where the connection broke, and says that it waits', async () => {
    const asked = playFiles(({ range }) =>
      range ? new Response(FILE.subarray(40), { status: 206 }) : broken(FILE.subarray(0, 40), whole),
    );
    const { outcome, bytes, told } = await read();
    expect(outcome).toBe('read');
    expect(bytes).toEqual([...FILE]);
    expect(asked).toEqual(['link', 'whole', 'bytes=40-']);
    expect(told).toContain(true);
    expect(told.at(-1)).toBe(false);
  });

  it('is whole too where the storage begins at the beginning again', async () => {
    let tries = 0;
    playFiles(() => {
      tries += 1;
      return tries === 1 ? broken(FILE.subarray(0, 40), whole) : new Response(FILE, { headers: whole });
    });
    const { outcome, bytes } = await read();
    expect(outcome).toBe('read');
    expect(bytes).toEqual([...FILE]);
  });

  it('asks quietly for a new link when one is over', async () => {
    const asked = playFiles(({ url }) =>
      url.endsWith('/1') ? new Response(null, { status: 400 }) : new Response(FILE, { headers: whole }),
    );
    const { outcome, told } = await read();
    expect(outcome).toBe('read');
    expect(asked).toEqual(['link', 'whole', 'link', 'whole']);
    expect(told).not.toContain(true);
  });

  it('is given up after some tries without a byte', async () => {
    playFiles(() => Response.error());
    const { outcome } = await read();
    expect(outcome).toMatchObject({ code: 'service_unavailable' });
  });

  it('is given up at once by whoever may not read it', async () => {
    vi.stubGlobal('fetch', async () => refused(404, 'not_found'));
    const { outcome, told } = await read();
    expect(outcome).toMatchObject({ code: 'not_found' });
    expect(told).toEqual([]);
  });

  it('is read no further by who left', async () => {
    const leaving = new AbortController();
    playFiles(() => {
      leaving.abort(new Error('left'));
      return Response.error();
    });
    const { outcome } = await read(leaving.signal);
    expect(outcome).toMatchObject({ message: 'left' });
  });
});
