import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RegisteredRelease } from '@site/shared/federation/registry.ts';
import { publish } from '@site/shared/releases/publish.ts';
import { readRegistry } from '@site/shared/releases/registry-file.ts';
import { openSigningStore } from '@site/shared/releases/release-store.ts';
import { makeLive, rollback, startPreview } from '@site/shared/releases/switch.ts';
import { changedBuild } from '../../setup/changed-build.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { environmentsIn, shellProcess } from '../../setup/site-process.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

const REMOTE = 'mfe-podcast';
const LEAD = 'Conversas para ver ou ouvir no seu ritmo.';
const OTHER_LEAD = 'Conversas que ficam, para ver ou ouvir quando der.';
const by = { by: 'journey', commit: null };

/** Starts one more shell server of the site. */
async function secondShell({ internal, ...file }: Site) {
  const dir = dirname(internal.logs);
  const port = (await freePorts()).site;
  const env = { ...environmentsIn({ ...file, ...internal }, dir, internal.releases).shell, SITE_PORT: String(port) };
  const shell = shellProcess(dir, env);
  await shell.start();
  return { address: `http://127.0.0.1:${port}`, stop: () => shell.stop() };
}

// The browser logs an error about the unavailable area.
test.use({ expectedErrors: /status of 503/ });

test('an area is released and rolled back under two shells, a broken release is kept out, and an open page can buy', async ({
  page,
  browser,
  request,
  site,
}) => {
  const store = openSigningStore({ RELEASES_DIR: site.internal.releases });
  const before = (await readRegistry(store)).remotes[REMOTE];
  if (!before) throw new Error('the podcast is not released');
  const [next = '', lost = ''] = [OTHER_LEAD, 'Outra frase.'].map((lead) =>
    changedBuild(join(site.internal.releases, REMOTE, before.version), LEAD, lead),
  );
  const second = await secondShell(site);
  const shells = [site.site, second.address];
  const onBoth = async (path: string) => await Promise.all(shells.map(async (shell) => (await request.get(shell + path)).text()));
  const statuses = async (path: string) => await Promise.all(shells.map(async (shell) => (await request.get(shell + path)).status()));
  const bothSay = async (sentence: string, path = '/podcast') =>
    await expect.poll(async () => (await onBoth(path)).map((html) => html.includes(sentence))).toEqual([true, true]);
  const live = async (): Promise<RegisteredRelease | undefined> => (await readRegistry(store)).remotes[REMOTE];

  try {
    await test.step('a page is opened before the release and stays open', async () => {
      await new AccountScreen(page).signIn(await site.newCustomer());
      await page.goto('/podcast');
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    });
    const released = await publish(store, REMOTE, { ...by, build: next });
    const visitor = await browser.newPage({ baseURL: second.address });
    const frame = new FrameScreen(visitor);
    await test.step('a preview is shown at its URL, also when the visitor navigates', async () => {
      const preview = `/podcast?release=${await startPreview(store, released)}`;
      await bothSay(OTHER_LEAD, preview);
      await bothSay(LEAD);
      await frame.open(preview);
      await expect(visitor.getByRole('complementary', { name: 'PRÉVIA' })).toContainText(`${REMOTE} ${released.version}`);
      for (const [area, heading] of [
        ['Loja', 'Livros para ler com calma'],
        ['Podcast', 'Podcast'],
      ] as const) {
        await frame.header.getByRole('link', { name: area }).click();
        await expect(visitor.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      }
      await expect(visitor.getByText(OTHER_LEAD)).toBeVisible();
    });
    await test.step('an uploaded release is not live, and a live one is shown by both shells without a restart', async () => {
      await bothSay(LEAD);
      await makeLive(store, [released], by);
      await bothSay(OTHER_LEAD);
      await frame.open('/podcast');
      await expect(visitor.getByText(OTHER_LEAD)).toBeVisible();
      await visitor.close();
    });
    await test.step('a release that does not fit the running shells is rejected', async () => {
      await expect(makeLive(store, [{ ...before, contract: '99.0.0' }], by)).rejects.toThrow('Nothing was changed');
      expect((await live())?.version).toBe(released.version);
    });
    await test.step('after a rollback both shells show the previous release', async () => {
      await rollback(store, REMOTE, before.version, by);
      await bothSay(LEAD);
    });
    await test.step('an area whose files cannot be loaded says that it is unavailable, and other areas work', async () => {
      const missing = await publish(store, REMOTE, { ...by, build: lost });
      const folder = join(site.internal.releases, REMOTE, missing.version);
      renameSync(folder, `${lost}.away`);
      await makeLive(store, [missing], by);
      await expect.poll(() => statuses('/podcast')).toEqual([503, 503]);
      for (const html of await onBoth('/podcast')) expect(html).toContain('Esta área está indisponível no momento');
      for (const path of ['/', '/shop', '/user-dashboard']) expect(await statuses(path), path).toEqual([200, 200]);
      await rollback(store, REMOTE, before.version, by);
      await bothSay(LEAD);
    });
    await test.step('a page that was opened before the release can still buy a book', async () => {
      const { title } = BOOKS.main;
      const shop = new ShopScreen(page);
      await page.getByRole('banner').getByRole('link', { name: 'Loja' }).click();
      await shop.openBook(title);
      await shop.addOpenBook(title);
      await shop.openCart();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      await new CartScreen(page).checkout();
      const payment = new PaymentScreen(page);
      await payment.isOpen();
      await payment.payByCard(CARDS.accepted);
      await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
    });
  } finally {
    await rollback(store, REMOTE, before.version, by);
    await second.stop();
    for (const folder of [next, lost, `${lost}.away`]) rmSync(folder, { recursive: true, force: true });
  }
});
