import { expect, type Locator, type Page } from '@playwright/test';

/** The newsletter from the form in the footer to the pages that its emails link to. */
export class NewsletterScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  form(): Locator {
    return this.#page.getByRole('contentinfo').locator('form').filter({ hasText: 'Inscreva-se' });
  }

  async subscribe(email: string): Promise<void> {
    await this.form().getByPlaceholder('Seu email').fill(email);
    await this.form().getByRole('button').click();
    await expect(this.#page.getByText('Obrigada por se inscrever! Verifique seu email para confirmar.')).toBeVisible();
  }

  /** Presses the button on the page that an email links to. */
  async press(button: 'Confirmar inscrição' | 'Cancelar inscrição'): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name: button }).click();
  }

  heading(): Locator {
    return this.#page.getByRole('heading', { level: 1 });
  }
}
