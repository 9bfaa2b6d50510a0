import { expect, type Page } from '@playwright/test';

/** The admin's editor of one content block of the site. */
export class ContentScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a block from the list of all blocks, like a person does. */
  async open(name: string): Promise<void> {
    await this.#page.goto('/dashboard?tab=content');
    await this.#page.getByRole('main').getByRole('link', { name }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(this.#page.getByRole('button', { name: 'Publicar' })).toBeVisible();
  }

  field(label: string) {
    return this.#page.getByRole('main').getByLabel(label, { exact: true });
  }

  async publish(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Publicar' }).click();
  }

  async publishAndSee(): Promise<void> {
    await this.publish();
    await expect(this.#page.getByText('Publicado. O site mostra em alguns segundos.')).toBeVisible();
    await expect(this.#page.getByText('Igual ao que está publicado')).toBeVisible();
  }

  /** Opens the preview and returns its page. */
  async preview(): Promise<Page> {
    const [opened] = await Promise.all([this.#page.waitForEvent('popup'), this.#page.getByRole('button', { name: 'Ver prévia' }).click()]);
    await opened.waitForURL(/preview=/);
    return opened;
  }

  async show(view: 'Editar' | 'Histórico'): Promise<void> {
    await this.#page.getByRole('button', { name: view, exact: true }).click();
  }

  /** Returns the published versions, newest first. */
  versions() {
    return this.#page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^(Versão \d|Texto original)/ });
  }
}
