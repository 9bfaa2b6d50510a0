import { expect, type Locator, type Page } from '@playwright/test';

/** The shelf, a book's page and the way to the cart. */
export class ShopScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/shop');
    await expect(this.#page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  }

  books(): Locator {
    return this.#page.getByRole('region', { name: 'Todos os eBooks' }).getByRole('article');
  }

  book(title: string): Locator {
    return this.books().filter({ has: this.#page.getByRole('heading', { name: title, exact: true }) });
  }

  async search(text: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Pesquisar eBooks' }).fill(text);
  }

  async openBook(title: string): Promise<void> {
    await this.book(title).getByRole('link', { name: title, exact: true }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  async addOpenBook(title: string): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' }).click();
    await expect(this.#page.getByText(`${title} adicionado ao carrinho!`).first()).toBeVisible();
  }

  /** Returns the link that replaces the button for a book that is not sold to the visitor again. */
  way(name: string): Locator {
    return this.#page.getByRole('main').getByRole('link', { name });
  }

  async openCart(): Promise<void> {
    await this.#page
      .getByRole('banner')
      .getByRole('link', { name: /carrinho/i })
      .click();
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Seu carrinho' })).toBeVisible();
  }

  /** Puts a book directly into the cart, for journeys that begin there. */
  async fillCart(id: string, title: string): Promise<void> {
    await this.#page.goto(`/shop/ebook/${id}`);
    await this.addOpenBook(title);
    await this.openCart();
  }
}
