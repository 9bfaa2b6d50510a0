import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRegistry } from './registry.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (text: string) => writeFileSync(join(directory, 'registry.json'), text);
const registryOf = (version: string) => JSON.stringify({ remotes: { 'mfe-shop': { name: 'mfe-shop', version } } });
const watch = async (prepare = async (_: { version: string }): Promise<void> => undefined) => {
  const store = createFolderStore(directory);
  const look = vi.spyOn(store, 'readNewer');
  const onError = vi.fn();
  const read = await watchRegistry({ store, everyMs: 10, prepare, onError });
  return { read, onError, look, version: () => read().remotes['mfe-shop']?.version };
};

it('has no remotes before the first release', async () => expect((await watch()).read()).toEqual({ remotes: {} }));

it('sees a new release without a restart, once its files are here', async () => {
  write(registryOf('a'));
  const isHere = Promise.withResolvers<void>();
  const prepare = vi.fn(async (release: { version: string }) => await (release.version === 'b' ? isHere.promise : undefined));
  const { version } = await watch(prepare);
  expect(version()).toBe('a');
  write(registryOf('b'));
  await vi.waitFor(() => expect(prepare).toHaveBeenLastCalledWith(expect.objectContaining({ version: 'b' })));
  expect(version()).toBe('a');
  isHere.resolve();
  await vi.waitFor(() => expect(version()).toBe('b'));
});

it('goes on with a release whose files do not come: its area says so', async () => {
  write(registryOf('a'));
  const { version, onError } = await watch(() => Promise.reject(new Error('no store')));
  expect(version()).toBe('a');
  expect(onError).toHaveBeenCalledWith(new Error('no store'));
});

it('keeps what it knows when the file is damaged or gone', async () => {
  write(registryOf('a'));
  const { version, onError, look } = await watch();
  write('{ "remotes": ');
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  expect(version()).toBe('a');
  rmSync(join(directory, 'registry.json'));
  look.mockClear();
  await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(2));
  expect(version()).toBe('a');
});
