import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, expect, test } from 'vitest';
import { createStamper } from './stamper.ts';

const ENOUGH = { memoryBytes: 512 * 1024 ** 2, ms: 60_000 };
let page: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const document = await PDFDocument.create();
  document.addPage();
  page = await document.save();
});

/** A small file whose object stream unpacks to 320 MB, which exceeds the test's limit. */
function aBomb(): Uint8Array<ArrayBuffer> {
  const packed = deflateSync(Buffer.alloc(320 * 1024 ** 2, ' '), { level: 1 });
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
      packed,
      Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 2 0 R>>\n'),
    ]),
  );
}

async function encrypted(): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' });
  return await document.save();
}

test('the stamper makes one copy after another', async () => {
  const stamp = createStamper(ENOUGH);
  const stamped = await Promise.all([stamp(async () => page.slice(), 'a'), stamp(async () => page.slice(), 'b')]);
  for (const pdf of stamped) expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
}, 60_000);

test.each([
  ['encrypted', 'is protected', encrypted, ENOUGH],
  ['damaged', 'is broken', () => new TextEncoder().encode('%PDF-1.4 x'), ENOUGH],
  ['too_costly', 'takes too long', () => page.slice(), { ...ENOUGH, ms: 1 }],
  ['too_costly', 'unpacks to more than there is room for', aBomb, { ...ENOUGH, memoryBytes: 200 * 1024 ** 2 }],
] as const)(
  'the stamper reports %s for a file that %s, and stamps the next one',
  async (reason, _, make, limits) => {
    const stamp = createStamper(limits);
    const refused = stamp(async () => await make(), 'x');
    const next = stamp(async () => page.slice(), 'x');
    await expect(refused).rejects.toMatchObject({ name: 'Unstampable', reason });
    if (limits.ms > 1) expect((await PDFDocument.load(await next)).getPageCount()).toBe(1);
    else await expect(next).rejects.toMatchObject({ reason: 'too_costly' });
  },
  60_000,
);
