import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

type CsvFile = { name: string; content: string };

/** The owner's imports from other services. */
export class ImportsScreen {
  readonly #page: Page;
  readonly #main: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#main = page.getByRole('main');
  }

  async open(): Promise<void> {
    await this.#page.goto('/dashboard?tab=imports');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Importar' })).toBeVisible();
  }

  form(): Locator {
    return this.#main.getByRole('form', { name: 'Nova importação' });
  }

  async choose(kind: string): Promise<void> {
    await this.form().getByLabel('O que você vai trazer?').selectOption(kind);
  }

  async send({ name, content }: CsvFile): Promise<void> {
    const buffer = Buffer.from(content);
    await this.form()
      .getByLabel(/^Arquivo CSV/)
      .setInputFiles({ name, mimeType: 'text/csv', buffer });
    await this.form().getByRole('button', { name: 'Ler o arquivo' }).click();
    await this.#main.getByRole('button', { name: 'Continuar' }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name })).toBeVisible();
  }

  panel(name: string): Locator {
    return this.#main.getByRole('region', { name });
  }

  async isProduct(product: string, book: string): Promise<void> {
    await this.#main.getByLabel(`Livro de “${product}”`).selectOption(book);
  }

  async start(): Promise<void> {
    await this.#main.getByRole('button', { name: 'Importar', exact: true }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Importar', exact: true }).click();
  }

  /** Undoes an import after the dialog stated what would be removed. */
  async undo(what: string): Promise<void> {
    await this.#main.getByRole('button', { name: 'Desfazer importação' }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Desfazer esta importação?' });
    await expect(dialog).toContainText(what);
    await dialog.getByRole('button', { name: 'Desfazer importação' }).click();
  }

  async openFolder(): Promise<void> {
    await this.open();
    await this.#main.getByRole('link', { name: 'adicionar livros de uma pasta' }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Livros de uma pasta' })).toBeVisible();
  }

  async chooseFiles(files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.#main.getByLabel('Escolher arquivos').setInputFiles(files);
  }

  row(title: string): Locator {
    return this.#main.getByRole('row').filter({ hasText: title });
  }

  async report(): Promise<string> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.panel('Linhas recusadas').getByRole('button', { name: 'Exportar CSV' }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  }
}
