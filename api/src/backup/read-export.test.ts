import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAME_TABLES } from './read-export.ts';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');

test('no migration that an export is brought past repairs rows: those of the export would keep their faults', () => {
  const files = readdirSync(MIGRATIONS).sort();
  const [first = ''] = SAME_TABLES;
  expect(SAME_TABLES.at(-1)).toBe(files.at(-1)?.slice(0, 14));
  const later = files.filter((file) => file.slice(0, 14) > (first ?? ''));
  const repairs = (file: string) => /^(update|insert|delete|with|do)\b/im.test(readFileSync(join(MIGRATIONS, file), 'utf8'));
  expect(later.filter(repairs)).toEqual([]);
  expect(files.filter(repairs)).toContain('20261128000021_forgotten_buyers.sql');
});
