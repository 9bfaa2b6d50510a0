import { expect, type Locator, type Page } from '@playwright/test';

/** The frame of every page: header, menu of small screens, footer. */
export class FrameScreen {
  readonly header: Locator;
  readonly menu: Locator;
  readonly footer: Locator;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    this.header = page.getByRole('banner');
    this.menu = page.getByRole('navigation', { name: 'Menu' });
    this.footer = page.getByRole('contentinfo');
  }

  /** Skips the header by keyboard. */
  async skipToContent(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Pular para o conteúdo' }).press('Enter');
    await expect(this.#page.getByRole('main')).toBeFocused();
  }

  /** Opens an address and waits until the page is hydrated. */
  async open(path: string): Promise<void> {
    await this.#page.goto(path);
    await this.isAlive();
  }

  /** Starts the hydration of an idle page and waits for it. A hydrated page restores scroll positions instead of the browser. */
  async isAlive(): Promise<void> {
    await this.#page.keyboard.press('Shift');
    await this.#page.waitForFunction(() => history.scrollRestoration === 'manual');
  }

  menuButton(): Locator {
    return this.header.getByRole('button', { name: 'Abrir menu' });
  }

  /** Returns a part of the footer that folds on small screens, by its title. */
  section(title: string): Locator {
    return this.footer.locator('summary').filter({ hasText: title });
  }

  async chooseLanguage(name: string): Promise<void> {
    await this.footer.getByRole('combobox', { name: /Idioma|Language/ }).selectOption({ label: name });
  }
}
