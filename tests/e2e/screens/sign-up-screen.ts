import { expect, type Locator, type Page } from '@playwright/test';

export type NewPerson = { name: string; email: string; password: string };

/** Creating an account, confirming it, and recovering it. */
export class SignUpScreen {
  readonly #page: Page;
  readonly #main: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#main = page.getByRole('main');
  }

  async openFromSignIn(): Promise<void> {
    await this.#main.getByRole('link', { name: 'Criar uma conta' }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Criar conta' })).toBeVisible();
  }

  async fill({ name, email, password }: NewPerson, confirmation = password): Promise<void> {
    await this.#main.getByLabel('Nome (opcional)').fill(name);
    await this.#main.getByLabel('E-mail').fill(email);
    await this.#main.getByLabel('Senha', { exact: true }).fill(password);
    await this.#main.getByLabel('Confirme a senha').fill(confirmation);
    await this.#main.getByRole('button', { name: 'Criar conta' }).click();
  }

  async isAskedToConfirm(email: string): Promise<void> {
    await expect(this.#page).toHaveURL(/\/check-email/);
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Confirme seu e-mail' })).toBeVisible();
    await expect(this.#main).toContainText(email);
  }

  async confirm(): Promise<void> {
    await this.#main.getByRole('button', { name: 'Confirmar meu e-mail' }).click();
  }

  async askForNewPassword(email: string): Promise<void> {
    await this.#main.getByLabel('E-mail').fill(email);
    await this.#main.getByRole('button', { name: 'Enviar o link' }).click();
    await expect(this.#main).toContainText(`Se ${email} tiver uma conta`);
  }

  async saveNewPassword(password: string): Promise<void> {
    await this.#main.getByLabel('Nova senha').fill(password);
    await this.#main.getByRole('button', { name: 'Salvar a nova senha' }).click();
  }

  heading(name: string): Locator {
    return this.#page.getByRole('heading', { level: 1, name });
  }

  /** Returns a sentence about an error. */
  problem(text: string | RegExp): Locator {
    return this.#main.getByRole('alert').filter({ hasText: text });
  }
}
