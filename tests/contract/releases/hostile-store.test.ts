import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { createBucketStore } from '@site/shared/releases/bucket-store.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { integrityOf } from '@site/shared/releases/integrity.ts';
import { publish } from '@site/shared/releases/publish.ts';
import type { SigningStore } from '@site/shared/releases/release-store.ts';
import { keepShellFiles } from '@site/shared/releases/shell-files.ts';
import { NotTrusted, seal } from '@site/shared/releases/signing.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLocalReleases } from '../../../shell/server/local-releases.ts';
import { newKey, signing } from '../../setup/signing.ts';
import { type BucketStandIn, startBucket } from './bucket-stand-in.ts';

const key = newKey();
const author = { by: 'Ana', commit: null };
const EVIL = 'evil();';
const long = 'a'.repeat(5_000);

let root: string;
let bucket: BucketStandIn;
beforeAll(async () => {
  bucket = await startBucket();
  root = mkdtempSync(join(tmpdir(), 'semente-hostile-store-'));
});
afterAll(() => {
  bucket.stop();
  rmSync(root, { recursive: true });
});

function buildWith(code: string): string {
  const build = mkdtempSync(join(root, 'build-'));
  const files = {
    'client/pages.json': JSON.stringify({ entry: { scripts: ['entry.js'], styles: [] }, pages: {}, slots: {} }),
    'client/remoteEntry.js': `remote(${code})`,
    'client/entry.js': `entry(${code})`,
    'server/remoteEntry.mjs': `export const code = ${code};`,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(build, path)), { recursive: true });
    writeFileSync(join(build, path), content);
  }
  return build;
}

type Attack = {
  release: RegisteredRelease;
  other: RegisteredRelease;
  record: string;
  /** Writes like an intruder, who has the store but no key. */
  put: (path: string, bytes: Uint8Array | string) => void;
  get: (path: string) => Promise<Uint8Array>;
};
type Attacks = Record<string, (attack: Attack) => unknown>;

const digest = integrityOf(Buffer.from(EVIL));
const file = { bytes: EVIL.length, integrity: digest };
/** Returns an attack by a record that a trusted key signed and that is still misleading. */
const signed = (change: (release: RegisteredRelease, other: RegisteredRelease) => object) => (attack: Attack) =>
  attack.put(attack.record, seal('release', { ...attack.release, ...change(attack.release, attack.other) }, key));
const withFile = (path: string, value: unknown = file) =>
  signed(({ files }) => ({ files: { ...files, ...Object.fromEntries([[path, value]]) } }));
const withoutFile = (path: string) =>
  signed(({ files }) => ({ files: Object.fromEntries(Object.entries(files).filter(([name]) => name !== path)) }));
const withScript = (script: string) => signed(() => ({ assets: { scripts: [script], styles: [] } }));

const NAMES: Attacks = {
  ...Object.fromEntries(
    [
      ...['../evil.mjs', '../../../evil.mjs', '/etc/passwd', 'client/../../evil.js', 'client/..', 'client/.', 'client/', 'client', ''],
      ...[
        'client/.hidden',
        'client/a/b.js',
        'client//a.js',
        'client/a\0.js',
        'client\\evil.js',
        'client/..\\evil.js',
        'evil/x.js',
        'client/a b.js',
      ],
      ...[
        'client/%2e%2e%2fevil.js',
        `client/${long}.js`,
        'CLIENT/x.js',
        'client/é.js',
        'client/a\n.js',
        'C:\\evil.js',
        'file:///etc/passwd',
      ],
    ].map((path) => [`a file ${JSON.stringify(path.slice(0, 40))}`, withFile(path)]),
  ),
  ...Object.fromEntries(
    ['../mfe-shop', 'mfe-evil', '/mfe-shop', 'mfe-podcast', '', '__proto__', 'mfe-shop/../..'].map((name) => [
      `the name ${name}`,
      signed(() => ({ name })),
    ]),
  ),
  ...Object.fromEntries(
    ['../evil', '..', '', 'A1', '/etc', 'a\0', 'a/b', long].map((version) => [
      `the version ${version.slice(0, 20)}`,
      signed(() => ({ version })),
    ]),
  ),
  ...Object.fromEntries(
    [
      'https://evil.example/remoteEntry.js',
      '//evil.example/remoteEntry.js',
      '/_r/mfe-podcast/a/remoteEntry.js',
      '/_r/mfe-shop/../x.js',
      '',
    ].flatMap((address) => [
      [`the entry ${address}`, signed(() => ({ entry: address }))],
      [`the script ${address}`, withScript(address)],
    ]),
  ),
  ...Object.fromEntries(
    ['../../evil.mjs', '/etc/passwd', 'mfe-podcast/a/server/remoteEntry.mjs', 'file:///etc/passwd', 'data:text/javascript,1'].map(
      (path) => [`the server entry ${path}`, signed(() => ({ serverEntry: path }))],
    ),
  ),
  'a script that is not among its files': signed(({ name, version }) => ({
    assets: { scripts: [`/_r/${name}/${version}/none.js`], styles: [] },
  })),
  'no server entry among its files': withoutFile('server/remoteEntry.mjs'),
  'no entry among its files': withoutFile('client/remoteEntry.js'),
  'another digest of its entry than of the file': signed(() => ({ integrity: digest })),
  'a digest of another kind': withFile('client/x.js', { bytes: 1, integrity: 'sha256-AAAA' }),
  'no digest': withFile('client/x.js', { bytes: 1 }),
  ...Object.fromEntries(
    [-1, 1.5, 1e300, '8', null].map((bytes) => [`a size of ${bytes}`, withFile('client/x.js', { bytes, integrity: digest })]),
  ),
  'a contract that is none': signed(() => ({ contract: 'evil' })),
  'more files than a release has': signed(({ files }) => ({
    files: { ...files, ...Object.fromEntries(Array.from({ length: 2_001 }, (_, number) => [`client/${number}.js`, file])) },
  })),
};

/** Returns an attack that changes the envelope of the release. */
const envelope =
  (change: (parts: { payload: string; signatures: { keyid: string; sig: string }[] }, attack: Attack) => object | Promise<object>) =>
  async (attack: Attack) => {
    const parts = JSON.parse(Buffer.from(await attack.get(attack.record)).toString());
    attack.put(attack.record, JSON.stringify({ ...parts, ...(await change(parts, attack)) }));
  };
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

const SIGNATURES: Attacks = {
  ...Object.fromEntries(
    ['', 'null', '[]', '{}', '{"payload":', 'true', '"text"', EVIL].map((text) => [
      `the record is ${JSON.stringify(text)}`,
      ({ put, record }) => put(record, text),
    ]),
  ),
  'the record is not signed': ({ put, record, release }) => put(record, JSON.stringify(release)),
  'the record is signed by a stranger': ({ put, record, release }) => put(record, seal('release', release, newKey())),
  'the record is signed by a stranger under a trusted id': ({ put, record, release }) =>
    put(record, seal('release', release, { ...newKey(), id: key.id })),
  'the record is signed as a registry': ({ put, record, release }) => put(record, seal('registry', release, key)),
  'the record is another release’s': async ({ put, get, record, other }) =>
    put(record, await get(`mfe-shop/${other.version}/release.dsse.json`)),
  'the record is larger than any': ({ put, record, release }) =>
    put(record, seal('release', { ...release, more: 'a'.repeat(3_000_000) }, key)),
  'what was signed is changed': envelope((_, { release }) => ({ payload: base64({ ...release, isTested: true }) })),
  'the type is changed': envelope(() => ({ payloadType: 'application/vnd.semente.registry+json' })),
  'the signature is missing': envelope(() => ({ signatures: [] })),
  'the signature is empty': envelope(({ signatures: [own] }) => ({ signatures: [{ ...own, sig: '' }] })),
  'the signature is nonsense': envelope(({ signatures: [own] }) => ({ signatures: [{ ...own, sig: '!!!' }] })),
  'the signature is cut off': envelope(({ signatures: [own] }) => ({ signatures: [{ ...own, sig: own?.sig.slice(0, 40) }] })),
  'the signature is that of another release': envelope(async (_, { get, other }) => ({
    signatures: JSON.parse(Buffer.from(await get(`mfe-shop/${other.version}/release.dsse.json`)).toString()).signatures,
  })),
  'the key is not known': envelope(({ signatures: [own] }) => ({ signatures: [{ ...own, keyid: '0123456789abcdef' }] })),
  'the key has no id': envelope(({ signatures: [own] }) => ({ signatures: [{ ...own, keyid: '__proto__' }] })),
  'there are a thousand signatures': envelope(({ signatures: [own] }) => ({ signatures: Array.from({ length: 1_000 }, () => own) })),
};

const inRelease = ({ release }: Attack, path: string) => `mfe-shop/${release.version}/${path}`;
const FILES: Attacks = Object.fromEntries(
  ['client/entry.js', 'client/remoteEntry.js', 'server/remoteEntry.mjs'].flatMap((path) => [
    [`${path} is another one`, (attack: Attack) => attack.put(inRelease(attack, path), EVIL)],
    [
      `${path} is another one of the same size`,
      (attack: Attack) =>
        attack.put(
          inRelease(attack, path),
          EVIL.padEnd(attack.release.files[path]?.bytes ?? 0).slice(0, attack.release.files[path]?.bytes),
        ),
    ],
    [
      `${path} goes on after its end`,
      async (attack: Attack) =>
        attack.put(inRelease(attack, path), Buffer.concat([await attack.get(inRelease(attack, path)), Buffer.from(EVIL)])),
    ],
    [`${path} is much too large`, (attack: Attack) => attack.put(inRelease(attack, path), Buffer.alloc(20_000_000))],
    [`${path} is empty`, (attack: Attack) => attack.put(inRelease(attack, path), '')],
    [
      `${path} is that of another release`,
      async (attack: Attack) => attack.put(inRelease(attack, path), await attack.get(`mfe-shop/${attack.other.version}/${path}`)),
    ],
    [
      `${path} is another file of the release`,
      async (attack: Attack) => attack.put(inRelease(attack, path), await attack.get(inRelease(attack, 'client/pages.json'))),
    ],
  ]),
);

const LINKS: Attacks = {
  'a file is a link to one outside': (attack) => link(attack, 'client/entry.js', '/etc/hostname'),
  'a file is a link to one with the right content': (attack) => {
    writeFileSync(join(root, 'same.js'), `entry("1")`);
    link(attack, 'client/entry.js', join(root, 'same.js'));
  },
  'a file is a link to what never ends': (attack) => link(attack, 'client/entry.js', '/dev/zero'),
  'the record is a link': (attack) => link(attack, 'release.dsse.json', '/etc/hostname'),
  'the folder of scripts is a link': (attack) => {
    rmSync(join(root, 'folder', inRelease(attack, 'client')), { recursive: true });
    link(attack, 'client', join(root, 'folder', `mfe-shop/${attack.other.version}/client`));
  },
  'a file is a folder': (attack) => {
    const path = join(root, 'folder', inRelease(attack, 'client/entry.js'));
    unlinkSync(path);
    mkdirSync(path);
  },
};
function link(attack: Attack, path: string, target: string): void {
  rmSync(join(root, 'folder', inRelease(attack, path)), { force: true });
  symlinkSync(target, join(root, 'folder', inRelease(attack, path)));
}

it('more than a hundred attacks are tried', () => {
  const counts = [NAMES, SIGNATURES, FILES, LINKS].map((attacks) => Object.keys(attacks).length);
  console.info(`hostile stores: ${counts.join(' + ')}, in a folder and, but for links, in a bucket`);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(100);
});

describe.each(['folder', 'bucket'])('a %s of releases that an intruder writes to', (kind) => {
  let store: SigningStore;
  let attack: Attack;
  let copies: string;

  beforeEach(async () => {
    bucket.files.clear();
    rmSync(join(root, 'folder'), { recursive: true, force: true });
    store = signing(kind === 'bucket' ? createBucketStore(bucket) : createFolderStore(join(root, 'folder')), key);
    const release = await publish(store, 'mfe-shop', { ...author, build: buildWith('"1"') });
    const other = await publish(store, 'mfe-shop', { ...author, build: buildWith('"2"') });
    copies = mkdtempSync(join(root, 'copies-'));
    attack = {
      release,
      other,
      record: `mfe-shop/${release.version}/release.dsse.json`,
      put: (path, bytes) => {
        if (kind === 'bucket') bucket.files.set(path, Buffer.from(bytes));
        else writeFileSync(join(root, 'folder', path), bytes);
      },
      get: async (path) => (await store.read(path))?.bytes ?? Buffer.from(''),
    };
  });

  const cases = Object.entries({ ...NAMES, ...SIGNATURES, ...FILES, ...(kind === 'folder' ? LINKS : {}) });
  it.each(cases)('nothing is served after the attack: %s', async (_, perform) => {
    await perform(attack);
    const releases = createLocalReleases({ store, directory: copies });
    const { name, version } = attack.release;
    await expect(releases.serverEntryOf({ name, version })).rejects.toThrow(NotTrusted);
    await expect(releases.clientOf(name, version)).rejects.toThrow(NotTrusted);
    // Valid files may arrive before invalid ones, and may still be incomplete.
    const written = readdirSync(copies, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.endsWith('.part') && statSync(join(copies, path)).isFile())
      .filter(
        (path) => attack.release.files[path.split('/').slice(2).join('/')]?.integrity !== integrityOf(readFileSync(join(copies, path))),
      );
    expect(written).toEqual([]);
    expect(await releases.clientOf(name, attack.other.version)).toBe(join(copies, name, attack.other.version, 'client'));
  });

  it('an unsigned file is not served, even next to signed ones', async () => {
    attack.put(inRelease(attack, 'client/extra.js'), EVIL);
    const folder = await createLocalReleases({ store, directory: copies }).clientOf('mfe-shop', attack.release.version);
    expect(readdirSync(folder ?? '').sort()).toEqual(['entry.js', 'pages.json', 'remoteEntry.js']);
  });

  it('the server serves the checked content of a file that changes after its check', async () => {
    const releases = createLocalReleases({ store, directory: copies });
    const { name, version } = attack.release;
    await releases.clientOf(name, version);
    attack.put(inRelease(attack, 'server/remoteEntry.mjs'), EVIL);
    expect((await import(await releases.serverEntryOf({ name, version }))).code).toBe('1');
  });

  describe('the files of an earlier shell', () => {
    const main = 'main.0a1b.js';
    beforeEach(async () => {
      const build = mkdtempSync(join(root, 'shell-'));
      for (const [name, content] of Object.entries({
        [main]: 'shell();',
        [`${main}.br`]: 'br',
        'late.2c3d.js': 'late();',
        'pages.json': '{}',
      }))
        writeFileSync(join(build, name), content);
      await keepShellFiles(store, build);
    });
    const served = (file: string) => createLocalReleases({ store, directory: copies }).folderOfShell(file);

    it('files of an earlier shell are served as signed, with their compressed twins', async () => {
      const folder = (await served(main)) ?? '';
      expect(readdirSync(folder).sort()).toEqual([main, `${main}.br`]);
      expect(readFileSync(join(folder, main), 'utf8')).toBe('shell();');
      expect(await served('none.js')).toBeNull();
    });

    it('files of an earlier shell that are not signed are not served', async () => {
      attack.put('shell/evil.js', EVIL);
      expect(await served('evil.js')).toBeNull();
    });

    const record = (file: string, value: unknown, by = key) => attack.put(`shell/${file}.dsse.json`, seal('shell-file', value, by));
    it.each<[string, () => unknown]>([
      ['another content', () => attack.put(`shell/${main}`, EVIL)],
      ['another content of the same length', () => attack.put(`shell/${main}`, 'evil1();')],
      ['another twin', () => attack.put(`shell/${main}.br`, EVIL)],
      ['no content', () => attack.put(`shell/${main}`, '')],
      ['the record of another file', async () => attack.put(`shell/${main}.dsse.json`, await attack.get('shell/late.2c3d.js.dsse.json'))],
      ['no signature', () => attack.put(`shell/${main}.dsse.json`, JSON.stringify({ [main]: file }))],
      ['a stranger’s signature', () => record(main, { [main]: file }, newKey())],
      ['a stranger’s signature under a trusted id', () => record(main, { [main]: file }, { ...newKey(), id: key.id })],
      ['a record that was signed as a release', () => attack.put(`shell/${main}.dsse.json`, seal('release', { [main]: file }, key))],
      ['a path to elsewhere in its record', () => record(main, { [main]: file, '../evil.js': file })],
      ['another name in its record', () => record(main, { [main]: file, 'evil.js': file })],
    ])('files of an earlier shell are not served with %s', async (_, perform) => {
      attack.put('shell/evil.js', EVIL);
      await perform();
      await expect(served(main)).rejects.toThrow(NotTrusted);
      expect(await served('late.2c3d.js')).not.toBeNull();
    });

    it('files of an earlier shell are served unchanged, whatever changes after their check', async () => {
      const releases = createLocalReleases({ store, directory: copies });
      await releases.folderOfShell(main);
      attack.put(`shell/${main}`, EVIL);
      expect(readFileSync(join((await releases.folderOfShell(main)) ?? '', main), 'utf8')).toBe('shell();');
    });
  });

  it("no path leads out of an earlier shell's folder", async () => {
    for (const path of [
      '../evil',
      '/etc/passwd',
      'a/../../evil',
      'a//b',
      '',
      '.',
      'a/.',
      'a\0b',
      'a\\b',
      `a/${long}`,
      'a/b/c/d/e/f/g/h/i',
      'a?b',
      'a#b',
      'a%2fb',
    ]) {
      await expect(store.read(path), path).rejects.toThrow('is not a path inside the release store');
      await expect(store.write(path, Buffer.from(EVIL)), path).rejects.toThrow('is not a path inside the release store');
      await expect(store.removeFolder(path), path).rejects.toThrow('is not a path inside the release store');
      await expect(store.list(path), path).rejects.toThrow('is not a path inside the release store');
    }
  });
});

it('a build that contains a forbidden file name is not uploaded', async () => {
  const store = signing(createFolderStore(join(root, 'never')), key);
  const build = buildWith('"3"');
  writeFileSync(join(build, 'client/a b.js'), '');
  await expect(publish(store, 'mfe-shop', { ...author, build })).rejects.toThrow('"client/a b.js"');
  expect(await store.list('mfe-shop')).toEqual([]);
});
