import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileError, makeFolder, writing } from './files.ts';

const dir = mkdtempSync(join(tmpdir(), 'semente-files-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('a folder is created with its parents, and an existing one is accepted', () => {
  const deep = join(dir, 'a/b/c');
  makeFolder(deep, 0o700);
  makeFolder(deep);
  expect(statSync(deep).mode & 0o777).toBe(0o700);
});

it('a place that cannot be a folder is rejected with a sentence', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(new FileError(`${file} cannot be written: it is not a folder`));
  expect(() => makeFolder(join(file, 'below'))).toThrow(`${file} cannot be written: it is not a folder`);
});

it.runIf(process.platform === 'linux')('a place under /proc, where nothing can be created, is rejected', () => {
  expect(() => makeFolder('/proc/semente/export/tables')).toThrow('/proc/semente cannot be written: nothing can be put there');
});

it.runIf(process.platform === 'linux')('a full disk is reported without a stack trace', () => {
  let error: unknown;
  try {
    writing('/dev/full', () => writeFileSync('/dev/full', 'x'));
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(FileError);
  expect((error as Error).stack).toBe('/dev/full cannot be written: the disk is full');
});
