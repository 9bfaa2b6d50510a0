import { LARGEST_IMPORT } from '@site/shared/contracts/admin-imports.ts';
import { describe, expect, test } from 'vitest';
import { identifyFile, readCsvRecords } from './csv-records.ts';

/** Yields the file in portions of this many bytes. */
async function* inPortions(bytes: Uint8Array, size = bytes.length || 1) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function recordsOf(bytes: Uint8Array, size?: number) {
  const { encoding } = await identifyFile(inPortions(bytes, size));
  const records = [];
  for await (const record of readCsvRecords(inPortions(bytes, size), encoding)) records.push(record);
  return records;
}

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();

describe('a CSV file', () => {
  const text = 'nome;e-mail\r\nSão João;a@b.test\r\n';
  const records = [
    { line: 1, cells: ['nome', 'e-mail'] },
    { line: 2, cells: ['São João', 'a@b.test'] },
  ];

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte-order mark', Buffer.from(`\uFEFF${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['UTF-16 with a byte-order mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a byte-order mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 in big-endian order', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['tab-separated form', Buffer.from(text.replaceAll(';', '\t'))],
    ['comma-separated form', Buffer.from(text.replaceAll(';', ','))],
    ['old Mac line breaks', Buffer.from(text.replaceAll('\r\n', '\r'))],
  ])('a CSV file in %s is read the same, in portions of any size', async (_form, bytes) => {
    expect(await recordsOf(bytes)).toEqual(records);
    for (const size of [1, 2, 7]) expect(await recordsOf(bytes, size)).toEqual(records);
  });

  test('a CSV file has multi-line records, empty lines, quotation marks, and a line number for each record', async () => {
    const bytes = Buffer.from('a,b\r\n\r\n"one\r\ntwo","say ""so"""\r\n,\r\n=1+1,x "y" z\r\nshort\r\n');
    expect(await recordsOf(bytes)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['one\ntwo', 'say "so"'] },
      { line: 6, cells: ['=1+1', 'x "y" z'] },
      { line: 7, cells: ['short'] },
    ]);
  });

  test("a CSV file's separator comes from its heading, ignoring separators within quotation marks", async () => {
    const [heading] = await recordsOf(Buffer.from('"a,b,c,d";e\n1;2\n'));
    expect(heading?.cells).toEqual(['a,b,c,d', 'e']);
  });

  test.each([
    ['empty', ''],
    ['not_text', '%PDF-1.7\n'],
    ['not_text', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'],
    ['spreadsheet', 'PK\u0003\u0004\u0014\0'],
    ['too_many_columns', `a,b\n${','.repeat(1_000)}x\n`],
    ['quotes', `a,b\n"never closed,${'x,'.repeat(200)}\n`],
  ])('a CSV file is rejected as %s', async (problem, content) => {
    await expect(recordsOf(Buffer.from(content, 'latin1'))).rejects.toMatchObject({ problem });
  });

  test.each([
    ['begins with a quotation mark that is never closed', '"'],
    ['has neither quotation marks nor line breaks', ''],
    ['begins with empty lines, and has no line break after them', '\n'.repeat(100_000)],
  ])('a CSV file that %s is rejected after its first portions', async (_form, beginning) => {
    const part = Buffer.from('leitor@example.test,'.repeat(3_000));
    let given = 0;
    async function* endless() {
      yield Buffer.from(beginning);
      for (; given < LARGEST_IMPORT; given += part.length) yield part;
    }
    const read = async () => {
      for await (const _record of readCsvRecords(endless(), 'utf-8'));
    };
    await expect(read()).rejects.toMatchObject({ problem: 'quotes' });
    expect(given, 'bytes that were taken from the file').toBeLessThan(2_000_000);
  });

  test('reading a CSV file lets other work run in between', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const bytes = Buffer.from('email,book\n'.repeat(1_000));
    await recordsOf(bytes, 1_000);
    clearImmediate(timer);
    expect(turns).toBeGreaterThanOrEqual(2 * 11);
  });

  test('a CSV file of a hundred thousand rows is streamed, and no row is read before it is requested', async () => {
    const part = Buffer.concat(Array.from({ length: 100 }, () => Buffer.from('leitor@example.test,Raízes,2024-03-05\n')));
    let given = 0;
    async function* many() {
      yield Buffer.from('email,book,date\n');
      for (; given < 100_000; given += 100) yield part;
    }
    let count = 0;
    let furthest = 0;
    for await (const _record of readCsvRecords(many(), 'utf-8')) {
      count += 1;
      furthest = Math.max(furthest, given - count);
    }
    expect(count).toBe(100_001);
    expect(furthest, 'rows that were taken from the file and wait').toBeLessThan(10_000);
  });
});
