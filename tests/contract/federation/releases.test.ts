import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildRooms } from '@site/shared/build/build.ts';
import { ROOT } from '@site/shared/build/rooms.ts';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES, type RemoteName } from '@site/shared/federation/remote.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { publish } from '@site/shared/releases/publish.ts';
import { readRegistry, releasesOf } from '@site/shared/releases/registry-file.ts';
import type { SigningStore } from '@site/shared/releases/release-store.ts';
import { release, rollback } from '@site/shared/releases/switch.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signing } from '../../setup/signing.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

type Rendering = typeof import('../../../shell/src/server/render.tsx');

let releases: string;
let store: SigningStore;
let registry: ReleaseRegistry;
let render: (path: string, registry: ReleaseRegistry) => Promise<Response>;
const failures: unknown[] = [];

beforeAll(async () => {
  await buildRooms();
  releases = mkdtempSync(join(tmpdir(), 'releases-'));
  store = signing(createFolderStore(releases));
  for (const name of REMOTE_NAMES) await release(store, name);
  registry = await readRegistry(store);
  const { createRenderer }: Rendering = await import(pathToFileURL(join(ROOT, 'shell/dist/server/render.mjs')).href);
  const renderer = createRenderer({
    settings: {
      siteUrl: 'https://raiz.example',
      identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
      playerUrl: 'https://player.example',
      reportsShare: 1,
      isTestMode: false,
    },
    apiUrl: 'http://127.0.0.1:9',
    fetch,
    serverEntryOf: async ({ serverEntry }) => pathToFileURL(join(releases, serverEntry)).href,
    shell: { version: 'v1', entry: { scripts: [], styles: [] }, integrity: {}, late: [], pages: {} },
    startScript: '',
    styleText: () => null,
    policyOf: () => '',
    onError: (error) => failures.push(error),
  });
  render = (path, registry) =>
    renderer.render(new Request(`https://raiz.example${path}`), {
      requestId: 'req-00001',
      brand: aBrand(),
      buildId: 'm',
      registry,
      wishes: { locale: 'pt-BR', currency: null },
    });
}, 300_000);
afterAll(() => rmSync(releases, { recursive: true, force: true }));

const live = (name: RemoteName): RegisteredRelease => {
  const entry = registry.remotes[name];
  if (!entry) throw new Error(`${name} is not released`);
  return entry;
};
const registryWith = (name: RemoteName, changes: Partial<RegisteredRelease>): ReleaseRegistry => ({
  remotes: { ...registry.remotes, [name]: { ...live(name), ...changes } },
});
/** Returns a release with this server code. */
function broken(code: string): ReleaseRegistry {
  const version = `broken${Math.random().toString(36).slice(2, 8)}`;
  const serverEntry = `mfe-podcast/${version}/server/remoteEntry.mjs`;
  mkdirSync(join(releases, 'mfe-podcast', version, 'server'), { recursive: true });
  writeFileSync(join(releases, serverEntry), code);
  return registryWith('mfe-podcast', { version, serverEntry });
}

describe('a page of a remote', () => {
  it('a page of a remote loads the files of its release, which no other page loads', async () => {
    const answer = await render('/user-dashboard', registry);
    const html = await answer.text();
    const { version, pages } = live('mfe-dashboards');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(html).toContain(`/_r/mfe-dashboards/${version}/remoteEntry.js`);
    const scriptsOf = (page: string) => Object.entries(pages).find(([name]) => name.endsWith(`/${page}-page.tsx`))?.[1].scripts ?? [];
    const own = scriptsOf('user-dashboard');
    const foreign = scriptsOf('dashboard').filter((script) => !own.includes(script));
    expect([own.length > 0, foreign.length > 0]).toEqual([true, true]);
    expect(own.filter((script) => !html.includes(script))).toEqual([]);
    expect(foreign.filter((script) => html.includes(script))).toEqual([]);
  });

  it('a page of a remote follows the registry forwards and back without a restart', async () => {
    const before = live('mfe-dashboards').version;
    // Builds the same remote with one more file.
    const build = join(releases, 'another-build');
    cpSync(join(ROOT, 'mfe-dashboards/dist'), build, { recursive: true });
    writeFileSync(join(build, 'client/another.js'), '');
    const by = { by: 'test', commit: null };
    const { version, entry } = await publish(store, 'mfe-dashboards', { ...by, build });
    await rollback(store, 'mfe-dashboards', version, by);
    expect(await (await render('/dashboard', await readRegistry(store))).text()).toContain(entry);
    expect((await rollback(store, 'mfe-dashboards', undefined, by)).version).toBe(before);
    expect(await (await render('/dashboard', await readRegistry(store))).text()).not.toContain(entry);
    expect((await releasesOf(store, 'mfe-dashboards')).map(({ version }) => version)).toContain(version);
  });
});

describe('a failing remote breaks only its own area', () => {
  const isUnavailable = async (registry: ReleaseRegistry) => {
    const startedAt = performance.now();
    const answer = await render('/podcast', registry);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    expect(answer.status).toBe(503);
    const html = await answer.text();
    expect(html).toContain('Esta área está indisponível no momento');
    expect(html).toContain('Tentar novamente');
    expect(html).toContain('<header');
    expect((await render('/user-dashboard', registry)).status).toBe(200);
  };

  it('a remote that is not released breaks only its own area', async () =>
    await isUnavailable({ remotes: { 'mfe-dashboards': live('mfe-dashboards') } }));
  it('a remote whose code is gone breaks only its own area', async () =>
    await isUnavailable(registryWith('mfe-podcast', { version: 'gone', serverEntry: 'mfe-podcast/gone/server/remoteEntry.mjs' })));
  it('a remote whose code throws breaks only its own area', async () => await isUnavailable(broken('throw new Error("at start")')));
  it('a remote whose code is cut off breaks only its own area', async () => await isUnavailable(broken('export const init = () => {')));
  it('a remote whose code hangs breaks only its own area', async () =>
    await isUnavailable(broken('await new Promise((resolve) => setTimeout(resolve, 60_000).unref?.());')));
  it('a remote for another contract breaks only its own area, and its code does not run', async () => {
    const registry = broken('globalThis.ranRefusedCode = true; export const init = () => {}; export const get = () => {};');
    const release = registry.remotes['mfe-podcast'];
    if (!release) throw new Error('no release');
    await isUnavailable({ remotes: { ...registry.remotes, 'mfe-podcast': { ...release, contract: '99.0.0' } } });
    expect(globalThis).not.toHaveProperty('ranRefusedCode');
    expect(failures).toContainEqual(expect.objectContaining({ name: 'RemoteFailure', reason: 'contract' }));
  });
});

describe('an address without a page', () => {
  it('an unknown address is 404 in the design of the site, also inside a remote', async () => {
    for (const path of ['/nada', '/user-dashboard/nada']) {
      const answer = await render(path, registry);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('Página não encontrada');
    }
  });
});

it('while the API is down, a page gets 503 with a way to retry and stays out of search results', async () => {
  const answer = await render('/podcast', registry);
  expect(answer.status).toBe(503);
  const html = await answer.text();
  expect(html).toContain('Tentar novamente');
  expect(html).toContain('content="noindex"');
});
