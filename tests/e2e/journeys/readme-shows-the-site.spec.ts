import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

test.use({ viewport: { width: 1280, height: 860 } });

const ROOT = join(import.meta.dirname, '../../..');
/** The largest picture of the README, in bytes. */
const LARGEST = 150_000;

/** Draws the page as a picture into `.build/pictures`. A person copies the picture to `shared/docs/pictures`. */
async function draw(page: Page, name: string): Promise<void> {
  // The web fonts load at the first input.
  await page.mouse.move(0, 700);
  await expect.poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)).toBeGreaterThan(1);
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toBuffer();
  expect(picture.length).toBeLessThanOrEqual(LARGEST);
  const folder = join(ROOT, '.build/pictures');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), picture);
  expect((await stat(join(ROOT, 'shared/docs/pictures', name))).size, 'the picture of the README').toBeLessThanOrEqual(LARGEST);
}

test('the shop and the dashboard are drawn for the README', async ({ page, site }) => {
  await page.goto('/shop');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(() => [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)),
    )
    .toBe(true);
  await draw(page, 'shop.webp');
  await new AccountScreen(page).signIn(site.admin);
  await expect(new AdminScreen(page).heading('Início')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Últimos pedidos' })).toBeVisible();
  await draw(page, 'dashboard.webp');
});
