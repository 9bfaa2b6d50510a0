// A page on a slow phone and network: opened, left idle, and watched from a touch until its result is on the screen.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';

declare global {
  var touchedAt: number | null;
}

/** The time in which a person looks before the tap. */
export const PAUSE_MS = 600;

/** Lighthouse's slow 4G, in bytes per second and ms. */
export const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 ** 2) / 8, uploadThroughput: (750 * 1024) / 8 };
const REST_MS = 4_000;
const LIMIT_MS = 10_000;

/**
 * Opens a page in a context of its own with a CPU four times slower, and leaves it idle for four seconds. The caller closes the context.
 */
export async function openSlowPage(browser: Browser, address: string, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'pt-BR', ...options });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(noteTouch);
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(REST_MS);
  return page;
}

/**
 * Returns the milliseconds from the first touch until the element at `xpath` is visible, in the frame that shows it. It checks after each
 * change, because a check with every frame would cost a slow phone half of each frame.
 */
export const timeUntil = (page: Page, xpath: string): Promise<number> =>
  page.evaluate(
    ([path, limit]) =>
      new Promise<number>((resolve, reject) => {
        const look = () => {
          const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
          const { touchedAt } = globalThis;
          if (touchedAt === null || !(found instanceof Element && found.checkVisibility())) return;
          changes.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - touchedAt));
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, attributes: true });
        // A popover opens without a change of the document.
        addEventListener('toggle', look, true);
        setTimeout(() => reject(new Error(`never shown: ${path}`)), limit);
      }),
    [xpath, LIMIT_MS] as const,
  );

/** Records when the page is first touched. Runs in the page. */
export function noteTouch(): void {
  globalThis.touchedAt = null;
  addEventListener(
    'pointerdown',
    ({ timeStamp }) => {
      globalThis.touchedAt ??= timeStamp;
    },
    true,
  );
}

/**
 * Scrolls the first element at `xpath` onto the screen and returns its centre. A locator would leave two listeners for every touch event in
 * the page, which cost a slow phone more than the page's own.
 */
export async function middleOf(page: Page, xpath: string): Promise<{ x: number; y: number }> {
  const middle = await page.evaluate((path) => {
    const found = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    if (!(found instanceof Element)) return null;
    const isOnScreen = ({ top, bottom }: DOMRect) => top >= 0 && bottom <= innerHeight;
    if (!isOnScreen(found.getBoundingClientRect())) found.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, xpath);
  if (!middle) throw new Error(`nothing to tap: ${xpath}`);
  return middle;
}
