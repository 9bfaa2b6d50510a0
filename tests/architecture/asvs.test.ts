import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The numbers of all level 1 requirements of ASVS 5.0.0: each section with the last parts of its numbers. */
const LEVEL_1: Record<string, number[]> = {
  ...{ '1.2': [1, 2, 3, 4, 5], '1.3': [1, 2], '1.5': [1], '2.1': [1], '2.2': [1, 2], '2.3': [1] },
  ...{ '3.2': [1, 2], '3.3': [1], '3.4': [1, 2], '3.5': [1, 2, 3], '4.1': [1], '4.4': [1], '5.2': [1, 2], '5.3': [1, 2] },
  ...{ '6.1': [1], '6.2': [1, 2, 3, 4, 5, 6, 7, 8], '6.3': [1, 2], '6.4': [1, 2], '7.2': [1, 2, 3, 4], '7.4': [1, 2] },
  ...{ '8.1': [1], '8.2': [1, 2], '8.3': [1], '9.1': [1, 2, 3], '9.2': [1], '10.4': [1, 2, 3, 4, 5] },
  ...{ '11.3': [1, 2], '11.4': [1], '12.1': [1], '12.2': [1, 2], '13.4': [1], '14.2': [1], '14.3': [1] },
  ...{ '15.1': [1], '15.2': [1], '15.3': [1] },
};
const numbers = Object.entries(LEVEL_1).flatMap(([section, parts]) => parts.map((part) => `${section}.${part}`));
const rows = read('tests/asvs.md')
  .split('\n')
  .flatMap((line) => {
    const [, number = '', , how = ''] = line.split(' | ').join('|').split('|');
    return /^\s*\d/.test(number) ? [{ number: number.trim(), how }] : [];
  });

test('asvs.md answers every requirement of level 1 once', () => {
  expect(numbers).toHaveLength(70);
  expect(rows.map(({ number }) => number)).toEqual(numbers);
});

test('every proof in asvs.md is found in its file', () => {
  const proofs = rows.flatMap(({ number, how }) =>
    [...how.matchAll(/`([\w./-]+)` \*([^*]+)\*/g)].map(([, file = '', name = '']) => ({ number, file, name })),
  );
  expect(proofs.length).toBeGreaterThan(80);
  expect(proofs.filter(({ file, name }) => !read(file).includes(name))).toEqual([]);
});

test('a requirement without a proof names who fulfils it, or states that it does not apply', () => {
  const unproved = rows.filter(({ how }) => !/` \*|\*\*(Not ours|No such thing)\*\*|The same/.test(how));
  expect(unproved).toEqual([]);
});
