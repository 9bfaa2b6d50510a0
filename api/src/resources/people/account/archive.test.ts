import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createArchive } from './archive.ts';

test('the archive contains every file unchanged', async () => {
  const files = { 'README.txt': 'Olá, você!', 'orders.json': JSON.stringify('ação '.repeat(50_000)), 'empty.json': '' };
  const bytes = new Uint8Array(await new Response(createArchive(files)).arrayBuffer());
  const unpacked = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]);
  expect(Object.fromEntries(unpacked)).toEqual(files);
});

test('the archive stops when its reader stops', async () => {
  const reader = createArchive({ 'a.txt': 'a', 'b.txt': 'b' }).getReader();
  expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
