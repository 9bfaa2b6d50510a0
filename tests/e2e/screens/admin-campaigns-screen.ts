import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** One newsletter issue: its text, its readers and its state. */
export class AdminCampaignsScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  audience(): Locator {
    return this.#page.getByRole('region', { name: 'Quem recebe' });
  }

  sending(): Locator {
    return this.#page.getByRole('region', { name: 'Envio' });
  }

  numbers(): Locator {
    return this.#page.getByRole('region', { name: 'Números' });
  }

  preview(): FrameLocator {
    return this.#page.frameLocator('iframe[title^="A carta como"]');
  }

  subject(): Locator {
    return this.#page.getByLabel('Assunto em português');
  }

  async press(button: string): Promise<void> {
    await this.#page.getByRole('button', { name: button, exact: true }).click();
  }

  /** Presses Send, checks the stated consequences, and confirms. */
  async send(sentence: RegExp): Promise<void> {
    await this.press('Enviar…');
    const dialog = this.#page.getByRole('dialog');
    await expect(dialog).toContainText(sentence);
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click();
    await expect(this.sending().getByRole('timer')).toContainText(/^Sai em \d+ segundos/);
  }

  /** Schedules the issue for a moment in the site's time zone, and checks the stated consequences. */
  async schedule(local: string, sentence: RegExp): Promise<void> {
    await this.press('Enviar…');
    const dialog = this.#page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Em uma data' }).check();
    await dialog.getByLabel('Data e hora').fill(local);
    await expect(dialog).toContainText(sentence);
    await dialog.getByRole('button', { name: 'Agendar', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
}
