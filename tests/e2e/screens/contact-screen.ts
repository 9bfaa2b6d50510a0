import { expect, type Locator, type Page } from '@playwright/test';

export type Message = { name: string; email: string; subject: string; message: string };

/** The page on which visitors write to the author. */
export class ContactScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/contact');
    await expect(this.#form()).toBeVisible();
  }

  #form(): Locator {
    return this.#page.getByRole('region', { name: 'Envie uma mensagem' });
  }

  field(label: 'Nome' | 'E-mail' | 'Assunto' | 'Mensagem'): Locator {
    return this.#form().getByLabel(label, { exact: true });
  }

  sendButton(): Locator {
    return this.#form().getByRole('button', { name: /^Envia/ });
  }

  /** Fills the form by keyboard from its first field to the button, and presses it. */
  async writeByKeyboard({ name, email, subject, message }: Message): Promise<void> {
    const { keyboard } = this.#page;
    await this.field('Nome').focus();
    await keyboard.type(name);
    await keyboard.press('Tab');
    await keyboard.type(email);
    await keyboard.press('Tab');
    // A select chooses the option that begins with the typed letters.
    await keyboard.type(subject);
    await keyboard.press('Tab');
    await keyboard.type(message);
    await keyboard.press('Tab');
    await expect(this.sendButton()).toBeFocused();
    await keyboard.press('Enter');
  }

  async fill({ name, email, subject, message }: Message): Promise<void> {
    await this.field('Nome').fill(name);
    await this.field('E-mail').fill(email);
    await this.field('Assunto').selectOption({ label: subject });
    await this.field('Mensagem').fill(message);
  }

  async holds({ name, email, subject, message }: Message): Promise<void> {
    await expect(this.field('Nome')).toHaveValue(name);
    await expect(this.field('E-mail')).toHaveValue(email);
    await expect(this.field('Assunto').locator('option:checked')).toHaveText(subject);
    await expect(this.field('Mensagem')).toHaveValue(message);
  }

  thanks(): Locator {
    return this.#form().getByText('Sua mensagem foi recebida. Eu retornarei o mais breve possível.');
  }

  faq(): Locator {
    return this.#page.getByRole('region', { name: 'Perguntas frequentes' });
  }

  questions(): Locator {
    return this.faq().locator('summary');
  }

  openAnswers(): Locator {
    return this.faq().locator('details[open]');
  }
}
