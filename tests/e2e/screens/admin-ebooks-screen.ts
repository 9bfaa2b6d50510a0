import { expect, type Locator, type Page } from '@playwright/test';

type ChosenFile = { name: string; mimeType: string; buffer: Buffer };
type NewBook = { title: string; description: string; listPrices: { BRL: string; USD: string; NZD: string } };

const PRICE_LABELS = {
  BRL: 'Em reais (BRL)',
  USD: 'Em dólares americanos (USD)',
  NZD: 'Em dólares neozelandeses (NZD)',
} as const;

/** The owner's books: the list, the form that adds one, and the page of each. */
export class AdminEbooksScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/dashboard?tab=ebooks');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'eBooks' })).toBeVisible();
    await expect(this.#page.getByRole('main').getByRole('rowheader').first()).toBeVisible();
  }

  form(): Locator {
    return this.#page.getByRole('form', { name: 'Adicionar eBook' });
  }

  book(title: string): Locator {
    return this.#page.getByRole('row').filter({ has: this.#page.getByRole('link', { name: title, exact: true }) });
  }

  /** Opens the form that adds a book by the link above the list. */
  async add(): Promise<void> {
    await this.#page.getByRole('main').getByRole('link', { name: 'Adicionar eBook' }).click();
    await expect(this.form()).toBeVisible();
  }

  /** Opens some groups of *Mais opções*, and returns their fields. */
  async unfold(title: string): Promise<Locator> {
    await this.#page.locator('summary').filter({ hasText: title }).click();
    return this.#page.getByRole('group', { name: title });
  }

  async write(book: NewBook): Promise<void> {
    await this.form().getByLabel('Título').fill(book.title);
    const description = await this.unfold('Descrição');
    await description.getByLabel('Descrição').fill(book.description);
    await this.price(this.form(), 'BRL', book.listPrices.BRL);
    await this.price(this.form(), 'USD', book.listPrices.USD);
    await this.price(this.form(), 'NZD', book.listPrices.NZD);
  }

  async price(form: Locator, currency: keyof typeof PRICE_LABELS, amount: string): Promise<void> {
    await form.getByLabel(PRICE_LABELS[currency], { exact: true }).fill(amount);
  }

  async choose(label: RegExp, file: ChosenFile): Promise<void> {
    await this.#page.getByRole('button', { name: label }).setInputFiles(file);
  }

  async send(button: 'Salvar rascunho' | 'Publicar'): Promise<void> {
    await this.form().getByRole('button', { name: button }).click();
  }

  /** Publishes the draft that is open. */
  async publish(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Publicar' }).click();
    await expect(this.#page.getByRole('link', { name: 'Ver na loja' })).toBeVisible();
  }

  async edit(title: string): Promise<void> {
    await this.book(title).getByRole('link', { name: title, exact: true }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  details(): Locator {
    return this.#page.getByRole('form', { name: 'Dados do livro' });
  }

  async save(): Promise<void> {
    await this.details().getByRole('button', { name: 'Salvar' }).click();
    await expect(this.#page.getByText('Alterações salvas').first()).toBeVisible({ timeout: 30_000 });
    await expect(this.details().getByRole('button', { name: 'Salvar' })).toBeDisabled();
  }

  /** Returns the notice that another admin saved the book. */
  conflict(): Locator {
    return this.#page.getByRole('region', { name: 'Outra pessoa salvou este livro enquanto você editava' });
  }

  async replacePdf(file: ChosenFile): Promise<void> {
    await this.choose(/^Nova versão do PDF Escolha/, file);
    await expect(this.details().getByRole('checkbox', { name: 'Avisar por e-mail quem já tem o livro' })).not.toBeChecked();
    await this.save();
  }

  async remove(): Promise<void> {
    await this.#page.getByRole('main').locator('summary').filter({ hasText: 'Mais:' }).click();
    await this.#page.getByRole('button', { name: 'Excluir', exact: true }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Tem certeza de que deseja excluir este eBook?' });
    await dialog.getByRole('button', { name: 'Excluir', exact: true }).click();
  }
}
