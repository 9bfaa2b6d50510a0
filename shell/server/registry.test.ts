import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchRegistry } from './registry.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'registry-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const write = (text: string) => writeFileSync(join(directory, 'registry.json'), text);
const registryOf = (version: string) => JSON.stringify({ remotes: { 'mfe-shop': { name: 'mfe-shop', version } } });

it('has no remotes before the first release', () => expect(watchRegistry(directory)()).toEqual({ remotes: {} }));

it('sees a new release without a restart', () => {
  const read = watchRegistry(directory);
  write(registryOf('a'));
  expect(read().remotes['mfe-shop']?.version).toBe('a');
  rmSync(join(directory, 'registry.json'));
  write(registryOf('b, which is longer'));
  expect(read().remotes['mfe-shop']?.version).toBe('b, which is longer');
});

it('keeps what it knows when the file is damaged or gone', () => {
  const read = watchRegistry(directory);
  write(registryOf('a'));
  read();
  write('{ "remotes": ');
  expect(read().remotes['mfe-shop']?.version).toBe('a');
  rmSync(join(directory, 'registry.json'));
  expect(read().remotes['mfe-shop']?.version).toBe('a');
});
