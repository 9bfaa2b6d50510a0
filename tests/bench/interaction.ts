// P4's lab INP: a phone four times slower than this machine, real input events, and the slowest interaction counts.
import { type Browser, chromium, type Page } from '@playwright/test';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';
import { middleOf, noteTouch, PAUSE_MS, timeUntil } from './slow-page.ts';

/** One interaction as the browser measured it. */
type Interaction = {
  /** Milliseconds from the input until the next frame after it. */
  ms: number;
  /** The kind of event and its target. */
  name: string;
  /** The parts of the time: waiting for the page, the page's own work, and rendering. */
  split: { waiting: number; working: number; drawing: number };
};

declare global {
  var interactions: Interaction[];
}

const NONE: Interaction = { ms: 0, name: '', split: { waiting: 0, working: 0, drawing: 0 } };

const SEARCH = '//main//input[@type="search"]';
const ADD = '//main//button[contains(., "Adicionar")]';
const BOOK = '//main//a[starts-with(@href, "/shop/ebook/")]';
const ADDED = '//*[contains(text(), "adicionado ao carrinho")]';

export type Interactions = {
  /** The slowest interaction of a visitor who searches, adds a book and opens it. */
  slowest: Interaction;
  /** The slowest interaction of a visitor whose first tap on an idle book page adds the book. */
  slowestFirst: Interaction;
  /** Milliseconds from that first tap until the page says that the book is in the cart. */
  firstDone: number;
};

/** Measures on `site`, which must not be the edge: a browser stores no file of an origin with an unknown certificate. */
export async function visitShop(site: string, executablePath: string): Promise<Interactions> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  try {
    const idle = await open(browser, `${site}${await bookOf(site)}`);
    const added = timeUntil(idle, ADDED);
    await tap(idle, ADD);
    const firstDone = await added;
    const slowestFirst = await slowestOn(idle);
    // The idle page is closed, because its toast would make the machine render during the other visit.
    await idle.context().close();

    const page = await open(browser, `${site}/shop`);
    await tap(page, SEARCH);
    await page.keyboard.type('ra', { delay: 60 });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    const addedHere = timeUntil(page, ADDED);
    await tap(page, ADD);
    await addedHere;
    await tap(page, BOOK);
    await page.waitForURL('**/shop/ebook/**');
    return { slowest: await slowestOn(page), slowestFirst, firstDone };
  } finally {
    await browser.close();
  }
}

const slowestOn = async (page: Page): Promise<Interaction> =>
  (await page.evaluate(() => globalThis.interactions)).toSorted((a, b) => b.ms - a.ms)[0] ?? NONE;

/** Returns the page of a book on which a phone shows the button without scrolling, which would start the hydration. */
async function bookOf(site: string): Promise<string> {
  const { ebooks } = (await (await fetch(`${site}/api/ebooks`)).json()) as EbookList;
  return `/shop/ebook/${ebooks[0]?.id}`;
}

/** How long a finger stays on its target. */
const PRESS_MS = 80;

/** Taps without the checks of a test, which would keep the page busy. */
async function tap(page: Page, xpath: string): Promise<void> {
  const touchPoints = [await middleOf(page, xpath)];
  await page.waitForTimeout(PAUSE_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await page.waitForTimeout(PRESS_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.waitForTimeout(PAUSE_MS);
}

/** Opens a page on a phone, and leaves it loaded and without input. */
async function open(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 915 },
    isMobile: true,
    hasTouch: true,
    locale: 'pt-BR',
  });
  const page = await context.newPage();
  await page.addInitScript(noteTouch);
  await page.addInitScript(noteInteractions);
  await page.goto(address, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/** Records the page's interactions. Runs in the page. */
function noteInteractions(): void {
  globalThis.interactions = [];
  const nameOf = (node: Node | null): string => {
    if (!(node instanceof Element)) return 'something that is gone';
    const within = node.closest('button, a, input, select, summary') ?? node;
    const about = within.getAttribute('aria-label') ?? within.getAttribute('href') ?? within.getAttribute('name') ?? within.textContent;
    return `${within.localName} ${about?.trim().slice(0, 40)}`;
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId?: number })[]) {
      if (!entry.interactionId) continue;
      const { name, target, duration, startTime, processingStart, processingEnd } = entry;
      globalThis.interactions.push({
        ms: duration,
        name: `${name} on ${nameOf(target)}`,
        split: {
          waiting: Math.round(processingStart - startTime),
          working: Math.round(processingEnd - processingStart),
          drawing: Math.round(startTime + duration - processingEnd),
        },
      });
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}
