import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeptRegistry, RegisteredRelease } from '@site/shared/federation/registry.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { integrityOf } from '@site/shared/releases/integrity.ts';
import { REGISTRY } from '@site/shared/releases/registry-file.ts';
import { newPrivateKey, publicKeysOf, publicPartOf, seal, signingKeyOf } from '@site/shared/releases/signing.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchRegistry } from './registry.ts';

const key = signingKeyOf(newPrivateKey());
let directory: string;
let serial = 0;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function releaseOf(version: string): RegisteredRelease {
  const file = { bytes: 0, integrity: integrityOf(Buffer.from('')) };
  return {
    ...{ name: 'mfe-shop', version, contract: '1.0.0', entry: `/_r/mfe-shop/${version}/remoteEntry.js`, integrity: file.integrity },
    ...{ serverEntry: `mfe-shop/${version}/server/remoteEntry.mjs`, assets: { scripts: [], styles: [] }, pages: {} },
    ...{ files: { 'client/remoteEntry.js': file, 'server/remoteEntry.mjs': file }, releasedAt: '2026-03-01T12:00:00.000Z' },
    ...{ releasedBy: 'Ana', commit: null, isTested: true },
  };
}
const registryOf = (version: string): KeptRegistry => ({ serial: ++serial, history: {}, remotes: { 'mfe-shop': releaseOf(version) } });
const write = (content: string | Uint8Array) => writeFileSync(join(directory, REGISTRY), content);
const release = (version: string) => write(seal('registry', registryOf(version), key));
const watch = async (prepare = async (_: { version: string }): Promise<void> => undefined) => {
  const store = { ...createFolderStore(directory), trusted: publicKeysOf(publicPartOf(key)) };
  const look = vi.spyOn(store, 'readNewer');
  const onError = vi.fn();
  const { current, problem } = await watchRegistry({ store, everyMs: 10, prepare, onError });
  const looks = async (times: number) => {
    look.mockClear();
    await vi.waitFor(() => expect(look.mock.calls.length).toBeGreaterThan(times));
  };
  return { current, problem, onError, looks, version: () => current().remotes['mfe-shop']?.version };
};

it('the registry has no remotes before the first release', async () => expect((await watch()).current().remotes).toEqual({}));

it('the registry shows a new release without a restart once its files are copied', async () => {
  release('a');
  const isHere = Promise.withResolvers<void>();
  const prepare = vi.fn(async ({ version }: { version: string }) => await (version === 'b' ? isHere.promise : undefined));
  const { version } = await watch(prepare);
  expect(version()).toBe('a');
  release('b');
  await vi.waitFor(() => expect(prepare).toHaveBeenLastCalledWith(expect.objectContaining({ version: 'b' })));
  expect(version()).toBe('a');
  isHere.resolve();
  await vi.waitFor(() => expect(version()).toBe('b'));
});

it('the registry switches to a release even if its files cannot be loaded, and the area of that release then says that it is unavailable', async () => {
  release('a');
  const { version, onError } = await watch(() => Promise.reject(new Error('no store')));
  expect(version()).toBe('a');
  expect(onError).toHaveBeenCalledWith(new Error('no store'));
});

it('the registry keeps its state when the file is removed', async () => {
  release('a');
  const { version, looks } = await watch();
  rmSync(join(directory, REGISTRY));
  await looks(2);
  expect(version()).toBe('a');
});

it.each<[string, () => string | Uint8Array, RegExp]>([
  ['is cut off', () => '{ "payload', /is not signed/],
  ['is not signed', () => JSON.stringify(registryOf('evil')), /is not signed/],
  ['is signed with another key', () => seal('registry', registryOf('evil'), signingKeyOf(newPrivateKey())), /not trusted here/],
  ['is an older one', () => seal('registry', { ...registryOf('evil'), serial: 1 }, key), /older than the one before/],
])('the registry keeps its state when the file %s, logs the reason once, and accepts the next valid file', async (_, bad, reason) => {
  serial += 2;
  release('a');
  const { version, problem, onError, looks } = await watch();
  expect(problem()).toBeNull();
  write(bad());
  await vi.waitFor(() => expect(onError).toHaveBeenCalled());
  await looks(3);
  expect(version()).toBe('a');
  expect(problem()?.message).toMatch(reason);
  expect(onError).toHaveBeenCalledTimes(1);
  release('b');
  await vi.waitFor(() => expect(version()).toBe('b'));
  expect(problem()).toBeNull();
});
