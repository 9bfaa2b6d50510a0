import { expect, type Page } from '@playwright/test';

/** The time between two taps that are not a double tap, in milliseconds. The page combines taps within 300 ms. */
const APART_MS = 400;

/** A book that is open in the reader. */
export class ReaderScreen {
  readonly #page: Page;
  #tappedAt = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Returns the visible page, or page `number` once it is rendered. */
  page(number?: number) {
    return this.#page.getByRole('region', {
      name: number === undefined ? /^Página \d+ de \d+$/ : new RegExp(`^Página ${number} de \\d+$`),
    });
  }

  /** Waits until page `number` is rendered with its text. */
  async isAt(number: number): Promise<void> {
    await expect(this.page(number)).toHaveAttribute('aria-busy', 'false');
    await expect(this.page(number).locator('canvas')).toBeVisible();
    await expect(this.#page.getByRole('textbox', { name: 'Ir para a página' })).toHaveValue(String(number));
  }

  /** Moves the mouse to show the tools, which hide while the book is read. */
  async showTools(): Promise<void> {
    await this.#page.mouse.move(100, 300);
    await this.#page.mouse.move(120, 320);
    await expect(this.tools()).toBeInViewport();
  }

  tools() {
    return this.#page.getByRole('toolbar', { name: 'Ferramentas de leitura' });
  }

  tool(name: string) {
    return this.tools().getByRole('button', { name });
  }

  /** Swipes over the page from one place to another, both as fractions of its width. */
  async swipe(from: number, to: number): Promise<void> {
    const { width, height } = this.#page.viewportSize() ?? { width: 0, height: 0 };
    const touch = await this.#page.context().newCDPSession(this.#page);
    const at = (part: number) => [{ x: part * width, y: height / 2 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(from) });
    for (const step of [0.25, 0.5, 0.75, 1]) {
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(from + (to - from) * step) });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await touch.detach();
  }

  /** Taps the page at a fraction of its width. Waits before the tap, so that it is no double tap. */
  async tap(part: number): Promise<void> {
    const { width, height } = this.#page.viewportSize() ?? { width: 0, height: 0 };
    await this.#page.waitForTimeout(Math.max(0, this.#tappedAt + APART_MS - Date.now()));
    await this.#page.touchscreen.tap(part * width, height / 2);
    this.#tappedAt = Date.now();
  }

  /** Double-taps, however slow the machine is: each event has an explicit time. */
  async doubleTap(part: number): Promise<void> {
    const { width, height } = this.#page.viewportSize() ?? { width: 0, height: 0 };
    const touch = await this.#page.context().newCDPSession(this.#page);
    const startedAt = Date.now() / 1_000;
    for (const after of [0, 0.1]) {
      const at = startedAt + after;
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x: part * width, y: height / 2 }],
        timestamp: at,
      });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: at + 0.05 });
    }
    await touch.detach();
  }

  find() {
    return this.#page.getByRole('search');
  }

  /** Returns the current search result on the page. */
  mark() {
    return this.page().locator('[data-current]');
  }

  async next(): Promise<void> {
    await this.showTools();
    await this.#page.getByRole('button', { name: 'Próxima página' }).click();
  }

  async goTo(number: number): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Ir para a página' });
    await field.fill(String(number));
    await field.press('Enter');
    await this.isAt(number);
  }

  async openContents(): Promise<void> {
    await this.showTools();
    await this.#page.getByRole('button', { name: 'Sumário' }).click();
    await expect(this.contents()).toBeVisible();
  }

  contents() {
    return this.#page.getByRole('dialog', { name: 'Sumário' });
  }

  async resize(direction: 'Aumentar' | 'Diminuir'): Promise<number> {
    await this.showTools();
    const before = await this.width();
    await this.#page.getByRole('button', { name: direction }).click();
    await expect.poll(() => this.width()).not.toBe(before);
    return await this.width();
  }

  async width(): Promise<number> {
    return (await this.page().locator('canvas').boundingBox())?.width ?? 0;
  }

  async leave(): Promise<void> {
    await this.showTools();
    await this.#page.getByRole('main').getByRole('link', { name: 'Meus eBooks' }).click();
    await expect(this.#page).toHaveURL(/user-dashboard\?tab=ebooks/);
  }
}
