import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildRooms } from '@site/shared/build/build.ts';
import { ROOT } from '@site/shared/build/rooms.ts';
import type { HomeContent, SiteInfo } from '@site/shared/contracts/content.ts';
import type { Episode } from '@site/shared/contracts/episodes.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { RegisteredRelease, ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { REMOTE_NAMES } from '@site/shared/federation/remote.ts';
import { createFolderStore } from '@site/shared/releases/folder-store.ts';
import { readRegistry } from '@site/shared/releases/registry-file.ts';
import { release } from '@site/shared/releases/switch.ts';
import { aBrand } from '@site/shared/testing/builders.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signing } from '../../setup/signing.ts';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

type Rendering = typeof import('../../../shell/src/server/render.tsx');

const episode: Episode = {
  id: 'video-1',
  slug: 'episodio-um',
  title: 'Episódio um',
  description: 'Sobre o primeiro.',
  publishedAt: toInstant('2026-03-01T12:00:00Z'),
  durationSeconds: 2_841,
  picture: null,
  media: { kind: 'youtube', url: 'https://videos.test/1' },
  audio: null,
  spotifyUrl: '',
};
const home: HomeContent = {
  title: 'Início',
  lead: 'Bem-vindos',
  heroEpisodes: [{ ...episode, id: 'video-2', slug: 'episodio-dois', title: 'Episódio dois' }],
  recentEpisodes: [episode],
  author: { title: 'Quem escreve', paragraphs: ['Uma autora.'] },
  featuredEbooks: [],
  recentPosts: [],
  testimonials: [],
  closing: { title: 'Até logo', text: 'Volte sempre.' },
};

const known: SiteInfo = {
  links: { places: [], instagram: null },
  contactEmail: 'oi@raiz.example',
  seller: { legalName: '', taxId: '', address: '' },
  currencies: { sold: ['NZD'], default: 'NZD' },
  timeZone: 'Pacific/Auckland',
  hasPosts: false,
};
/** Longer than a page waits for the content of its frame. */
const SLOW_MS = 700;
/** The API's answer about the site, or null while it has none. */
let site: SiteInfo | null = null;

let releases: string;
let registry: ReleaseRegistry;
let api: Server;
let render: (registry: ReleaseRegistry) => Promise<Response>;
const failures: unknown[] = [];

beforeAll(async () => {
  await buildRooms();
  releases = mkdtempSync(join(tmpdir(), 'releases-'));
  const store = signing(createFolderStore(releases));
  for (const name of REMOTE_NAMES) await release(store, name);
  registry = await readRegistry(store);
  api = createServer((request, answer) => {
    answer.setHeader('content-type', 'application/json');
    answer.setHeader('cache-control', 'public, max-age=0');
    answer.setHeader('cache-tag', 'episodes');
    if (request.url?.startsWith('/api/pages/home')) return answer.end(JSON.stringify(home));
    if (request.url?.startsWith('/api/site') && site) return setTimeout(() => answer.end(JSON.stringify(site)), SLOW_MS);
    answer.writeHead(503).end();
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const { createRenderer }: Rendering = await import(pathToFileURL(join(ROOT, 'shell/dist/server/render.mjs')).href);
  const renderer = createRenderer({
    settings: {
      siteUrl: 'https://raiz.example',
      identity: { projectId: 'p', apiKey: 'k', authDomain: 'd', isProxied: false },
      playerUrl: 'https://player.example',
      reportsShare: 1,
      isTestMode: false,
    },
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    fetch,
    serverEntryOf: async ({ serverEntry }) => pathToFileURL(join(releases, serverEntry)).href,
    shell: { version: 'v1', entry: { scripts: [], styles: [] }, integrity: {}, late: [], pages: {} },
    startScript: '',
    styleText: () => null,
    policyOf: () => '',
    onError: (error) => failures.push(error),
  });
  render = (registry) =>
    renderer.render(new Request('https://raiz.example/'), {
      requestId: 'req-00001',
      brand: aBrand(),
      buildId: 'm',
      registry,
      wishes: { locale: 'pt-BR', currency: null },
    });
}, 300_000);
afterAll(() => {
  api?.close();
  rmSync(releases, { recursive: true, force: true });
});

const podcast = (): RegisteredRelease => {
  const live = registry.remotes['mfe-podcast'];
  if (!live) throw new Error('the podcast is not released');
  return live;
};
const registryWith = (changes: Partial<RegisteredRelease>): ReleaseRegistry => ({
  remotes: { ...registry.remotes, 'mfe-podcast': { ...podcast(), ...changes } },
});
let count = 0;
/** Returns a release with this server code. */
function releaseOf(code: string, changes: Partial<RegisteredRelease> = {}): ReleaseRegistry {
  const version = `broken${count++}`;
  const serverEntry = `mfe-podcast/${version}/server/remoteEntry.mjs`;
  mkdirSync(join(releases, 'mfe-podcast', version, 'server'), { recursive: true });
  writeFileSync(join(releases, serverEntry), code);
  return registryWith({ version, serverEntry, ...changes });
}
/** Returns a release with these slots. */
const lending = (slots: string): ReleaseRegistry =>
  releaseOf(`export const init = () => {}; export const get = async () => () => ({ routes: [], slots: ${slots} });`);

const bootOf = (html: string) => JSON.parse(/<script[^>]+id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '');

describe('a page of the shell with slots', () => {
  it('a page of the shell is rendered with its slots and loads exactly their files', async () => {
    const answer = await render(registry);
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('aria-label="Reproduzir: Episódio um"');
    expect(html).toContain('aria-label="Reproduzir: Episódio dois"');
    expect(bootOf(html).slots).toEqual({ 'mfe-podcast/episode-cards': true, 'mfe-podcast/episode-facade': true });

    const { slots = {}, pages, entry } = podcast();
    const named = (files: readonly string[]) => files.filter((file) => html.includes(file));
    const own = ['episode-cards', 'episode-facade'].flatMap((slot) => [...(slots[slot]?.scripts ?? []), ...(slots[slot]?.styles ?? [])]);
    expect(own.length).toBeGreaterThan(0);
    expect(named([entry, ...own])).toEqual([entry, ...own]);
    const docks = ['player-dock', 'audio-dock'].flatMap((slot) => slots[slot]?.scripts ?? []);
    const foreign = [...docks, ...Object.values(pages).flatMap(({ scripts }) => scripts)];
    expect(named(foreign.filter((file) => !own.includes(file)))).toEqual([]);
  });
});

describe('a slot of a failing remote shows a fallback', () => {
  async function showsFallback(registry: ReleaseRegistry) {
    const startedAt = performance.now();
    const answer = await render(registry);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain('href="/podcast/episodio-um"');
    expect(html).toContain('Volte sempre.');
    expect(html).not.toContain('Reproduzir');
    expect(html).not.toContain('/_r/mfe-podcast/');
    expect(bootOf(html).slots).toEqual({ 'mfe-podcast/episode-cards': false, 'mfe-podcast/episode-facade': false });
  }

  // The page's release data name the remote's entry too. No request for it may happen here.
  const withoutEntry = (registry: ReleaseRegistry): ReleaseRegistry => {
    const live = registry.remotes['mfe-podcast'];
    return live ? { remotes: { ...registry.remotes, 'mfe-podcast': { ...live, entry: '/gone.js' } } } : registry;
  };

  it('a slot shows a fallback when its remote is not released', async () => await showsFallback({ remotes: {} }));
  it("a slot shows a fallback when its remote's code is gone", async () =>
    await showsFallback(withoutEntry(registryWith({ version: 'gone', serverEntry: 'mfe-podcast/gone/server/remoteEntry.mjs' }))));
  it("a slot shows a fallback when its remote's code throws", async () =>
    await showsFallback(withoutEntry(releaseOf('throw new Error("at start")'))));
  it("a slot shows a fallback when its remote's code is cut off", async () =>
    await showsFallback(withoutEntry(releaseOf('export const init = () => {'))));
  it("a slot shows a fallback when its remote's code hangs", async () =>
    await showsFallback(withoutEntry(releaseOf('await new Promise((resolve) => setTimeout(resolve, 60_000).unref?.());'))));
  it('a slot shows a fallback when its remote is for another contract, whose code does not run', async () => {
    const code = 'globalThis.ranRefusedSlot = true; export const init = () => {}; export const get = () => {};';
    await showsFallback(withoutEntry(releaseOf(code, { contract: '99.0.0' })));
    expect(globalThis).not.toHaveProperty('ranRefusedSlot');
    expect(failures).toContainEqual(expect.objectContaining({ name: 'RemoteFailure', reason: 'contract' }));
  });
  it('a slot shows a fallback when its remote is an earlier one without slots', async () =>
    await showsFallback(withoutEntry(lending('undefined'))));
  it('a slot shows a fallback when its own code throws', async () =>
    await showsFallback(
      withoutEntry(
        lending(
          `Object.fromEntries(['episode-cards', 'episode-facade'].map((name) => [name, async () => { throw new Error('no chunk'); }]))`,
        ),
      ),
    ));
  it('a slot shows a fallback when it throws during rendering', async () =>
    await showsFallback(
      withoutEntry(
        lending(
          `Object.fromEntries(['episode-cards', 'episode-facade'].map((name) => [name, async () => ({ Component: () => { throw new Error('drawn'); } })]))`,
        ),
      ),
    ));
});

it('a page that is rendered before the API answered about the site is not cached for others', async () => {
  site = known;
  // An answer or an error is reused for all pages within a moment.
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  const draw = async () => {
    const answer = await render(registry);
    return [answer.headers.get('cache-tag'), bootOf(await answer.text()).preferences.currency];
  };
  expect(await draw()).toEqual([null, 'BRL']);
  await expect.poll(draw, { timeout: 10_000 }).toEqual(['episodes, texts', 'NZD']);
});
