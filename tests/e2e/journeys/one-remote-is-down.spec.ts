import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from '@playwright/test';
import type { HomeContent } from '@site/shared/contracts/content.ts';
import type { Readiness } from '@site/shared/readiness/readiness.ts';
import { publish } from '@site/shared/releases/publish.ts';
import { changeRegistry, REGISTRY, readRegistry, readRelease } from '@site/shared/releases/registry-file.ts';
import { openSigningStore } from '@site/shared/releases/release-store.ts';
import { makeLive, rollback } from '@site/shared/releases/switch.ts';
import { changedBuild } from '../../setup/changed-build.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, type Site, test } from '../site-test.ts';

const failures: Record<string, (route: Route) => Promise<void>> = {
  'answers 404': (route) => route.fulfill({ status: 404, body: 'not found' }),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'broken' }),
  'sends HTML instead of a script': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>oops</p>' }),
  'sends a truncated script': async (route) => {
    const script = await (await route.fetch()).text();
    await route.fulfill({ contentType: 'text/javascript', body: script.slice(0, script.length / 2) });
  },
  // The server never answers the request, so the page must give up by itself.
  hangs: async () => {},
};

const unavailable = (page: Page) => page.getByRole('heading', { name: 'Esta área está indisponível no momento' });

// The browser logs errors about the files that these journeys break.
test.use({ expectedErrors: /Failed to load resource|SyntaxError|Unexpected (token|end)|MIME type|mfe-shop/ });

for (const [failure, answer] of Object.entries(failures)) {
  test(`a remote that ${failure} breaks only its area, which works again without a reload`, async ({ page }) => {
    // A link that is pressed before hydration loads a new document.
    await new FrameScreen(page).open('/');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.route('**/_r/mfe-shop/**', answer);
    await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
    await expect(unavailable(page)).toBeVisible({ timeout: 20_000 });

    await page.getByRole('banner').getByRole('link', { name: 'Podcast' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await page.goBack();
    await expect(unavailable(page)).toBeVisible({ timeout: 20_000 });

    await page.unroute('**/_r/mfe-shop/**');
    await page.getByRole('button', { name: 'Tentar novamente' }).click();
    await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });
}

for (const [failure, answer] of Object.entries(failures)) {
  test.describe(`a podcast on the home page that ${failure}`, () => {
    test.use({ expectedErrors: /Failed to load resource|SyntaxError|Unexpected (token|end)|MIME type|mfe-podcast/ });

    test('the home page without the podcast links to each episode, and shows all other parts', async ({ page, request }) => {
      const { recentEpisodes, closing }: HomeContent = await (await request.get('/api/pages/home')).json();
      await page.route('**/_r/mfe-podcast/**/*.js', answer);
      await new FrameScreen(page).open('/');
      const main = page.getByRole('main');
      for (const { title } of recentEpisodes) await expect(main.getByRole('link', { name: title }).first()).toBeVisible();
      await expect(main.getByRole('button', { name: /^Reproduzir/ })).toHaveCount(0);
      await expect(main.getByText(closing.text)).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
      await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
    });
  });
}

const storeOf = (site: Site) => openSigningStore({ RELEASES_DIR: site.internal.releases });

test.describe('a shop whose script differs from its release', () => {
  test.use({ expectedErrors: /Failed to (load resource|find a valid digest)|mfe-shop/ });

  for (const [which, file] of Object.entries({ entry: /_r\/mfe-shop\/.*remoteEntry\.js/, part: /_r\/mfe-shop\/.*\/\d+\.js/ }))
    test(`the shop does not run if its ${which} differs from its release, and other areas work`, async ({ page }) => {
      await page.route(file, async (route) => {
        const script = await (await route.fetch()).text();
        await route.fulfill({ contentType: 'text/javascript', body: `${script};globalThis.tampered = true;` });
      });
      await new FrameScreen(page).open('/about');
      await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
      await expect(unavailable(page)).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      await page.getByRole('banner').getByRole('link', { name: 'Podcast' }).click();
      await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    });
});

test('an area whose release does not fit is unavailable, and the other areas work', async ({ page, request, site }) => {
  const store = storeOf(site);
  const before = await readRegistry(store);
  const shop = before.remotes['mfe-shop'];
  if (!shop) throw new Error('the shop is not released');
  try {
    const unfit: typeof shop = JSON.parse(JSON.stringify(shop).replaceAll(shop.version, 'badbadbadbad'));
    const remotes = { ...before.remotes, 'mfe-shop': { ...unfit, contract: '99.0.0' } };
    await changeRegistry(store, (registry) => ({ ...registry, remotes }));
    await expect.poll(async () => (await request.get('/shop')).status()).toBe(503);
    expect((await request.get('/podcast')).status()).toBe(200);
    await page.goto('/shop');
    await expect(unavailable(page)).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Loja' })).toBeVisible();
  } finally {
    await changeRegistry(store, () => before);
  }
  await expect.poll(async () => (await request.get('/shop')).status()).toBe(200);
});

test('an unsigned release is never served: its area is unavailable, and readiness says why', async ({ page, request, site }) => {
  const store = storeOf(site);
  const { remotes } = await readRegistry(store);
  const before = remotes['mfe-podcast']?.version;
  if (!before) throw new Error('the podcast is not released');
  const lead = 'Conversas para ver ou ouvir no seu ritmo.';
  const build = changedBuild(join(site.internal.releases, 'mfe-podcast', before), lead, 'Uma frase de outra pessoa.');
  const reasonOf = async (check: string) => {
    const { checks }: Readiness = await (await request.get('/readyz')).json();
    return checks.find(({ name }) => name === check)?.reason;
  };
  try {
    const { version } = await publish(store, 'mfe-podcast', { by: 'journey', commit: null, build });
    const record = join(site.internal.releases, `mfe-podcast/${version}/release.dsse.json`);
    const release = await readRelease(store, 'mfe-podcast', version);
    if (!release) throw new Error('the release was not uploaded');
    writeFileSync(record, JSON.stringify(release));
    await makeLive(store, [release], { by: 'journey' });
    await expect.poll(async () => (await request.get('/podcast')).status()).toBe(503);
    await page.goto('/podcast');
    await expect(unavailable(page)).toBeVisible();
    expect((await request.get('/shop')).status()).toBe(200);
    await expect.poll(() => reasonOf('mfe-podcast')).toBe(`mfe-podcast/${version}/release.dsse.json is not signed`);
    await rollback(store, 'mfe-podcast', undefined, { by: 'journey' });
    await expect.poll(async () => (await request.get('/podcast')).status()).toBe(200);

    await test.step('a registry without a signature is not used, and pages keep the previous releases', async () => {
      const registry = join(site.internal.releases, REGISTRY);
      const good = readFileSync(registry);
      writeFileSync(registry, JSON.stringify({ ...(await readRegistry(store)), remotes: {} }));
      await expect.poll(() => reasonOf('releases'), { timeout: 20_000 }).toBe(`${REGISTRY} is not signed`);
      expect((await request.get('/podcast')).status()).toBe(200);
      writeFileSync(registry, good);
      await expect.poll(() => reasonOf('releases'), { timeout: 20_000 }).toBeUndefined();
    });
  } finally {
    rmSync(build, { recursive: true });
  }
});

test('a page whose files a release has removed reloads once', async ({ page, request, site }) => {
  const store = storeOf(site);
  const before = (await readRegistry(store)).remotes['mfe-shop']?.version;
  if (!before) throw new Error('the shop is not released');
  const build = changedBuild(join(site.internal.releases, 'mfe-shop', before), 'Livros para ler com calma', 'Livros para ler sem pressa');
  const text = async () => await (await request.get('/shop')).text();
  const heading = page.getByRole('heading', { level: 1 });
  const documents: string[] = [];
  const gone = (route: Route) => route.fulfill({ status: 404, body: 'not found' });
  try {
    await new FrameScreen(page).open('/about');
    page.on('request', (asked) => asked.isNavigationRequest() && documents.push(asked.url()));
    await makeLive(store, [await publish(store, 'mfe-shop', { by: 'journey', commit: null, build })], { by: 'journey' });
    await expect.poll(text).toContain('Livros para ler sem pressa');

    await page.route(`**/_r/mfe-shop/${before}/**`, gone);
    await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
    await expect(heading).toHaveText('Livros para ler sem pressa');
    expect(documents).toEqual([`${site.site}/shop`]);
  } finally {
    await rollback(store, 'mfe-shop', before, { by: 'journey' });
    rmSync(build, { recursive: true });
  }
  await expect.poll(text).toContain('Livros para ler com calma');

  // A page that has just reloaded does not reload again, however often the server reports a newer release.
  await new FrameScreen(page).open('/about');
  await page.route('**/_live', (route) => route.fulfill({ body: 'always newer' }));
  await page.route('**/_r/mfe-shop/**', gone);
  documents.length = 0;
  await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
  await expect.poll(() => documents).toEqual([`${site.site}/shop`]);
  await page.mouse.move(200, 200);
  await expect(unavailable(page)).toBeVisible({ timeout: 15_000 });
  expect(documents).toHaveLength(1);
});
