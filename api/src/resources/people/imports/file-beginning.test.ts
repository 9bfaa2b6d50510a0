import { expect, test } from 'vitest';
import { readColumns } from './file-beginning.ts';

const list = { kind: 'subscribers', source: 'other' } as const;
async function* file(...chunks: (string | Uint8Array)[]) {
  for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk;
}

test('the columns of an import file are shown with their first cells and their presumed content', async () => {
  const columns = await readColumns(file('Nome;E-mail;Inscrição\nAna;ana@example.test;05/03/2024\nBia;bia@example.test;\n'), list);
  expect(columns).toEqual([
    { name: 'Nome', cells: ['Ana', 'Bia'], field: null },
    { name: 'E-mail', cells: ['ana@example.test', 'bia@example.test'], field: 'email' },
    { name: 'Inscrição', cells: ['05/03/2024', ''], field: 'consent' },
  ]);
});

test("a known shop's file has that shop's columns", async () => {
  const columns = await readColumns(file('Purchase Email,Item Name,Seen\na@b.test,Rute,1\n'), { kind: 'purchases', source: 'gumroad' });
  expect(columns.map(({ field }) => field)).toEqual(['email', 'product', null]);
});

test('the beginning of a large import file is enough to detect its encoding', async () => {
  let portions = 0;
  async function* large() {
    yield* file('E-mail,Nome\nana@example.test,João\n');
    for (; portions < 1_000; portions += 1) yield new TextEncoder().encode('ção'.repeat(3_333));
  }
  const columns = await readColumns(large(), list);
  expect(columns[1]).toMatchObject({ name: 'Nome', cells: ['João'] });
  expect(portions).toBeLessThan(10);
});

test.each([
  ['no content', ''],
  ['picture content', new Uint8Array([0xff, 0xd8, 0, 0, 0, 1])],
  ['spreadsheet content', new Uint8Array([0x50, 0x4b, 0x03, 0x04])],
])('a file with %s has no columns', async (_, content) => {
  expect(await readColumns(file(content), list)).toEqual([]);
});
