import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '@site/shared/federation/remote.ts';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { REGISTRY } from '@site/shared/releases/registry-file.ts';
import { NotTrusted } from '@site/shared/releases/signing.ts';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readinessOf } from './readiness.ts';

const releases = mkdtempSync(join(tmpdir(), 'semente-readiness-'));
/** The readiness that the API reports. */
let told: Readiness;
const api = createServer((_, response) => response.end(JSON.stringify(told))).listen(0, '127.0.0.1');
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
beforeEach(() => {
  told = { status: 'ready', checks: [] };
});
afterAll(() => {
  api.close();
  rmSync(releases, { recursive: true });
});

const kept = { serial: 1, history: {}, remotes: { 'mfe-shop': release('mfe-shop'), 'mfe-podcast': release('mfe-podcast') } };
const whole = { serial: 1, history: {}, remotes: Object.fromEntries(REMOTE_NAMES.map((name) => [name, release(name)])) };
const readiness = (apiPort: number, problems: { registry?: NotTrusted; shop?: Error } = {}) =>
  readinessOf({
    apiUrl: `http://127.0.0.1:${apiPort}`,
    store: createFolderStore(releases),
    log: pino({ level: 'silent' }),
    renderer: { load: async ({ name }) => (name === 'mfe-shop' ? null : Promise.reject(new Error('no code'))) },
    releases: {
      serverEntryOf: async ({ name }) => (name === 'mfe-shop' && problems.shop ? Promise.reject(problems.shop) : 'file:///entry.mjs'),
    },
    registry: { current: () => kept, problem: () => problems.registry ?? null },
  })();

test('an instance that has never reached the API or the release store gets no visitors', async () => {
  const { status, checks } = await readiness(9);
  expect(status).toBe('unavailable');
  expect(checks.map(({ name, ok }) => [name, ok])).toEqual(
    expect.arrayContaining([
      ['api', false],
      // The state of the services is unknown while the API itself is unavailable.
      ['services', null],
      ['releases', false],
    ]),
  );
});

test('an unavailable remote is named, and the rest of the site works', async () => {
  writeFileSync(join(releases, REGISTRY), '{}');
  const { status, checks } = await readiness((api.address() as AddressInfo).port);
  expect(status).toBe('degraded');
  expect(Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))).toEqual({
    api: true,
    services: true,
    releases: true,
    'mfe-shop': true,
    'mfe-podcast': false,
    'mfe-dashboards': false,
  });
});

test.each([
  ['ready', 'ready', true],
  ['degraded', 'degraded', false],
] as const)("while the API is %s, the site reports that it is %s, and does not show the API's reasons", async (status, expected, ok) => {
  writeFileSync(join(releases, REGISTRY), '{}');
  told = { status, checks: [{ name: 'outbox', ok: false, since: '', reason: 'mail.example refuses' }] };
  const answer = await readinessOf({
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    store: createFolderStore(releases),
    log: pino({ level: 'silent' }),
    renderer: { load: async () => null },
    releases: { serverEntryOf: async () => 'file:///entry.mjs' },
    registry: { current: () => whole, problem: () => null },
  })();
  expect(answer.status).toBe(expected);
  expect(answer.checks.filter(({ name }) => name === 'api' || name === 'services')).toEqual([
    { name: 'api', ok: true, since: expect.any(String) },
    { name: 'services', ok, since: expect.any(String) },
  ]);
  expect(JSON.stringify(answer)).not.toMatch(/outbox|mail/);
});

test('readiness tells why a release is untrusted; it keeps every other reason out of its answer and in the log', async () => {
  const { port } = api.address() as AddressInfo;
  const reasonsOf = async (problems: Parameters<typeof readiness>[1]) =>
    (await readiness(port, problems)).checks.filter(({ ok }) => ok === false).map(({ name, reason }) => [name, reason]);
  expect(await reasonsOf({ registry: new NotTrusted('registry is not signed'), shop: new NotTrusted('shop is not signed') })).toEqual([
    ['releases', 'registry is not signed'],
    ['mfe-shop', 'shop is not signed'],
    ['mfe-podcast', undefined],
    ['mfe-dashboards', undefined],
  ]);
  expect(await reasonsOf({ shop: new Error('connect 10.0.0.7:9000') })).toContainEqual(['mfe-shop', undefined]);
});
