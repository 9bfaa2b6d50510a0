import { expect, test, vi } from 'vitest';
import { csvAmount, csvMoment, csvStream } from './csv.ts';

async function* portionsOf<Portion>(...portions: Portion[]) {
  yield* portions;
}
const bytesOf = async (stream: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(stream).arrayBuffer());

test('a CSV file begins with a byte order mark and has a line for each row of every portion', async () => {
  const bytes = await bytesOf(
    csvStream(['Nome', 'Valor'], portionsOf([['Ana', { number: '1,50' }]], [], [['Zé;"x"', { number: '-2' }]]), 'pt-BR'),
  );
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Nome;Valor\r\nAna;"1,50"\r\n"Zé;""x""";-2\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n@x', '\u00A0=1', '＝1', '"=1"'])(
  'the text %j never becomes a formula in a CSV file',
  async (text) => {
    const [line] = new TextDecoder()
      .decode(await bytesOf(csvStream([], portionsOf([[text, 'x']]), 'en')))
      .split('\r\n')
      .slice(1);
    expect(line?.replace(/^"/, '').startsWith("'")).toBe(true);
  },
);

test.each([
  ['Ana;=1+1;x', "Ana;'=1+1;x"],
  ['Ana, -2', "Ana,' -2"],
  ['a\n＠x', "a\n'＠x"],
  ['x;"=1"', `x;'"=1"`],
  ['a\tb; c', 'a\tb; c'],
  [`${';'.repeat(200_000)}x`, `${';'.repeat(200_000)}x`],
])('a CSV text starts no cell with a formula, even in a program that splits it at another separator', async (text, safe) => {
  const file = new TextDecoder().decode(await bytesOf(csvStream([], portionsOf([[text]]), 'en')));
  expect(file).toBe(`\r\n"${safe.replaceAll('"', '""')}"\r\n`);
});

test('a failure while reading rows ends the CSV file with an error', async () => {
  async function* broken() {
    yield [['um']];
    throw new Error('gone');
  }
  await expect(bytesOf(csvStream(['a'], broken(), 'en'))).rejects.toThrow('gone');
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [2_990, '29.90'],
  [-123_456, '-1234.56'],
])('the amount of %d minor units is written as %s', (minor, text) => {
  expect(csvAmount(minor, 'BRL', 'en')).toBe(text);
  expect(csvAmount(minor, 'BRL', 'pt-BR')).toBe(text.replace('.', ','));
});

test('all dates of a CSV column share one formatter, because the engine does not count the memory of formatters', () => {
  const formats = vi.spyOn(Intl, 'DateTimeFormat');
  for (let row = 0; row < 1_000; row++) expect(csvMoment('2026-03-01T12:00:00Z', 'America/Recife')).toBe('2026-03-01 09:00:00');
  expect(formats).toHaveBeenCalledTimes(1);
});
