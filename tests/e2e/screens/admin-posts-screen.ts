import { expect, type Locator, type Page } from '@playwright/test';

/** The owner's posts: the list, and the editor of one post. */
export class AdminPostsScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async begin(): Promise<void> {
    await this.#page.goto('/dashboard?tab=posts');
    await this.#page.getByRole('button', { name: 'Escrever um texto' }).click();
    await expect(this.words()).toBeVisible();
  }

  title(): Locator {
    return this.#page.getByLabel('Título', { exact: true });
  }

  words(): Locator {
    return this.#page.getByRole('textbox', { name: 'Texto', exact: true });
  }

  tool(name: string): Locator {
    return this.#page.getByRole('toolbar', { name: 'Formatação' }).getByRole('button', { name, exact: true });
  }

  async insert(name: string): Promise<Locator> {
    await this.tool('Inserir').click();
    await this.#page.getByRole('button', { name, exact: true }).click();
    return this.#page.getByRole('dialog');
  }

  /** Pastes HTML in the form in which a word processor puts it on the clipboard. */
  async paste(html: string): Promise<void> {
    await this.words().evaluate((field, markup) => {
      const data = new DataTransfer();
      data.setData('text/html', markup);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, html);
  }

  publication(): Locator {
    return this.#page.getByRole('region', { name: 'Publicação' });
  }

  /** Presses a button of the panel once the draft is saved on the server, and confirms. */
  async publish(button: RegExp): Promise<void> {
    await this.publication().getByRole('button', { name: button }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Publicar agora' }).click();
    await expect(this.publication()).toContainText('No site desde');
  }

  async confirm(button: string): Promise<void> {
    await this.#page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();
  }
}
