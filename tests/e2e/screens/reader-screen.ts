import { expect, type Page } from '@playwright/test';

/** A book that is open to be read. */
export class ReaderScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The page that is shown; by its number when it is drawn. */
  page(number?: number) {
    return this.#page.getByRole('region', {
      name: number === undefined ? /^Página \d+ de \d+$/ : new RegExp(`^Página ${number} de \\d+$`),
    });
  }

  /** Waits until page `number` is drawn with its words. */
  async isAt(number: number): Promise<void> {
    await expect(this.page(number)).toHaveAttribute('aria-busy', 'false');
    await expect(this.page(number).locator('canvas')).toBeVisible();
    await expect(this.#page.getByRole('textbox', { name: 'Ir para a página' })).toHaveValue(String(number));
  }

  async next(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Próxima página' }).click();
  }

  async goTo(number: number): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: 'Ir para a página' });
    await field.fill(String(number));
    await field.press('Enter');
    await this.isAt(number);
  }

  async openContents(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Sumário' }).click();
    await expect(this.contents()).toBeVisible();
  }

  contents() {
    return this.#page.getByRole('dialog', { name: 'Sumário' });
  }

  async resize(direction: 'Aumentar' | 'Diminuir'): Promise<number> {
    const before = await this.width();
    await this.#page.getByRole('button', { name: direction }).click();
    await expect.poll(() => this.width()).not.toBe(before);
    return await this.width();
  }

  async width(): Promise<number> {
    return (await this.page().locator('canvas').boundingBox())?.width ?? 0;
  }

  async leave(): Promise<void> {
    await this.#page.getByRole('main').getByRole('link', { name: 'Meus eBooks' }).click();
    await expect(this.#page).toHaveURL(/user-dashboard\?tab=ebooks/);
  }
}
