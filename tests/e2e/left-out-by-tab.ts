import { expect, type Page } from './site-test.ts';

/** The number of Tab presses after which the helper checks which controls got the focus. */
const PRESSES = 8;

/** Presses Tab from the beginning of the page to its end. Returns the controls that never got the focus. */
export async function leftOutByTab(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    const walk = document.documentElement.dataset;
    walk.walk = 'reached';
    addEventListener('focusin', ({ target }) => {
      if (walk.walk !== 'reached') return;
      const focused = target as HTMLElement;
      const { width, height } = focused.getBoundingClientRect();
      // The parts of a date field get the focus one after another, and count as one field.
      const before = document.querySelector('[data-reached=last]');
      if (focused !== before && focused.hasAttribute('data-reached')) walk.walk = 'end';
      else if (width === 0 || height === 0) walk.walk = `invisible: ${focused.outerHTML.slice(0, 120)}`;
      before?.setAttribute('data-reached', '');
      focused.setAttribute('data-reached', 'last');
    });
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  for (let state: string | undefined = 'reached'; state !== 'end'; ) {
    for (let press = 0; press < PRESSES; press += 1) await page.keyboard.press('Tab');
    state = await page.evaluate(() => (document.activeElement === document.body ? 'end' : document.documentElement.dataset.walk));
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
