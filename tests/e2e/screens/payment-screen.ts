import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test';

/** Test cards of the payment provider (docs.stripe.com/testing). */
export const CARDS = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  threeDSecure: '4000 0027 6000 3184',
} as const;

/** The provider's payment form as the local stand-in renders it: in the frame of our page, or on the provider's own page. */
export class PaymentScreen {
  readonly #page: Page;
  readonly #form: Page | FrameLocator;

  constructor(page: Page, where: 'embedded' | 'hosted' = 'embedded') {
    this.#page = page;
    this.#form = where === 'embedded' ? page.frameLocator('iframe[name=embedded-checkout]') : page;
  }

  payButton(): Locator {
    return this.#form.getByRole('button', { name: /^(Pagar|Pay) / });
  }

  /** Returns the form's message about a rejection. */
  refusal(): Locator {
    return this.#form.getByRole('alert');
  }

  async isOpen(): Promise<void> {
    await expect(this.payButton()).toBeVisible({ timeout: 15_000 });
  }

  /** Returns the id of the session that this form pays. */
  sessionId(): string {
    const addresses = [this.#page.url(), ...this.#page.frames().map((frame: Frame) => frame.url())];
    return addresses.map((address) => /cs_test_[A-Za-z0-9]+/.exec(address)?.[0]).find(Boolean) ?? '';
  }

  async payByCard(number: string): Promise<void> {
    await this.#form.getByLabel('Número do cartão').fill(number);
    await this.#form.getByLabel('Validade').fill('12 / 34');
    await this.#form.getByLabel('CVC').fill('123');
    await this.#form.getByLabel('Nome no cartão').fill('Leitora de Teste');
    await this.payButton().click();
  }

  async payByBoleto(): Promise<void> {
    await this.#form.getByRole('radio', { name: 'Boleto' }).check();
    await this.#form.getByLabel('CPF ou CNPJ').fill('000.000.000-00');
    await this.#form.getByLabel('Nome completo').fill('Leitora de Teste');
    await this.payButton().click();
  }

  async showPix(): Promise<void> {
    await this.#form.getByRole('radio', { name: 'Pix' }).check();
    await this.payButton().click();
    await expect(this.#form.getByRole('img', { name: 'QR Code do Pix' })).toBeVisible();
  }

  /** Lets the buyer's bank pay the shown Pix or let it expire. */
  async answerPix(answer: 'Pagar este Pix (teste)' | 'Deixar vencer (teste)'): Promise<void> {
    await this.#form.getByRole('button', { name: answer }).click();
  }

  async answerChallenge(answer: 'Concluir autenticação' | 'Falhar autenticação'): Promise<void> {
    await this.#form.getByRole('button', { name: answer }).click();
  }

  /** Cancels on the provider's own page. */
  async cancel(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Cancelar e voltar à loja' }).click();
  }
}
