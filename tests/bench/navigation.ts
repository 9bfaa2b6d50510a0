// P5: from one area to another on a slow phone and network, by a link that the pointer rested on.
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';
import { openSlowPage, timeUntil } from './slow-page.ts';

/** A person's pointer rests on a link before it is pressed. */
const HOVER_MS = 500;

const ways = {
  shop: { from: '/about', link: 'header a[href="/shop"]', shown: '//main//article//a[starts-with(@href, "/shop/ebook/")]' },
  podcast: { from: '/about', link: 'header a[href="/podcast"]', shown: '//main//button[starts-with(@aria-label, "Reproduzir")]' },
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

async function timeOf(browser: Browser, site: string, { from, link, shown }: (typeof ways)[keyof typeof ways]): Promise<number> {
  const page = await openSlowPage(browser, `${site}${from}`, { viewport: { width: 1_280, height: 900 } });
  try {
    const box = await page.locator(link).first().boundingBox();
    if (!box) throw new Error(`${from} has no ${link}`);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForTimeout(HOVER_MS);
    const time = timeUntil(page, shown);
    await page.mouse.down();
    await page.mouse.up();
    return await time;
  } finally {
    await page.context().close();
  }
}
