// P5: the time from one area to another on a slow phone and network, by a link that the pointer rested on.
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';
import { middleOf, openSlowPage, SLOW_4G } from './slow-page.ts';

declare global {
  var shownAt: number;
}

/** A person's pointer rests on a link before it is pressed. */
const HOVER_MS = 500;
const LIMIT_MS = 10_000;
/** The pause between two checks, each of which keeps a slow phone busy for a moment. */
const LOOK_MS = 100;
/** How long a pointer rests on a link before the browser prefetches its page by rules of moderate eagerness. */
const EAGERNESS_MS = 200;

const ways = {
  shop: { from: '/about', to: '/shop', shown: '//main//article//a[starts-with(@href, "/shop/ebook/")]' },
  podcast: { from: '/about', to: '/podcast', shown: '//main//button[starts-with(@aria-label, "Reproduzir")]' },
} as const;

/** Milliseconds from the press to the content, by target area. */
export type Navigations = Record<keyof typeof ways, number>;

/** Measures on `site`, which must not be the edge: a browser stores no file of an origin with an unknown certificate. */
export async function navigations(site: string, executablePath: string): Promise<Navigations> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    return { shop: await timeOf(browser, site, ways.shop), podcast: await timeOf(browser, site, ways.podcast) };
  } finally {
    await browser.close();
  }
}

async function timeOf(browser: Browser, site: string, { from, to, shown }: (typeof ways)[keyof typeof ways]): Promise<number> {
  const page = await openSlowPage(browser, `${site}${from}`, { viewport: { width: 1_280, height: 900 } });
  try {
    const { x, y } = await middleOf(page, `//header//a[@href="${to}"]`);
    await page.mouse.move(x, y);
    await page.waitForTimeout(HOVER_MS);
    // The content appears on the current page, or on the next document if the page's scripts are not ready.
    await page.addInitScript(watchFor, shown);
    await page.evaluate(watchFor, shown);
    const pressedAt = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    const time = (await shownOn(page)) - pressedAt + (await lateness(site + to));
    // Closing a page during a navigation may keep the browser from closing.
    await page.waitForLoadState('networkidle');
    return time;
  } finally {
    await page.context().close();
  }
}

/** Returns when the content was shown, on this page or on the document that replaces it. */
async function shownOn(page: Page): Promise<number> {
  const from = Date.now();
  while (Date.now() - from < LIMIT_MS) {
    const shownAt = await page.evaluate(() => globalThis.shownAt).catch(() => undefined);
    if (shownAt) return shownAt;
    await page.waitForTimeout(LOOK_MS);
  }
  throw new Error(`nothing shown on ${page.url()}`);
}

/**
 * Returns the milliseconds by which a prefetched page would have arrived after the press on the slow network. Devtools throttle requests of
 * the page, but not prefetches of the browser.
 */
async function lateness(page: string): Promise<number> {
  const { length } = await new Promise<Buffer>((resolve, reject) => {
    get(page, { headers: { 'accept-encoding': 'br' } }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject);
  });
  return Math.max(0, EAGERNESS_MS + SLOW_4G.latency + (length / SLOW_4G.downloadThroughput) * 1_000 - HOVER_MS);
}

/** Records when the element at `xpath` is first visible, in the frame that shows it. Runs in the page. */
function watchFor(xpath: string): void {
  const look = () => {
    const found = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    if (!(found instanceof Element && found.checkVisibility())) return;
    changes.disconnect();
    requestAnimationFrame(() => {
      globalThis.shownAt = performance.timeOrigin + performance.now();
    });
  };
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributes: true });
}
