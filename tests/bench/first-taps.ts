// P4b: the first tap on a page that rested, as a person feels it: from the touch until what was asked for is on the screen.
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';
import { middleOf, openSlowPage, timeUntil } from './slow-page.ts';

/** From the end of scrolling to the tap. */
const SCROLL_MS = 300;

type Tap = {
  path: string;
  /** Of the screen. Where it is higher than a phone's, what is tapped is on it without scrolling, which would wake the page. */
  height: number;
  /** Whether the page is scrolled there just before: it has begun to wake. */
  isBelow?: boolean;
  /** What is tapped, as XPath. */
  target: string;
  /** What the tap asks for, as XPath. */
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
