// P4b: the first tap on a page that rested, as a person feels it: from the touch until what was asked for is on the screen.
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';

declare global {
  var touchedAt: number | null;
}

/** Lighthouse's slow 4G, in bytes a second and ms. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 ** 2) / 8, uploadThroughput: (750 * 1024) / 8 };
const REST_MS = 4_000;
/** From the end of scrolling to the tap. */
const SCROLL_MS = 300;
const LIMIT_MS = 10_000;

type Tap = {
  path: string;
  /** Of the screen. Where it is higher than a phone's, what is tapped is on it without scrolling, which would wake the page. */
  height: number;
  /** Whether the page is scrolled there just before: it has begun to wake. */
  isBelow?: boolean;
  /** What is tapped: the first visible one. */
  target: string;
  /** What the tap asks for, as XPath. */
  shown: string;
};

const PLAY = 'main button[aria-label^="Reproduzir"]';
const taps = {
  menu: { path: '/', height: 844, target: 'header button[popovertarget]', shown: '//nav[@aria-label="Menu"]//a' },
  group: { path: '/', height: 844, isBelow: true, target: 'footer summary', shown: '(//footer//details)[1][@open]' },
  add: { path: '/shop', height: 1_500, target: 'main button:has-text("Adicionar")', shown: '//main//article//a[@href="/cart"]' },
  playHeard: { path: '/podcast', height: 1_100, target: PLAY, shown: '//button[@data-waiting or @aria-busy="true"] | //iframe' },
  playFrame: { path: '/podcast', height: 1_100, target: PLAY, shown: '//iframe' },
} satisfies Record<string, Tap>;

/** Milliseconds from touch to screen, by tap. */
export type FirstTaps = Record<keyof typeof taps, number>;

/** On `site`, which must not be the edge: a browser keeps no file of an origin whose certificate it does not know. */
export async function firstTaps(site: string, executablePath: string): Promise<FirstTaps> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const felt: Partial<FirstTaps> = {};
    for (const name of Object.keys(taps) as (keyof typeof taps)[]) felt[name] = await feltTime(browser, site, taps[name]);
    return felt as FirstTaps;
  } finally {
    await browser.close();
  }
}

async function feltTime(browser: Browser, site: string, { path, height, isBelow, target, shown }: Tap): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 390, height },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(() => {
      globalThis.touchedAt = null;
      addEventListener(
        'pointerdown',
        ({ timeStamp }) => {
          globalThis.touchedAt ??= timeStamp;
        },
        true,
      );
    });
    await page.goto(`${site}${path}`, { waitUntil: 'networkidle' });
    await page.waitForTimeout(REST_MS);
    if (isBelow) {
      await page.locator(target).first().scrollIntoViewIfNeeded();
      await page.waitForTimeout(SCROLL_MS);
    }
    const box = await page.locator(target).first().boundingBox();
    if (!box) throw new Error(`${path} has no ${target}`);
    const felt = timeUntil(page, shown);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return await felt;
  } finally {
    await context.close();
  }
}

/** Looks after each change, and counts the frame that shows it. Looking with every frame would cost a slow phone half of each. */
const timeUntil = (page: Page, xpath: string): Promise<number> =>
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
