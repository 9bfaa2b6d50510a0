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

/** Mocks the API and the storage: each request for a link returns the next number, `storage` answers requests to links. */
function playFiles(storage: (ask: Ask) => Response) {
  const asked: string[] = [];
  let links = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/api/')) {
      links += 1;
      asked.push('link');
      return Response.json({ url: `https://files.test/rute.pdf?token=${links}`, filename: 'rute.pdf', expiresAt: '2026-05-04T12:00:00Z' });
    }
    const range = new Headers(init.headers).get('range');
    asked.push(range ?? 'whole');
    return storage({ url, range });
  });
  return asked;
}

/** Returns some bytes, then the connection breaks. */
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
  const onSize = (size: number | null) => {
    told.push(size);
    bytes.length = 0;
  };
  const reading = readBookFile(
    createBookLink('rute'),
    { onSize, onBytes: (part) => bytes.push(...part), onStall: (isStalled) => told.push(isStalled) },
    signal,
  ).then(
    () => 'read',
    (error) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return { outcome: await reading, bytes, told };
}

describe('the download of a book’s file', () => {
  it('the download of a book’s file reads the whole file', async () => {
    const asked = playFiles(() => new Response(FILE, { headers: whole }));
    const { outcome, bytes, told } = await read();
    expect(outcome).toBe('read');
    expect(bytes).toEqual([...FILE]);
    expect(told[0]).toBe(100);
    expect(asked).toEqual(['link', 'whole']);
  });

  it('the download of a book’s file resumes after a broken connection, and reports that it is waiting', async () => {
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

  it('the download of a book’s file completes when the storage restarts the file from its beginning', async () => {
    let tries = 0;
    playFiles(() => {
      tries += 1;
      return tries === 1 ? broken(FILE.subarray(0, 40), whole) : new Response(FILE, { headers: whole });
    });
    const { outcome, bytes } = await read();
    expect(outcome).toBe('read');
    expect(bytes).toEqual([...FILE]);
  });

  it('the download of a book’s file renews an expired link silently', async () => {
    const asked = playFiles(({ url }) =>
      url.endsWith('=1') ? new Response(null, { status: 400 }) : new Response(FILE, { headers: whole }),
    );
    const { outcome, told } = await read();
    expect(outcome).toBe('read');
    expect(asked).toEqual(['link', 'whole', 'link', 'whole']);
    expect(told).not.toContain(true);
  });

  describe('when another file replaced it', () => {
    const OTHER = Uint8Array.from({ length: 120 }, (_, index) => 200 - index);
    const first = { ...whole, 'last-modified': 'Mon, 04 May 2026 12:00:00 GMT' };

    it.each([
      ['has another size', { 'content-length': '80' }],
      ['is newer', { 'content-length': '60', 'last-modified': 'Mon, 04 May 2026 12:01:00 GMT' }],
    ])('the download of a book’s file restarts when the new file %s', async (_, headers) => {
      let tries = 0;
      const asked = playFiles(({ range }) => {
        tries += 1;
        if (tries === 1) return broken(FILE.subarray(0, 40), first);
        return range
          ? new Response(OTHER.subarray(40), { status: 206, headers: { 'last-modified': first['last-modified'], ...headers } })
          : new Response(OTHER, { headers: { 'content-length': '120' } });
      });
      const { outcome, bytes, told } = await read();
      expect(outcome).toBe('read');
      expect(bytes).toEqual([...OTHER]);
      expect(asked).toEqual(['link', 'whole', 'bytes=40-', 'whole']);
      expect(told.filter((size) => typeof size === 'number')).toEqual([100, 120]);
    });

    it('the download of a book’s file restarts when the new file is shorter than the received part', async () => {
      let tries = 0;
      playFiles(({ range }) => {
        tries += 1;
        if (tries === 1) return broken(FILE.subarray(0, 40), whole);
        return range ? new Response(null, { status: 416 }) : new Response(OTHER.subarray(0, 30), { headers: { 'content-length': '30' } });
      });
      const { outcome, bytes } = await read();
      expect(outcome).toBe('read');
      expect(bytes).toEqual([...OTHER.subarray(0, 30)]);
    });

    it('the download of a book’s file restarts when the new link has another path', async () => {
      let links = 0;
      vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
        if (url.startsWith('/api/')) {
          links += 1;
          return Response.json({ url: `https://files.test/${links}.pdf`, filename: 'rute.pdf', expiresAt: '2026-05-04T12:00:00Z' });
        }
        const range = new Headers(init.headers).get('range');
        if (url.endsWith('/1.pdf')) return range ? new Response(null, { status: 400 }) : broken(FILE.subarray(0, 40), whole);
        return range ? new Response(OTHER.subarray(40, 100), { status: 206 }) : new Response(OTHER.subarray(0, 100), { headers: whole });
      });
      const { outcome, bytes } = await read();
      expect(outcome).toBe('read');
      expect(bytes).toEqual([...OTHER.subarray(0, 100)]);
    });
  });

  it('the download of a book’s file fails after several attempts without a byte', async () => {
    playFiles(() => Response.error());
    const { outcome } = await read();
    expect(outcome).toMatchObject({ code: 'service_unavailable' });
  });

  it('the download of a book’s file fails at once without an entitlement', async () => {
    vi.stubGlobal('fetch', async () => refused(404, 'not_found'));
    const { outcome, told } = await read();
    expect(outcome).toMatchObject({ code: 'not_found' });
    expect(told).toEqual([]);
  });

  it('the download of a book’s file stops when the reader leaves', async () => {
    const leaving = new AbortController();
    playFiles(() => {
      leaving.abort(new Error('left'));
      return Response.error();
    });
    const { outcome } = await read(leaving.signal);
    expect(outcome).toMatchObject({ message: 'left' });
  });
});
