import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from '../../../platform/limited-work.ts';
import { createStampedCopies } from './stamped-copies.ts';
import type { Stamper } from './stamper.ts';

const copy = {
  ebookId: 'raizes',
  title: 'Raízes',
  filename: 'raizes.pdf',
  source: 'pdfs/raizes.pdf',
  orderId: 'pedido',
  orderNumber: 1042,
  boughtAt: null,
  email: 'ana@example.test',
  locale: 'pt-BR',
} as const;

/** Stamped copies with a data service in memory. `told` lists the SQL functions that were called. */
function copiesWith(stamper: Stamper, size = 10) {
  const stored = new Map<string, Uint8Array>();
  const told: string[] = [];
  const answers = { useStampedCopy: 'absent', finishStampedCopy: true, saveUnstampedFile: true };
  const answer = async <Name extends keyof typeof answers>(name: Name) => {
    told.push(name);
    return answers[name];
  };
  const copies = createStampedCopies({
    data: {
      sql: {
        useStampedCopy: () => answer('useStampedCopy'),
        finishStampedCopy: () => answer('finishStampedCopy'),
        saveUnstampedFile: () => answer('saveUnstampedFile'),
      },
      aboutPrivateFile: async () => ({ version: 'a', size }),
      readPrivateFile: async () => new Uint8Array(size),
      storePrivateFile: async (key, _, body) => void stored.set(key, body),
      removePrivateFiles: async (keys) => keys.forEach((key) => void stored.delete(key)),
    },
    ownerEmail: async () => 'ola@example.test',
    log: pino({ level: 'silent' }),
    stamper,
    wakeMail: () => void told.push('wakeMail'),
  });
  return { copies, stored, told, answers };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a request for a slow stamped copy gets an answer after some seconds, and a repeated request joins the same copy', async () => {
  const { promise, resolve } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  let made = 0;
  const { copies, stored } = copiesWith(() => {
    made += 1;
    return promise;
  });
  const early = Promise.allSettled([copies(copy), copies(copy)]);
  await vi.advanceTimersByTimeAsync(5_000);
  for (const outcome of await early)
    expect(outcome).toMatchObject({ reason: { code: 'copy_in_preparation', detail: { retryAfterSeconds: 2 } } });
  const third = copies(copy);
  resolve(new Uint8Array([1]));
  expect(await third).toMatch(/^stamped\/pedido\/[0-9a-f]{32}[.]pdf$/);
  expect([...stored.keys()]).toEqual([await third]);
  expect(made, 'other callers wait for the same copy').toBe(1);
});

test('many large books requested at once are stamped in turn, and none is delivered unstamped', async () => {
  const inTurn = oneAtATime(3);
  const { copies } = copiesWith((read) =>
    inTurn(async () => {
      const bytes = await read();
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      return bytes;
    }),
  );
  const download = async (orderId: string): Promise<string | null> => {
    for (;;) {
      try {
        return await copies({ ...copy, orderId });
      } catch (error) {
        expect(error).toMatchObject({ code: 'copy_in_preparation' });
        await new Promise((resolve) => setTimeout(resolve, 2_000));
      }
    }
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, index) => download(`pedido-${index}`)));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await all).toEqual(Array.from({ length: 8 }, (_, index) => expect.stringMatching(`^stamped/pedido-${index}/`)));
});

test("a book's file that is too large to stamp is reported to the owner and not read", async () => {
  const { copies, told } = copiesWith(() => Promise.reject(new Error('never asked')), 33 * 1024 ** 2);
  expect(await copies(copy)).toBeNull();
  expect(told).toEqual(['useStampedCopy', 'saveUnstampedFile', 'wakeMail']);
});

test('a stamping failure that the file did not cause is not reported to the owner', async () => {
  const { copies, told } = copiesWith(() => Promise.reject(new Error('no memory')));
  expect(await copies(copy)).toBeNull();
  expect(told).toEqual(['useStampedCopy']);
});

test('a copy whose entitlement ended while it was made is neither kept nor delivered', async () => {
  const { copies, stored, answers } = copiesWith(async () => new Uint8Array([1]));
  answers.finishStampedCopy = false;
  await expect(copies(copy)).rejects.toMatchObject({ code: 'not_found' });
  expect(stored.size).toBe(0);
});
