import { expect, test } from 'vitest';
import { AppError } from '../../../base/app-error.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import { createSql } from '../../../gateways/supabase/sql.ts';
import { storeLists } from './lists-file.ts';

const emptyPages: Record<string, unknown> = {
  list_admin_orders: { orders: [], more: false },
  list_receipts: [],
  list_subscribers: { subscribers: [], more: false },
  list_audit_log: { entries: [], actors: [], more: false },
};

const depsOf = (files: Map<string, number>, limit: number) => ({
  data: {
    sql: createSql(async (name) => emptyPages[name]),
    aboutPrivateFile: async (key: string) => (files.has(key) ? { version: '1', size: files.get(key) } : null),
    storePrivateFile: async (key: string, _type: string, { length }: Uint8Array) => {
      if (length > limit) throw new AppError('payload_too_large');
      files.set(key, length);
    },
  } as unknown as Data,
  liveSettings: { get: async () => ({ timeZone: 'UTC' }) } as never,
});

test('the file of all lists is stored once, also when its job is repeated', async () => {
  const files = new Map<string, number>();
  expect(await storeLists(depsOf(files, 10_000), 'lists/1/export.zip', 'en')).toBe(true);
  const [size = 0] = files.values();
  expect(size).toBeGreaterThan(100);
  files.set('lists/1/export.zip', 7);
  expect(await storeLists(depsOf(files, 10_000), 'lists/1/export.zip', 'en')).toBe(true);
  expect([...files]).toEqual([['lists/1/export.zip', 7]]);
});

test('lists that the storage rejects as too large are reported instead of retried', async () => {
  expect(await storeLists(depsOf(new Map(), 10), 'lists/1/export.zip', 'en')).toBe(false);
});
