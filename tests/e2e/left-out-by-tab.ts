import { expect, type Page } from './site-test.ts';

/** Presses the tab key from the page's beginning to its end. Returns what it leaves out of what can be operated. */
export async function leftOutByTab(page: Page): Promise<string[]> {
  const step = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return 'end';
      const { width, height } = focused.getBoundingClientRect();
      if (width === 0 || height === 0) return `invisible: ${focused.outerHTML.slice(0, 120)}`;
      // The parts of a date are stops of one field.
      const before = document.querySelector('[data-reached=last]');
      if (focused !== before && focused.hasAttribute('data-reached')) return 'end';
      before?.setAttribute('data-reached', '');
      focused.setAttribute('data-reached', 'last');
      return 'reached';
    });
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let state = 'reached'; state !== 'end'; ) {
    await page.keyboard.press('Tab');
    state = await step();
    expect(state).toMatch(/^(reached|end)$/);
  }
  return await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:enabled, input:enabled:not([type=radio]), select:enabled, textarea:enabled',
      ),
    ]
      .filter((element) => element.tabIndex >= 0 && !element.hasAttribute('data-reached') && !element.closest('[inert]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => element.outerHTML.slice(0, 120)),
  );
}
