import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { chooseAtGoogle } from './google-window.ts';

/** Signing in, and the area of a signed-in person. */
export class AccountScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async fillSignIn(person: { email: string; password: string }): Promise<void> {
    const form = this.#page.getByRole('main');
    // The label must match exactly, because the page that is being left may have another email field.
    await form.getByLabel('E-mail', { exact: true }).fill(person.email);
    await form.getByLabel('Senha', { exact: true }).fill(person.password);
    await form.getByRole('button', { name: 'Entrar', exact: true }).click();
  }

  async signInWithGoogle(email: string): Promise<void> {
    await this.#page.goto('/signin');
    await chooseAtGoogle(this.#page, this.#page.getByRole('button', { name: 'Entrar com o Google' }), email);
  }

  /** Signs in and waits for the page that a customer reaches. */
  async signIn(person: { email: string; password: string }): Promise<void> {
    await this.#page.goto('/signin');
    await this.fillSignIn(person);
    await expect(this.#page).not.toHaveURL(/signin/);
  }

  async openLibrary(): Promise<void> {
    await this.#page.goto('/user-dashboard?tab=ebooks');
    await expect(this.#page.getByRole('tab', { name: 'Meus eBooks' })).toHaveAttribute('aria-selected', 'true');
  }

  book(title: string) {
    return this.#page.getByRole('tabpanel').getByRole('article').filter({ hasText: title });
  }

  /** Opens a book of the library in the reader. */
  async read(title: string): Promise<void> {
    await this.book(title)
      .getByRole('link', { name: /^(Ler|Continuar)/ })
      .click();
    await expect(this.#page).toHaveURL(/user-dashboard\/read\//);
  }

  /** Returns the bytes of the PDF that the customer downloads. */
  async download(title: string): Promise<Buffer> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.book(title)
        .getByRole('button', { name: /Baixar/ })
        .click(),
    ]);
    return await readFile(await download.path());
  }
}
