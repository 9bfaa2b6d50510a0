import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildRooms } from '@site/shared/build/build.ts';
import { filesUnder, ROOT } from '@site/shared/build/rooms.ts';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { CONTRACT_VERSION, REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { localPublicKey } from '@site/shared/releases/local-key.ts';
import { announceHost, readRegistry } from '@site/shared/releases/registry-file.ts';
import { keyFileOf, openSigningStore } from '@site/shared/releases/release-store.ts';
import { release } from '@site/shared/releases/switch.ts';
import * as facade from '@site/shared/site/site.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signing } from '../../setup/signing.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

type Rendering = typeof import('../../../shell/src/server/render.tsx');
type Render = (path: string, registry: ReleaseRegistry) => Promise<Response>;

/** The exports of the facade when the contract version was last raised. */
const recorded: { contract: string; exports: string[] } = JSON.parse(readFileSync(join(import.meta.dirname, 'facade.json'), 'utf8'));

/** The previous minor version, or the previous major version before a first minor. */
const [major = 0, minor = 0] = CONTRACT_VERSION.split('.').map(Number);
const PREVIOUS = minor > 0 ? `${major}.${minor - 1}.0` : `${major - 1}.0.0`;

/** The server half of a remote for contract 2.0: routes by the container protocol, no slots, handles with `meta` only. */
const REMOTE_OF_CONTRACT_2_0 = `
let scope;
export const init = (given) => { scope = given; };
const shared = async (key) => (await Object.values(scope[key])[0].get())();
export const get = async () => {
  const { createElement: h, useState } = await shared('react');
  const { ButtonLink, Link, useLocation, usePreferences } = await shared('@site/shared/site/site.ts');
  const Component = () => {
    const [count] = useState(3);
    return h('section', null, 'De antes: ' + count + useLocation().pathname + usePreferences().currency,
      h(Link, { to: '/shop' }, 'loja'), h(ButtonLink, { to: '/cart', variant: 'quiet' }, 'carrinho'));
  };
  return () => ({ routes: [{ path: 'podcast', Component, loader: () => null, handle: { meta: () => ({ title: 'Antes' }) } }] });
};`;

let folder: string;
let releases: ReleaseRegistry;

async function hostAt(directory: string): Promise<Render> {
  const { createRenderer }: Rendering = await import(pathToFileURL(join(directory, 'render.mjs')).href);
  const renderer = createRenderer({
    settings: {
      siteUrl: 'https://raiz.example',
      identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
      playerUrl: 'https://player.example',
      isTestMode: false,
      reportsShare: 1,
    },
    apiUrl: 'http://127.0.0.1:9',
    fetch,
    // A remote's code serves one host, and each of the two hosts in this process has its own copy.
    serverEntryOf: async ({ serverEntry }) => `${pathToFileURL(join(folder, serverEntry))}?for=${basename(directory)}`,
    shell: { version: 'v1', entry: { scripts: [], styles: [] }, integrity: {}, late: [], pages: {} },
    startScript: '',
    styleText: () => null,
    policyOf: () => '',
    onError: () => undefined,
  });
  return (path, registry) =>
    renderer.render(new Request(`https://raiz.example${path}`), {
      requestId: 'req-00001',
      brand: aBrand(),
      buildId: 'm',
      registry,
      wishes: { locale: 'pt-BR', currency: null },
    });
}

beforeAll(async () => {
  await buildRooms();
  folder = mkdtempSync(join(tmpdir(), 'semente-compatibility-'));
  const store = signing(createFolderStore(folder));
  for (const name of REMOTE_NAMES) await release(store, name);
  releases = await readRegistry(store);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const live = (name: (typeof REMOTE_NAMES)[number]): RegisteredRelease => {
  const entry = releases.remotes[name];
  if (!entry) throw new Error(`${name} is not released`);
  return entry;
};

describe('a previous remote in the new shell', () => {
  it('the new shell renders a previous remote unchanged', async () => {
    const serverEntry = 'mfe-podcast/previous/server/remoteEntry.mjs';
    mkdirSync(join(folder, serverEntry, '..'), { recursive: true });
    writeFileSync(join(folder, serverEntry), REMOTE_OF_CONTRACT_2_0);
    const { slots: _, ...previous } = { ...live('mfe-podcast'), version: 'previous', contract: '2.0.0', serverEntry, pages: {} };
    const registry = { remotes: { ...releases.remotes, 'mfe-podcast': previous } };
    const render = await hostAt(join(ROOT, 'shell/dist/server'));
    const answer = await render('/podcast', registry);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('De antes: 3/podcastBRL');
    expect(html).toContain('<title>Antes · Raiz</title>');
    expect(html).toContain('href="/cart"');
    expect((await render('/user-dashboard', registry)).status).toBe(200);
  });

  it('the facade still exports everything that previous remotes of this major version use', () => {
    const gone = recorded.exports.filter((name) => !(name in facade));
    expect(gone, 'to take something out of the facade is a new major of CONTRACT_VERSION, and a new record').toEqual([]);
  });
});

describe('a new remote in the previous shell', () => {
  it('new exports of the facade come with a new minor version of the contract', () => {
    const added = Object.keys(facade).filter((name) => !recorded.exports.includes(name));
    expect(added, 'raise the minor of CONTRACT_VERSION, and record contract and exports in facade.json').toEqual([]);
    expect(recorded.contract).toBe(CONTRACT_VERSION);
  });

  it('a new remote in the previous shell breaks only its own area', async () => {
    const previous = join(folder, 'shell');
    cpSync(join(ROOT, 'shell/dist/server'), previous, { recursive: true });
    for (const file of filesUnder(previous).filter((name) => name.endsWith('.mjs'))) {
      const code = readFileSync(join(previous, file), 'utf8');
      writeFileSync(join(previous, file), code.replaceAll(`CONTRACT_VERSION */"${CONTRACT_VERSION}"`, `CONTRACT_VERSION */"${PREVIOUS}"`));
    }
    const render = await hostAt(previous);
    const registry = { remotes: { ...releases.remotes, 'mfe-dashboards': { ...live('mfe-dashboards'), contract: PREVIOUS } } };
    const answer = await render('/podcast', registry);
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('Esta área está indisponível no momento');
    expect((await render('/user-dashboard', registry)).status).toBe(200);
  });

  it('a new remote is rejected at its release to the previous shell: nothing is built, uploaded or switched', async () => {
    const directory = join(folder, 'of-the-previous-shell');
    localPublicKey(keyFileOf({ RELEASES_DIR: directory }));
    const store = openSigningStore({ RELEASES_DIR: directory });
    await announceHost(store, { contract: PREVIOUS, version: 'previous', keys: [store.signingKey.id] });
    const { status, stderr, stdout } = spawnSync(process.execPath, ['shared/releases/release.ts', 'mfe-shop'], {
      cwd: ROOT,
      env: { ...process.env, RELEASES_DIR: directory },
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`mfe-shop is built for contract ${CONTRACT_VERSION}, but the running shell speaks contract ${PREVIOUS}`);
    expect(readdirSync(directory)).toEqual(['host.json']);
  });
});
