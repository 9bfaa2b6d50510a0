import { afterEach, expect, test, vi } from 'vitest';
import { createWholeStore } from './whole-store.ts';

const ADDRESS = 'https://data.test';
const asked: string[] = [];

function answer(response: () => Response): void {
  asked.length = 0;
  vi.stubGlobal('fetch', async (input: string) => {
    asked.push(input);
    return response();
  });
}
afterEach(() => vi.unstubAllGlobals());

test('the error about rows that are closed to this machine names the call', async () => {
  answer(() => new Response(null, { status: 404, headers: { 'content-length': '0' } }));
  await expect(createWholeStore(ADDRESS, 'key').shape()).rejects.toThrow(`${ADDRESS}/rest/v1/rpc/export_shape answers 404`);
  expect(asked).toHaveLength(1);
});

test("the store lists the shop's files, and not those of another bucket in the project", async () => {
  answer(() => Response.json([]));
  expect(await createWholeStore(ADDRESS, 'key').files()).toEqual([]);
  expect(asked.toSorted()).toEqual(['ebooks', 'store-assets'].map((bucket) => `${ADDRESS}/storage/v1/object/list/${bucket}`));
});
