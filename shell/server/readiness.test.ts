import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import type { RemoteName } from '@site/shared/federation/remote.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { readinessOf } from './readiness.ts';

const releases = mkdtempSync(join(tmpdir(), 'semente-readiness-'));
const api = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
const release = (name: RemoteName): RegisteredRelease => ({
  name,
  version: '1',
  contract: '1.0',
  entry: '/entry.js',
  serverEntry: 'entry.mjs',
  assets: { scripts: [], styles: [] },
  pages: {},
  files: {},
  releasedAt: '2026-03-01T12:00:00.000Z',
  releasedBy: 'ana',
  commit: 'c0ffee',
  isTested: true,
});
afterAll(() => {
  api.close();
  rmSync(releases, { recursive: true });
});

const readiness = (apiPort: number) =>
  readinessOf({
    apiUrl: `http://127.0.0.1:${apiPort}`,
    store: createFolderStore(releases),
    log: pino({ level: 'silent' }),
    renderer: { load: async ({ name }) => (name === 'mfe-shop' ? null : Promise.reject(new Error('no code'))) },
    registry: () => ({ remotes: { 'mfe-shop': release('mfe-shop'), 'mfe-podcast': release('mfe-podcast') } }),
  })();

test('an instance that reaches neither the API nor the release store never gets a visitor', async () => {
  const { status, checks } = await readiness(9);
  expect(status).toBe('unavailable');
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual(
    expect.arrayContaining([
      ['api', false],
      ['releases', false],
    ]),
  );
});

test('a remote that cannot be had is named, and costs only its area', async () => {
  writeFileSync(join(releases, 'registry.json'), '{"remotes":{}}');
  const { status, checks } = await readiness((api.address() as AddressInfo).port);
  expect(status).toBe('degraded');
  expect(Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))).toEqual({
    api: true,
    releases: true,
    'mfe-shop': true,
    'mfe-podcast': false,
    'mfe-dashboards': false,
  });
});
