import { expect, type Locator, type Page } from '@playwright/test';

/** The cart and its total. */
export class CartScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  line(title: string): Locator {
    return this.#page.getByRole('main').getByRole('listitem').filter({ hasText: title });
  }

  /** Opens the line of a book that says for whom the copies are, and chooses. */
  async chooseForWhom(title: string, choice: string): Promise<void> {
    await this.line(title)
      .getByText(/^Para quem: /)
      .click();
    await this.line(title).getByRole('combobox', { name: 'Para quem' }).selectOption(choice);
  }

  total(): Locator {
    return this.#page.getByRole('complementary', { name: 'Resumo' });
  }

  async chooseCurrency(label: RegExp): Promise<void> {
    await this.total()
      .getByText(/^\d+ ite(m|ns) · /)
      .click();
    const select = this.total().getByRole('combobox', { name: 'Moeda' });
    const option = await select.locator('option').filter({ hasText: label }).getAttribute('value');
    // Waits until the choice is stored, before the next page opens.
    const kept = this.#page.waitForResponse(/[/]preferences$/);
    await select.selectOption(option);
    await kept;
  }

  async checkout(): Promise<void> {
    await this.total().getByRole('button', { name: 'Finalizar compra' }).click();
  }

  /** Continues by email, the second option of the Atenção dialog. */
  async goOnByEmail(email: string): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'Atenção' });
    await dialog.getByRole('textbox', { name: 'Seu e-mail' }).fill(email);
    await dialog.getByRole('button', { name: 'Ir para o pagamento' }).click();
  }

  /** Presses Continuar in the Atenção dialog of a visitor. */
  async goOnToSignIn(): Promise<void> {
    const dialog = this.#page.getByRole('dialog', { name: 'Atenção' });
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: 'Continuar' }).click();
  }
}
