import { paths } from '@site/shared/paths.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

/** The scripts that `page` asks for. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/_[sr]\/.*[.]js/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

/** Whether the page took the restoring of positions over from the browser. */
const isAlive = (page: Page) => page.evaluate(() => history.scrollRestoration === 'manual');

test('a page that nobody touches has its scripts at hand and runs none', async ({ page }) => {
  const asked = scriptsOf(page);
  await page.goto(paths.shop.href(), { waitUntil: 'load' });
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await page.waitForLoadState('networkidle');
  expect(await isAlive(page)).toBe(false);
  const fetched = new Set(asked);
  await new FrameScreen(page).isAlive();
  expect(
    asked.filter((url) => !fetched.has(url)).filter((url) => url.includes('/_r/')),
    'nothing of the area was missing',
  ).toEqual([]);
});

test('where data is saved nothing is fetched before it is wanted', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }));
  const asked = scriptsOf(page);
  await page.goto(paths.shop.href(), { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_500);
  expect(asked).toEqual([]);
  await new FrameScreen(page).isAlive();
  expect(asked.length).toBeGreaterThan(2);
});
