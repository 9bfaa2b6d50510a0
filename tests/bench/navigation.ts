// P5: from one area to another on a slow phone and network, by a link that the pointer rested on.
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
/** Between two looks, each of which keeps a slow phone for a moment. */
const LOOK_MS = 100;
/** How long a pointer rests on a link before the browser fetches its page by rules of moderate eagerness. */
const EAGERNESS_MS = 200;

const ways = {
  shop: { from: '/about', to: '/shop', shown: '//main//article//a[starts-with(@href, "/shop/ebook/")]' },
  podcast: { from: '/about', to: '/podcast', shown: '//main//button[starts-with(@aria-label, "Reproduzir")]' },
} as const;

/** Milliseconds from press to content, by the area that was asked for. */
export type Navigations = Record<keyof typeof ways, number>;

/** On `site`, which must not be the edge: a browser keeps no file of an origin whose certificate it does not know. */
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
    // On the page that is there, or, where its scripts are not ready, on the next one that the browser loads.
    await page.addInitScript(watchFor, shown);
    await page.evaluate(watchFor, shown);
    const pressedAt = Date.now();
    await page.mouse.down();
    await page.mouse.up();
    const time = (await shownOn(page)) - pressedAt + (await lateness(site + to));
    // A page that is closed on its way may keep the browser from closing it.
    await page.waitForLoadState('networkidle');
    return time;
  } finally {
    await page.context().close();
  }
}

/** When it was shown, on this page or on the one that takes its place. */
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
 * Milliseconds by which a page that the browser fetches ahead would have come after the press, on the slow network: devtools slow down
 * what a page asks for, and not what the browser asks for by itself.
 */
async function lateness(page: string): Promise<number> {
  const { length } = await new Promise<Buffer>((resolve, reject) => {
    get(page, { headers: { 'accept-encoding': 'br' } }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject);
  });
  return Math.max(0, EAGERNESS_MS + SLOW_4G.latency + (length / SLOW_4G.downloadThroughput) * 1_000 - HOVER_MS);
}

/** Notes when what `xpath` finds is first visible, in the frame that shows it. Runs in the page. */
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
