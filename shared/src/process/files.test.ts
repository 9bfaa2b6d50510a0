import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileError, makeFolder, writing } from './files.ts';

const dir = mkdtempSync(join(tmpdir(), 'semente-files-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('makes a folder with those above it, and takes one that is there', () => {
  const deep = join(dir, 'a/b/c');
  makeFolder(deep, 0o700);
  makeFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
});

it('refuses with a sentence a place that cannot be a folder', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(new FileError(`${file} cannot be written: it is not a folder`));
  expect(() => makeFolder(join(file, 'below'))).toThrow(`${file} cannot be written: it is not a folder`);
});

it.runIf(process.platform === 'linux')('refuses a place under /proc, where nothing can be made', () => {
  expect(() => makeFolder('/proc/semente/export/tables')).toThrow('/proc/semente cannot be written: nothing can be put there');
});

it.runIf(process.platform === 'linux')('says that the disk is full, without a trace', () => {
  let error: unknown;
  try {
    writing('/dev/full', () => writeFileSync('/dev/full', 'x'));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FileError);
  expect((error as Error).stack).toBe('/dev/full cannot be written: the disk is full');
});
