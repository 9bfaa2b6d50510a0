import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTRACT_VERSION } from '@site/shared/federation/remote.ts';
import { createBucketStore } from '@site/shared/releases/bucket-store.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { integrityOf } from '@site/shared/releases/integrity.ts';
import { publish } from '@site/shared/releases/publish.ts';
import { openCdn, purgeOldPages, purgePages } from '@site/shared/releases/purge.ts';
import { announceHost, changeRegistry, REGISTRY, readRegistry, releasesOf } from '@site/shared/releases/registry-file.ts';
import type { SigningStore } from '@site/shared/releases/release-store.ts';
import { goesLive, makeLive, prune, rollback, startPreview } from '@site/shared/releases/switch.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { newKey, signing } from '../../setup/signing.ts';
import { type BucketStandIn, startBucket } from './bucket-stand-in.ts';

const author = { by: 'Ana', commit: 'c0ffee' };
let root: string;
let bucket: BucketStandIn;
let store: SigningStore;

beforeAll(async () => {
  bucket = await startBucket();
  root = mkdtempSync(join(tmpdir(), 'semente-releases-'));
});
afterAll(() => {
  bucket.stop();
  rmSync(root, { recursive: true });
});

const key = newKey();
const bucketStore = () => signing(createBucketStore(bucket), key);
const text = (value: string) => Buffer.from(value);

/** Creates a build that contains `code`, as webpack writes it. */
function buildWith(code: string): string {
  const build = mkdtempSync(join(root, 'build-'));
  const files: Record<string, string> = {
    'client/pages.json': JSON.stringify({ entry: { scripts: ['entry.js'], styles: [] }, pages: {}, slots: {} }),
    'client/remoteEntry.js': `entry(${code})`,
    'client/entry.js': code,
    'client/page.css': 'a{}',
    'server/remoteEntry.mjs': `export const code = ${code};`,
    'maps/entry.js.map': '{}',
    'inputs.txt': 'no part of a release',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(build, path, '..'), { recursive: true });
    writeFileSync(join(build, path), content);
  }
  return build;
}

const upload = (code: string, name: 'mfe-shop' | 'mfe-podcast' = 'mfe-shop') => publish(store, name, { ...author, build: buildWith(code) });
async function live(code: string) {
  const release = await upload(code);
  await makeLive(store, [release], author);
  return release;
}
const back = (version?: string) => rollback(store, 'mfe-shop', version, author);
const historyOf = async () =>
  ((await readRegistry(store)).history['mfe-shop'] ?? []).map(({ version, action, by, takenBack }) => [version, action, by, takenBack?.by]);
const liveVersion = async () => (await readRegistry(store)).remotes['mfe-shop']?.version;

describe.each(['folder', 'bucket'])('releases in a %s', (kind) => {
  beforeEach(() => {
    Object.assign(bucket, { fails: () => false, ignoresConditions: false });
    bucket.files.clear();
    store = kind === 'bucket' ? bucketStore() : signing(createFolderStore(mkdtempSync(join(root, 'store-'))), key);
  });

  it('the release store returns a file unchanged, and nothing for a missing file', async () => {
    expect(await store.read('a/b.txt')).toBeNull();
    await store.write('a/b.txt', text('olá'));
    const file = await store.read('a/b.txt');
    expect(Buffer.from(file?.bytes ?? []).toString()).toBe('olá');
    expect(await store.readNewer('a/b.txt', file?.tag ?? '')).toBeNull();
    await store.write('a/b.txt', text('novo'));
    expect((await store.readNewer('a/b.txt', file?.tag ?? ''))?.tag).not.toBe(file?.tag);
    for (const name of ['c', 'd', 'e', 'f', 'g']) await store.write(`a/${name}/deep.txt`, text(name));
    expect((await store.list('a')).sort()).toEqual(['b.txt', 'c', 'd', 'e', 'f', 'g']);
    await store.removeFolder('a');
    expect(await store.list('a')).toEqual([]);
    expect(await store.isGuarded()).toBe(true);
  });

  it('one of ten writers that replace a file at once succeeds', async () => {
    const first = await Promise.all(Array.from({ length: 10 }, (_, turn) => store.replace('x.json', text(`${turn}`), null)));
    expect(first.filter(Boolean)).toHaveLength(1);
    const tag = (await store.read('x.json'))?.tag ?? '';
    const second = await Promise.all(Array.from({ length: 10 }, (_, turn) => store.replace('x.json', text(`again ${turn}`), tag)));
    expect(second.filter(Boolean)).toHaveLength(1);
  });

  it('ten simultaneous changes of the registry are all kept', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, turn) =>
        changeRegistry(store, ({ history, ...registry }) => {
          const act = { version: `r${turn}`, action: 'release', by: 'Ana', at: new Date().toISOString() } as const;
          return { ...registry, history: { ...history, 'mfe-shop': [...(history['mfe-shop'] ?? []), act] } };
        }),
      ),
    );
    const kept = (await readRegistry(store)).history['mfe-shop'] ?? [];
    expect(new Set(kept.map(({ version }) => version)).size).toBe(10);
  });

  it('a release keeps its identity, its author, and the size and digest of every file', async () => {
    const release = await upload('1');
    expect(release).toMatchObject({ name: 'mfe-shop', contract: CONTRACT_VERSION, releasedBy: 'Ana', commit: 'c0ffee', isTested: false });
    expect(Object.keys(release.files)).toEqual([
      'client/entry.js',
      'client/page.css',
      'client/pages.json',
      'client/remoteEntry.js',
      'maps/entry.js.map',
      'server/remoteEntry.mjs',
    ]);
    expect(release.files['client/remoteEntry.js']).toEqual({ bytes: 8, integrity: integrityOf(text('entry(1)')) });
    expect(release.integrity).toBe(integrityOf(text('entry(1)')));
    expect(await releasesOf(store, 'mfe-shop')).toEqual([release]);
    expect(await liveVersion()).toBeUndefined();
  });

  it('an upload that fails at any file changes nothing, and the next upload is complete', async () => {
    const before = await live('1');
    const registry = Buffer.from((await store.read(REGISTRY))?.bytes ?? []).toString();
    const build = buildWith('2');
    for (let limit = 0; limit < 7; limit++) {
      let written = 0;
      const failing: SigningStore = {
        ...store,
        write: async (path, bytes) => {
          if (written++ >= limit) throw new Error('connection reset');
          await store.write(path, bytes);
        },
      };
      await expect(publish(failing, 'mfe-shop', { ...author, build })).rejects.toThrow('connection reset');
      expect((await releasesOf(store, 'mfe-shop')).map(({ version }) => version)).toEqual([before.version]);
      expect(Buffer.from((await store.read(REGISTRY))?.bytes ?? []).toString()).toBe(registry);
    }
    const release = await publish(store, 'mfe-shop', { ...author, build });
    await makeLive(store, [release], author);
    expect(await liveVersion()).toBe(release.version);
    for (const [path, { integrity }] of Object.entries(release.files))
      expect(integrityOf((await store.read(`mfe-shop/${release.version}/${path}`))?.bytes ?? text(''))).toBe(integrity);
  });

  it("a remote for another contract than the running shell's is rejected, and nothing changes", async () => {
    const release = await live('1');
    await announceHost(store, { contract: '1.1.0', version: 'abc', keys: [key.id] });
    const next = { ...(await upload('2')), contract: '1.2.0' };
    for (const attempt of [() => makeLive(store, [next], author), () => startPreview(store, next)])
      await expect(attempt()).rejects.toThrow('mfe-shop is built for contract 1.2.0, but the running shell speaks contract 1.1.0');
    expect(await liveVersion()).toBe(release.version);
    await makeLive(store, [{ ...next, contract: '1.0.3' }], author);
    expect(await liveVersion()).toBe(next.version);
  });

  it('a rollback leads to the previous live release, or to a named one', async () => {
    const [one, two] = [await live('1'), await live('2')];
    expect((await back()).version).toBe(one.version);
    expect(await liveVersion()).toBe(one.version);
    await expect(back()).rejects.toThrow(`mfe-shop has no earlier live release than ${one.version} to roll back to`);
    await expect(back('nothing')).rejects.toThrow('mfe-shop has no release nothing');
    await expect(back('../../etc')).rejects.toThrow('mfe-shop has no release ../../etc');
    await rollback(store, 'mfe-shop', two.version, { by: 'Bia' });
    expect(await liveVersion()).toBe(two.version);
    expect(await historyOf()).toEqual([
      [one.version, 'release', 'Ana', undefined],
      [two.version, 'release', 'Ana', 'Ana'],
      [two.version, 'rollback', 'Bia', undefined],
    ]);
    expect((await back()).version).toBe(one.version);
  });

  it('a rollback never leads to a release that was rolled back', async () => {
    const [zero, one] = [await live('0'), await live('1')];
    const two = await live('2');
    expect((await back()).version).toBe(one.version);
    const three = await live('3');
    expect((await back()).version).toBe(one.version);
    expect((await back()).version).toBe(zero.version);
    await expect(back()).rejects.toThrow('has no earlier live release than');
    // A release that was rolled back and is released again counts like any other.
    await makeLive(store, [two], author);
    await live('4');
    expect((await back()).version).toBe(two.version);
    expect((await back()).version).toBe(zero.version);
    expect((await historyOf()).filter(([, , , takenBack]) => takenBack).map(([version]) => version)).toContain(three.version);
  });

  it('a rollback of a release that was live twice leads to the release in between', async () => {
    const [one, two] = [await live('1'), await live('2')];
    await makeLive(store, [one], author);
    await makeLive(store, [one], author);
    expect(await historyOf()).toHaveLength(3);
    expect((await back()).version).toBe(two.version);
    await expect(back()).rejects.toThrow('has no earlier live release than');
  });

  it('a starting site makes its own builds live, even older ones, unless they were rolled back or only previewed', async () => {
    const starts = (version: string) => goesLive(store, 'mfe-shop', version);
    const never = 'never-uploaded';
    expect(await starts(never)).toBe(true);
    const [one, two, shown] = [await live('1'), await live('2'), await upload('shown')];
    expect([await starts(one.version), await starts(two.version), await starts(shown.version), await starts(never)]).toEqual([
      ...[true, false, false, true],
    ]);
    await back();
    expect([await starts(one.version), await starts(two.version)]).toEqual([false, false]);
    // A rollback to a release that was itself rolled back is deliberate too.
    const three = await live('3');
    await back(two.version);
    expect([await liveVersion(), await starts(three.version)]).toEqual([two.version, false]);
  });

  it('a release that was only previewed is no target of a rollback', async () => {
    const [one, shown] = [await live('1'), await upload('shown')];
    await startPreview(store, shown);
    await live('2');
    expect((await back()).version).toBe(one.version);
  });

  it('a rollback to a named older release skips the later ones, which are no targets any more', async () => {
    const [one] = [await live('1'), await live('2')];
    await live('3');
    expect((await back(one.version)).version).toBe(one.version);
    expect((await historyOf()).map(([, , , takenBack]) => takenBack)).toEqual([undefined, 'Ana', 'Ana']);
    await expect(back()).rejects.toThrow('has no earlier live release than');
  });

  it('one of two simultaneous rollbacks succeeds, and the other rollback fails with a message', async () => {
    const [, two] = [await live('1'), await live('2')];
    await live('3');
    const both = await Promise.allSettled([back(), back()]);
    const refused = both.filter((result) => result.status === 'rejected');
    expect(await liveVersion()).toBe(two.version);
    for (const { reason } of refused) expect(String(reason)).toContain('Another releaser switched');
    expect(refused).toHaveLength(1);
  });

  it('old releases are removed, except live ones, previews and the target of a rollback', async () => {
    const [gone, before, now, shown] = [await live('1'), await live('2'), await live('3'), await upload('4')];
    await startPreview(store, shown);
    expect(await prune(store, 1, false)).toEqual([]);
    const folder = `mfe-shop/${gone.version}`;
    expect(await prune(store, -1, true)).toEqual([folder]);
    expect(await releasesOf(store, 'mfe-shop')).toHaveLength(4);
    expect(await prune(store, -1, false)).toEqual([folder]);
    expect(await store.list(folder)).toEqual([]);
    const left = (await releasesOf(store, 'mfe-shop')).map(({ version }) => version);
    expect(left.sort()).toEqual([before, now, shown].map(({ version }) => version).sort());
  });

  it('the age of a release counts from the end of its last live time, or from its upload', async () => {
    const day = 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const [one, shown, two] = [await live('1'), await upload('shown'), await live('2')];
      vi.setSystemTime(Date.now() + 40 * day);
      await back();
      await live('3');
      await live('4');
      // The first release was replaced a moment ago, and the second was rolled back then. Only the release that was not live for 40 days is
      // old.
      expect(await prune(store, 30, true)).toEqual([`mfe-shop/${shown.version}`]);
      vi.setSystemTime(Date.now() + 29 * day);
      expect(await prune(store, 30, true)).toEqual([`mfe-shop/${shown.version}`]);
      vi.setSystemTime(Date.now() + 2 * day);
      expect((await prune(store, 30, true)).toSorted()).toEqual([one, shown, two].map(({ version }) => `mfe-shop/${version}`).toSorted());
    } finally {
      vi.useRealTimers();
    }
  });

  it('the target of a rollback stays after later uploads, and a release that was rolled back is removed', async () => {
    const [one, two] = [await live('1'), await live('2')];
    await back();
    const three = await live('3');
    expect(await prune(store, -1, false)).toEqual([`mfe-shop/${two.version}`]);
    expect((await back()).version).toBe(one.version);
    expect(await prune(store, -1, false)).toEqual([`mfe-shop/${three.version}`]);
    await expect(back()).rejects.toThrow('has no earlier live release than');
    expect(await liveVersion()).toBe(one.version);
  });

  it('a rollback to a release missing in the store names it and changes nothing', async () => {
    const [one, two] = [await live('1'), await live('2')];
    await store.removeFolder(`mfe-shop/${one.version}`);
    await expect(back()).rejects.toThrow(
      `mfe-shop has no release ${one.version}, which was live before: it was removed. Name another release`,
    );
    expect(await liveVersion()).toBe(two.version);
  });

  it("a shell that does not know the releaser's key is reported before anything changes", async () => {
    const before = await live('1');
    await announceHost(store, { contract: CONTRACT_VERSION, version: 'abc', keys: ['0123456789abcdef'] });
    const next = await upload('2');
    for (const attempt of [() => makeLive(store, [next], author), () => startPreview(store, next)])
      await expect(attempt()).rejects.toThrow(`does not trust your key ${key.id}`);
    expect(await liveVersion()).toBe(before.version);
  });

  it('a release is signed again with a new key only where the previous key is trusted', async () => {
    const release = await live('1');
    const stranger = signing(store);
    await expect(readRegistry(stranger)).rejects.toThrow(`signed with a key that is not trusted here (${key.id})`);
    await expect(makeLive(stranger, [release], author)).rejects.toThrow('not trusted here');
    const next = { ...stranger, trusted: new Map([...store.trusted, ...stranger.trusted]) };
    const again = await publish(next, 'mfe-shop', { ...author, build: buildWith('1') });
    expect(again.version).toBe(release.version);
    await makeLive(next, [again], author);
    expect((await readRegistry(stranger)).remotes['mfe-shop']?.version).toBe(release.version);
    expect((await releasesOf(stranger, 'mfe-shop')).map(({ version }) => version)).toEqual([release.version]);
  });
});

describe('a release bucket', () => {
  beforeEach(() => {
    Object.assign(bucket, { fails: () => false, ignoresConditions: false });
    bucket.files.clear();
    store = bucketStore();
  });

  it('a bucket rejects another key, secret or region, and the error names the problem', async () => {
    for (const [change, code] of [
      [{ keyId: 'other' }, 'InvalidAccessKeyId'],
      [{ secret: 'other' }, 'SignatureDoesNotMatch'],
      [{ region: 'other' }, 'AuthorizationHeaderMalformed'],
    ] as const)
      await expect(createBucketStore({ ...bucket, ...change }).write('a', text('a'))).rejects.toThrow(
        new RegExp(`^a cannot be written: 127\\.0\\.0\\.1:\\d+ answered 403 ${code}$`),
      );
    expect(bucket.files.size).toBe(0);
  });

  it('a bucket that ignores conditions is detected', async () => {
    bucket.ignoresConditions = true;
    expect(await store.isGuarded()).toBe(false);
  });

  it('a bucket that keeps failing stops a release with one sentence', async () => {
    bucket.fails = (method, key) => method === 'PUT' && key.endsWith('.mjs');
    await expect(upload('1')).rejects.toThrow(/server\/remoteEntry\.mjs cannot be written: 127\.0\.0\.1:\d+ answered 500 InternalError/);
    expect(await releasesOf(store, 'mfe-shop')).toEqual([]);
  });
});

describe('the cache in front of the site', () => {
  const heard: unknown[] = [];
  let statuses: number[] = [];
  const cache = createServer(async (request, response) => {
    heard.push([request.headers.authorization, JSON.parse(Buffer.concat(await request.toArray()).toString())]);
    response.writeHead(statuses.shift() ?? 503).end();
  });
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  const cdn = () => {
    const opened = openCdn({ PURGE_URL: `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`, PURGE_TOKEN: 'a-token' });
    if (!opened) throw new Error('no cache was opened');
    return opened;
  };
  const ALL_PAGES = ['Bearer a-token', { tags: ['pages'] }];

  beforeAll(() => new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve)));
  afterAll(() => cache.close());
  beforeEach(() => {
    for (const list of [heard, waits]) list.length = 0;
  });

  it('the cache is purged when most shell servers have switched and when all have, with retries until it confirms', async () => {
    statuses = [503, 200, 200];
    await purgeOldPages(cdn(), wait);
    expect(heard).toEqual([ALL_PAGES, ALL_PAGES, ALL_PAGES]);
    expect(waits).toEqual([5_000, 2_000, 15_000]);
  });

  it('a cache that never confirms a purge is reported with its answer', async () => {
    await expect(purgePages(cdn(), wait)).rejects.toThrow('the cache answered 503');
    expect(heard).toHaveLength(4);
  });

  it('a cache is configured only by both its address and its token', () => {
    expect(openCdn({ PURGE_URL: '', PURGE_TOKEN: '' })).toBeNull();
    expect(() => openCdn({ PURGE_URL: 'https://cdn.example' })).toThrow('set both PURGE_URL and PURGE_TOKEN');
  });
});

describe("the shell's server", () => {
  beforeEach(() => {
    Object.assign(bucket, { fails: () => false });
    bucket.files.clear();
    store = bucketStore();
  });
  const copies = (directory = mkdtempSync(join(root, 'cache-'))) => createLocalReleases({ store, directory });

  it("the shell's server copies a release from the bucket, without source maps, and then needs the bucket no more", async () => {
    const { version } = await upload('1');
    const directory = mkdtempSync(join(root, 'cache-'));
    const entry = await copies(directory).serverEntryOf({ name: 'mfe-shop', version });
    expect((await import(entry)).code).toBe(1);
    expect(() => readFileSync(join(directory, 'mfe-shop', version, 'maps/entry.js.map'))).toThrow('ENOENT');
    const releases = copies(directory);
    await releases.clientOf('mfe-shop', version);
    bucket.fails = () => true;
    expect(await releases.clientOf('mfe-shop', version)).toBe(join(directory, 'mfe-shop', version, 'client'));
  });

  it("the shell's server runs no code except what was released", async () => {
    const { version } = await upload('1');
    const path = `mfe-shop/${version}/server/remoteEntry.mjs`;
    const good = bucket.files.get(path) ?? text('');
    bucket.files.set(path, text('export const code = 2;'));
    const releases = copies();
    await expect(releases.serverEntryOf({ name: 'mfe-shop', version })).rejects.toThrow('server/remoteEntry.mjs is not what was released');
    bucket.files.set(path, good);
    expect((await import(await releases.serverEntryOf({ name: 'mfe-shop', version }))).code).toBe(1);
  });

  it("the shell's server replaces a damaged copy", async () => {
    const { version } = await upload('1');
    const directory = mkdtempSync(join(root, 'cache-'));
    const file = join(directory, 'mfe-shop', version, 'server/remoteEntry.mjs');
    await copies(directory).serverEntryOf({ name: 'mfe-shop', version });
    chmodSync(file, 0o600);
    writeFileSync(file, 'cut o');
    await copies(directory).serverEntryOf({ name: 'mfe-shop', version });
    expect(readFileSync(file, 'utf8')).toContain('export const code = 1');
  });

  it("the shell's server finds no release that does not exist", async () => {
    expect(await copies().clientOf('mfe-shop', 'nothing')).toBeNull();
  });
});
