import { expect, type Page } from './site-test.ts';

/** Widths in CSS pixels and size of letters: phone, tablet, desktop; the latter two zoomed to 200 %; letters at 150 %. */
type Size = readonly [width: number, letters: string];
const SIZES: readonly Size[] = [
  [320, ''],
  [390, ''],
  [390, '150%'],
  [410, ''],
  [720, ''],
  [820, ''],
  [820, '150%'],
  [1440, ''],
  [1440, '150%'],
];

/** The narrowest of them, for a page that fitted them all in a language of longer words. */
export const NARROWEST: readonly Size[] = [
  [320, ''],
  [390, '150%'],
];

/** How wide the page is with letters of this size, and what can be operated but lies beside the screen where no scrolling reaches it. */
const measure = (page: Page, letters: string): Promise<{ width: number; beside: string[] }> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const beside = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')]
      .filter((element) => {
        const { left, right, width, height } = element.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
      })
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !element.closest('[inert], :not(:popover-open)[popover]') && !scrolls(element.parentElement));
    return { width: document.documentElement.scrollWidth, beside: beside.map((element) => element.outerHTML.slice(0, 120)) };
  }, letters);

/** Fails where the page as it stands now scrolls sideways, or holds something beside the screen, at any of the sizes. */
export async function fitsEveryWidth(page: Page, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
  const before = page.viewportSize();
  for (const [width, letters] of sizes) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    const measured = await measure(page, letters);
    const place = `${name} at ${width} ${letters}`;
    // Fractions of pixels are rounded up.
    expect.soft(measured.width, place).toBeLessThanOrEqual(width + 1);
    expect.soft(measured.beside, place).toEqual([]);
  }
  await measure(page, '');
  if (before) await page.setViewportSize(before);
}
