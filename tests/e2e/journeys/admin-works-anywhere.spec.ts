import { CONTENT_KEYS, SETTING_BLOCKS } from '@site/shared/contracts/admin-content.ts';
import { type AdminTab, adminPaths, paths } from '@site/shared/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

const TABS: readonly AdminTab[] = [
  'overview',
  'ebooks',
  'analytics',
  'content',
  'users',
  'orders',
  'settings',
  'messages',
  'subscribers',
  'audit',
];
const screens = [...TABS.map((tab) => paths.dashboard.href(tab)), adminPaths.support.href()];
/** The editors of texts, each with a list or long fields; opened, with words that have no place to break. */
const EDITORS = CONTENT_KEYS.map((key) =>
  SETTING_BLOCKS.some((setting) => setting === key)
    ? `${paths.dashboard.href('settings')}&block=${key}`
    : `${paths.dashboard.href('content')}&block=${key}`,
);
const LONG_WORD = 'Donaudampfschifffahrt'.repeat(12);
const WIDTHS = [390, 820, 1440];
/** Axe reads each screen once a language: on a phone in Portuguese, on a large screen in English. */
const visits: [language: string, locale: Locale, width: number][] = [
  ['Português', 'pt-BR', 390],
  ['English', 'en', 1440],
];

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/^(Carregando|Loading)/)).toHaveCount(0);
}

/** Presses the tab key from the page's beginning to its end. Returns what it leaves out of what can be operated. */
async function leftOutByTab(page: Page): Promise<string[]> {
  const step = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'end';
      const { width, height } = focused.getBoundingClientRect();
      if (width === 0 || height === 0) return `invisible: ${focused.outerHTML.slice(0, 120)}`;
      // The parts of a date are stops of one field.
      const before = document.querySelector('[data-reached=last]');
      if (focused !== before && focused.hasAttribute('data-reached')) return 'end';
      before?.setAttribute('data-reached', '');
      focused.setAttribute('data-reached', 'last');
      return 'reached';
    });
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let state = 'reached'; state !== 'end'; ) {
    await page.keyboard.press('Tab');
    state = await step();
    expect(state).toMatch(/^(reached|end)$/);
  }
  return await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled:not([type=radio]), select:enabled, textarea:enabled',
      ),
    ]
      .filter((element) => element.tabIndex >= 0 && !element.hasAttribute('data-reached') && !element.closest('[inert]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}

for (const [language, locale, width] of visits) {
  test(`each screen of the owner keeps the rules of accessibility, fits every width and is whole by keyboard: ${language}`, async ({
    page,
    site,
  }) => {
    test.slow();
    await new AccountScreen(page).signIn(site.admin);
    await page.goto(paths.about.href());
    await new FrameScreen(page).chooseLanguage(language);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    for (const path of screens) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, path);
      await isAccessible(page);
      // The same elements in the same order in each language.
      if (locale === 'pt-BR') expect(await leftOutByTab(page), path).toEqual([]);
      for (const other of WIDTHS) {
        await page.setViewportSize({ width: other, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${other}`).toBeLessThanOrEqual(other);
      }
    }
  });
}

test('each editor fits every width, opened and with words that do not break', async ({ page, site }) => {
  test.slow();
  await new AccountScreen(page).signIn(site.admin);
  for (const path of EDITORS) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, path);
    await expect(page.getByRole('button', { name: 'Publicar' })).toBeVisible();
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll('main details')) folded.setAttribute('open', '');
    });
    const words = page.getByRole('main').locator('input[type=text]:not([inputmode]), textarea');
    if ((await words.count()) > 0) await words.last().fill(LONG_WORD);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});
