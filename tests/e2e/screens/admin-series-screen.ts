import { expect, type Locator, type Page } from '@playwright/test';

/** The welcome series: its steps, and whether it is on. */
export class AdminSeriesScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/dashboard?tab=campaigns');
    await this.#page.getByRole('link', { name: 'Série de boas-vindas' }).click();
    await expect(this.#page.getByRole('heading', { level: 1 })).toHaveText('Série de boas-vindas');
  }

  step(title: string): Locator {
    return this.#page.getByRole('region', { name: 'Cartas da série' }).getByRole('listitem').filter({ hasText: title });
  }

  sending(): Locator {
    return this.#page.getByRole('region', { name: 'Envio' });
  }

  dialog(): Locator {
    return this.#page.getByRole('dialog');
  }

  /** Adds a published post as a step, `day` days after the confirmation. */
  async add(title: string, days: number): Promise<void> {
    await this.#page.getByRole('button', { name: 'Incluir uma carta…' }).click();
    await this.dialog().getByLabel('Pesquisar textos publicados').fill(title);
    await this.dialog().getByRole('radio', { name: title }).check();
    await this.dialog().getByLabel('Dias depois de confirmar').fill(String(days));
    await this.dialog().getByRole('button', { name: 'Incluir na série' }).click();
    await expect(this.step(title)).toBeVisible();
  }

  /** Opens the dialog that switches the series on or off, checks the stated consequences, and confirms. */
  async press(
    button: 'Ligar…' | 'Desligar…' | 'Mudar quem recebe…',
    sentence: RegExp,
    confirm: 'Ligar' | 'Desligar' | 'Salvar',
  ): Promise<void> {
    await this.sending().getByRole('button', { name: button }).click();
    await expect(this.dialog()).toContainText(sentence);
    await this.dialog().getByRole('button', { name: confirm, exact: true }).click();
    await expect(this.dialog()).toHaveCount(0);
  }
}
