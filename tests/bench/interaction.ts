// P4's lab INP: a phone four times slower than this machine, real input events, the worst one counts.
import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../setup/chromium.ts';

declare global {
  var interactions: number[];
}

/** The slowest interaction in ms while a visitor searches, adds a book and opens it. */
export async function slowestInteraction(site: string, executablePath: string): Promise<number> {
  const browser = await chromium.launch({
    executablePath,
    args: [...CHROMIUM_ARGS, '--ignore-certificate-errors'],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      isMobile: true,
      hasTouch: true,
      ignoreHTTPSErrors: true,
      locale: 'pt-BR',
    });
    await page.addInitScript(() => {
      globalThis.interactions = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if ('interactionId' in entry && entry.interactionId) globalThis.interactions.push(entry.duration);
      }).observe({
        type: 'event',
        durationThreshold: 16,
        buffered: true,
      } as PerformanceObserverInit);
    });
    await page.goto(`${site}/shop`, { waitUntil: 'networkidle' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.getByRole('searchbox').tap();
    await page.keyboard.type('ra', { delay: 60 });
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page
      .getByRole('button', { name: /Adicionar/ })
      .first()
      .tap();
    await page.getByText('adicionado ao carrinho').first().waitFor();
    await page.locator('main a[href^="/shop/ebook/"]').first().tap();
    await page.waitForURL('**/shop/ebook/**');
    return await page.evaluate(() => Math.max(0, ...globalThis.interactions));
  } finally {
    await browser.close();
  }
}
