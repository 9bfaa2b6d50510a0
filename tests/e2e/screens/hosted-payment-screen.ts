import { expect, type Locator, type Page } from '@playwright/test';

/** Test cards of the payment provider (docs.stripe.com/testing). */
export const CARDS = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0027 6000 3184',
} as const;

/** The provider's hosted page, as the local stand-in draws it. */
export class HostedPaymentScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  #payButton(): Locator {
    return this.#page.getByRole('button', { name: /^Pagar/ });
  }

  async isOpen(): Promise<void> {
    await expect(this.#payButton()).toBeVisible();
  }

  /** The session that this page pays. */
  sessionId(): string {
    return /cs_test_\w+/.exec(this.#page.url())?.[0] ?? '';
  }

  async payByCard(number: string): Promise<void> {
    await this.#page.getByLabel('Número do cartão').fill(number);
    await this.#page.getByLabel('Validade').fill('12 / 34');
    await this.#page.getByLabel('CVC').fill('123');
    await this.#page.getByLabel('Nome no cartão').fill('Leitora de Teste');
    await this.#payButton().click();
  }

  async payByBoleto(): Promise<void> {
    await this.#page.getByRole('radio', { name: 'Boleto' }).check();
    await this.#page.getByLabel('CPF ou CNPJ').fill('000.000.000-00');
    await this.#page.getByLabel('Nome completo').fill('Leitora de Teste');
    await this.#payButton().click();
  }

  async answerChallenge(answer: 'Concluir autenticação' | 'Falhar autenticação'): Promise<void> {
    await this.#page.getByRole('button', { name: answer }).click();
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Cancelar e voltar à loja' }).click();
  }
}
