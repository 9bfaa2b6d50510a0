import { strFromU8, unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { createArchive } from './archive.ts';

const bytesOf = async (archive: ReadableStream<Uint8Array>) => new Uint8Array(await new Response(archive).arrayBuffer());
const streamOf = (...parts: string[]) => ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)));

test('the archive contains every file unchanged', async () => {
  const files = { 'README.txt': 'Olá, você!', 'orders.json': JSON.stringify('ação '.repeat(50_000)), 'empty.json': '' };
  const lines = Array.from({ length: 20_000 }, (_, number) => `${number};ação\r\n`);
  const bytes = await bytesOf(createArchive({ ...files, 'orders.csv': streamOf(...lines), 'none.csv': streamOf() }));
  const unpacked = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]);
  expect(Object.fromEntries(unpacked)).toEqual({ ...files, 'orders.csv': lines.join(''), 'none.csv': '' });
});

test('an archive whose reader stops also closes the file that is being read', async () => {
  const onCancel = vi.fn();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(crypto.getRandomValues(new Uint8Array(50_000))),
    cancel: onCancel,
  });
  const reader = createArchive({ 'a.txt': 'a', 'b.csv': endless, 'c.txt': 'c' }).getReader();
  for (let read = 0; read < 8; read += 1) expect((await reader.read()).done).toBe(false);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
  expect(onCancel).toHaveBeenCalledOnce();
});

test('a file that cannot be read aborts the archive', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: () => {
      throw new Error('gone');
    },
  });
  await expect(bytesOf(createArchive({ 'a.txt': 'a', 'b.csv': broken }))).rejects.toThrow('gone');
});
