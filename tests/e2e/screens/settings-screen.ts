import { expect, type Locator, type Page } from '@playwright/test';
import { chooseAtGoogle } from './google-window.ts';

/** The settings of a customer's account. */
export class SettingsScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/user-dashboard?tab=settings');
    await expect(this.sheet('Conta')).toBeVisible();
  }

  sheet(title: string): Locator {
    return this.#page
      .getByRole('tabpanel')
      .locator('section')
      .filter({ has: this.#page.getByRole('heading', { name: title, exact: true }) });
  }

  /** Chooses `email` in the simulated Google window. */
  async linkGoogle(email: string): Promise<void> {
    await chooseAtGoogle(this.#page, this.sheet('Formas de entrar').getByRole('button', { name: 'Vincular o Google' }), email);
  }

  async rename(name: string): Promise<void> {
    await this.#page.getByLabel('Nome').fill(name);
    await this.#page.getByRole('button', { name: 'Salvar nome' }).click();
    await expect(this.#page.getByText('Nome salvo.')).toBeVisible();
  }

  async changePassword(current: string, next: string): Promise<void> {
    const sheet = this.sheet('Senha');
    await sheet.getByLabel('Senha atual').fill(current);
    await sheet.getByLabel('Nova senha').fill(next);
    await sheet.getByRole('button', { name: 'Trocar senha' }).click();
    await expect(sheet).toContainText('Senha trocada.');
  }

  async signOutEverywhere(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Sair de todos os aparelhos' }).click();
  }

  /** Returns the file that the customer downloads. */
  async exportData(): Promise<{ name: string; path: string }> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.getByRole('button', { name: 'Baixar meus dados' }).click(),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
  }

  async askToDelete(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Excluir minha conta' }).click();
    await expect(this.#page.getByRole('dialog')).toBeVisible();
  }

  async confirmDeletion(person: { email: string; password: string }): Promise<void> {
    const dialog = this.#page.getByRole('dialog');
    await dialog.getByLabel(/Para confirmar/).fill(person.email);
    await dialog.getByLabel('Senha atual').fill(person.password);
    await dialog.getByRole('button', { name: 'Excluir para sempre' }).click();
  }
}
