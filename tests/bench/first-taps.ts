// P4b: the time of the first tap on an idle page, from the touch until its result is on the screen.
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';
import { middleOf, openSlowPage, timeUntil } from './slow-page.ts';

/** The pause between the end of scrolling and the tap. */
const SCROLL_MS = 300;

type Tap = {
  path: string;
  /**
   * The height of the screen. On a screen higher than a phone's, the target is visible without scrolling, which would start the hydration.
   */
  height: number;
  /** Scrolls the page to the target just before the tap, so that the hydration has begun. */
  isBelow?: boolean;
  /** The tapped element, as XPath. */
  target: string;
  /** The result of the tap, as XPath. */
  shown: string;
};

const PLAY = '//main//button[starts-with(@aria-label, "Reproduzir")]';
const taps = {
  menu: { path: '/', height: 844, target: '//header//button[@popovertarget]', shown: '//nav[@aria-label="Menu"]//a' },
  group: { path: '/', height: 844, isBelow: true, target: '//footer//summary', shown: '(//footer//details)[1][@open]' },
  add: { path: '/shop', height: 1_500, target: '//main//button[contains(., "Adicionar")]', shown: '//main//article//a[@href="/cart"]' },
  playHeard: { path: '/podcast', height: 1_100, target: PLAY, shown: '//button[@data-waiting or @aria-busy="true"] | //iframe' },
  playFrame: { path: '/podcast', height: 1_100, target: PLAY, shown: '//iframe' },
} satisfies Record<string, Tap>;

/** Milliseconds from the touch to the result, by tap. */
export type FirstTaps = Record<keyof typeof taps, number>;

/** Measures on `site`, which must not be the edge: a browser stores no file of an origin with an unknown certificate. */
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
  const page = await openSlowPage(browser, `${site}${path}`, { viewport: { width: 390, height }, isMobile: true, hasTouch: true });
  try {
    const { x, y } = await middleOf(page, target);
    if (isBelow) await page.waitForTimeout(SCROLL_MS);
    const felt = timeUntil(page, shown);
    await page.touchscreen.tap(x, y);
    return await felt;
  } finally {
    await page.context().close();
  }
}
