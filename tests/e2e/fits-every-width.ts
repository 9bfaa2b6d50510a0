import { expect, type Page } from './site-test.ts';

/**
 * Window sizes: a width in CSS pixels and a font size. The sizes are a phone, a tablet, a desktop, tablet and desktop zoomed to 200 %, and
 * text at 150 %.
 */
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

/** The narrowest size. A page that fits all sizes in one language is checked at this size in a language with longer words. */
export const NARROWEST: readonly Size[] = [
  [320, ''],
  [390, '150%'],
];

/**
 * Returns the width of the page at this font size, the fields too small for a phone, and the controls outside the screen that no scrolling
 * reaches.
 */
const measure = (page: Page, letters: string): Promise<{ width: number; beside: string[]; small: string[] }> =>
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
    // iOS zooms in on a field with text below 16 px.
    const small = [
      ...document.querySelectorAll<HTMLElement>(
        'input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color]), select, textarea',
      ),
    ].filter((field) => fontSize === '' && field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16);
    const shown = (elements: HTMLElement[]) => elements.map((element) => element.outerHTML.slice(0, 120));
    return { width: document.documentElement.scrollWidth, beside: shown(beside), small: shown(small) };
  }, letters);

/** A word as long as the longest that people type. Pasted addresses have no longer part without a place to break. */
const LONG_WORD = 'Pneumoultramicroscopicossilicovulcanoconiotico'.repeat(3).slice(0, 110);

/**
 * Returns the page's width while each of its texts ends with the longest word. Controls and texts that stay on one line keep the site's own
 * words.
 */
const measureWithLongWords = (page: Page): Promise<number> =>
  page.evaluate((word) => {
    const own =
      '[data-variant], button, select, label, legend, summary, nav, th, time, script, style, svg, textarea, [role=tablist], [aria-hidden=true], a:not(:is(p, h1, h2, h3, h4, li, dd, dt, blockquote, figcaption) a)';
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    const changed: [Text, string][] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const { parentElement: parent } = text;
      if (text.data.trim() !== '' && parent?.closest(own) === null && getComputedStyle(parent).whiteSpace !== 'nowrap')
        changed.push([text, text.data]);
    }
    for (const [text, before] of changed) text.data = `${before} ${word}`;
    const width = document.documentElement.scrollWidth;
    for (const [text, before] of changed) text.data = before;
    return width;
  }, LONG_WORD);

/** Fails if the current page scrolls sideways or has something outside the screen at any of the sizes. */
export async function fitsEveryWidth(page: Page, name: string, sizes: readonly Size[] = SIZES): Promise<void> {
  const before = page.viewportSize();
  for (const [width, letters] of sizes) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    const measured = await measure(page, letters);
    const place = `${name} at ${width} ${letters}`;
    // Fractional pixels are rounded up.
    expect.soft(measured.width, place).toBeLessThanOrEqual(width + 1);
    expect.soft(measured.beside, place).toEqual([]);
    // The tables of the owner's area scroll by themselves, and contain mostly the site's own words.
    if (width === 320 && !new URL(page.url()).pathname.startsWith('/dashboard'))
      expect.soft(await measureWithLongWords(page), `${place} with long words`).toBeLessThanOrEqual(width + 1);
    if (width <= 390) expect.soft(measured.small, `${place}: fields that a phone zooms to`).toEqual([]);
  }
  await measure(page, '');
  if (before) await page.setViewportSize(before);
}
