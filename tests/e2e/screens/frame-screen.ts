import { expect, type Locator, type Page } from '@playwright/test';

/** What stands around every page: header, menu of small screens, footer. */
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

  /** The way past the header, for who goes by keyboard. */
  async skipToContent(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Pular para o conteúdo' }).press('Enter');
    await expect(this.#page.getByRole('main')).toBeFocused();
  }

  /** Opens an address and waits until the page's scripts are alive. */
  async open(path: string): Promise<void> {
    await this.#page.goto(path);
    await this.isAlive();
  }

  /** Wakes a page that rests, and waits: one that is alive has taken the restoring of positions over from the browser. */
  async isAlive(): Promise<void> {
    await this.#page.keyboard.press('Shift');
    await this.#page.waitForFunction(() => history.scrollRestoration === 'manual');
  }

  menuButton(): Locator {
    return this.header.getByRole('button', { name: 'Abrir menu' });
  }

  /** A part of the footer that folds on small screens, by its summary. */
  section(title: string): Locator {
    return this.footer.locator('summary').filter({ hasText: title });
  }

  async chooseLanguage(name: string): Promise<void> {
    await this.footer.getByRole('combobox', { name: /Idioma|Language/ }).selectOption({ label: name });
  }
}
