import { expect, type Locator, type Page } from '@playwright/test';

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };
type NewBook = { title: string; description: string; prices: { BRL: string; USD: string; NZD: string }; state: string };

const PRICE_LABELS = {
  BRL: 'Em reais (BRL)',
  USD: 'Em dólares americanos (USD)',
  NZD: 'Em dólares neozelandeses (NZD)',
} as const;

/** The owner's books: the form that adds one, the grid, and the page of each. */
export class AdminEbooksScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/dashboard?tab=ebooks');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'eBooks' })).toBeVisible();
    await expect(this.#page.getByRole('article').first()).toBeVisible();
  }

  form(): Locator {
    return this.#page.getByRole('form', { name: 'Adicionar eBook' });
  }

  book(title: string): Locator {
    return this.#page.getByRole('article').filter({ has: this.#page.getByRole('heading', { name: title, exact: true }) });
  }

  /** Opens the form that adds a book by the button above the list. */
  async add(): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: 'Adicionar eBook' }).click();
    await expect(this.form()).toBeVisible();
  }

  async write(book: NewBook): Promise<void> {
    await this.form().getByLabel('Título').fill(book.title);
    await this.form().getByLabel('Descrição').fill(book.description);
    await this.price(this.form(), 'BRL', book.prices.BRL);
    await this.price(this.form(), 'USD', book.prices.USD);
    await this.price(this.form(), 'NZD', book.prices.NZD);
    await this.form().getByLabel('Situação').selectOption(book.state);
  }

  async price(form: Locator, currency: keyof typeof PRICE_LABELS, amount: string): Promise<void> {
    await form.getByLabel(PRICE_LABELS[currency]).fill(amount);
  }

  async choose(label: RegExp, file: ChosenFile): Promise<void> {
    await this.#page.getByRole('button', { name: label }).setInputFiles(file);
  }

  async send(): Promise<void> {
    await this.form().getByRole('button', { name: 'Enviar eBook' }).click();
  }

  async edit(title: string): Promise<void> {
    await this.book(title)
      .getByRole('link', { name: /^Editar/ })
      .click();
    await expect(this.#page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  details(): Locator {
    return this.#page.getByRole('form', { name: 'Dados do livro' });
  }

  async save(): Promise<void> {
    await this.details().getByRole('button', { name: 'Salvar' }).click();
    await expect(this.#page.getByText('Alterações salvas').first()).toBeVisible();
  }

  /** Returns the notice that another admin saved the book meanwhile. */
  conflict(): Locator {
    return this.#page.getByRole('region', { name: 'Outra pessoa salvou este livro enquanto você editava' });
  }

  async replacePdf(file: ChosenFile): Promise<void> {
    await this.choose(/^Nova versão do PDF Escolha/, file);
    await this.#page.getByRole('button', { name: 'Trocar o arquivo' }).click();
    await expect(this.#page.getByText('Arquivo trocado').first()).toBeVisible({ timeout: 30_000 });
  }

  async remove(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Excluir', exact: true }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Tem certeza de que deseja excluir este eBook?' });
    await dialog.getByRole('button', { name: 'Excluir', exact: true }).click();
  }
}
