import { expect, type Locator, type Page } from '@playwright/test';

/** The owner's episodes: the channel, the list, and the page of each. */
export class AdminEpisodesScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.goto('/dashboard?tab=episodes');
    await expect(this.#page.getByRole('heading', { level: 1, name: 'Episódios' })).toBeVisible();
    await expect(this.#page.getByRole('main').getByRole('row').nth(1)).toBeVisible();
  }

  async sync(): Promise<void> {
    const channel = this.#page.getByRole('region', { name: 'Canal', exact: true });
    await channel.getByRole('button', { name: 'Sincronizar agora' }).click();
    await expect(channel).toContainText('O canal foi lido agora.', { timeout: 15_000 });
    await expect(channel).toContainText(/Última leitura em .+: .+\./);
  }

  /** Searches the list for an episode and opens it. */
  async edit(title: string): Promise<void> {
    await this.#page.getByRole('searchbox', { name: 'Pesquisar episódios' }).fill(title);
    await this.#page.keyboard.press('Enter');
    await this.#page.getByRole('main').getByRole('link', { name: title, exact: true }).click();
    await expect(this.#page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  /** Creates a draft and waits for its page. */
  async create(title: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'Novo episódio' }).click();
    await this.#page.getByRole('dialog').getByLabel('Título').fill(title);
    await this.#page.keyboard.press('Enter');
    await expect(this.#page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }

  audio(): Locator {
    return this.#page.getByRole('region', { name: 'Áudio', exact: true });
  }

  /** The form of an own episode. */
  ownForm(): Locator {
    return this.#page.getByRole('form', { name: 'Episódio', exact: true });
  }

  form(): Locator {
    return this.#page.getByRole('form', { name: 'O que você diz deste episódio' });
  }

  async save(): Promise<void> {
    await this.form().getByRole('button', { name: 'Salvar' }).click();
    await expect(this.#page.getByText('Alterações salvas').first()).toBeVisible();
    await expect(this.form().getByRole('button', { name: 'Salvar' })).toBeDisabled();
  }

  async replacePicture(buffer: Buffer): Promise<void> {
    await this.form().locator('input[type=file]').setInputFiles({ name: 'imagem.jpg', mimeType: 'image/jpeg', buffer });
    await this.form().getByRole('button', { name: 'Salvar' }).click();
    await expect(this.form()).toContainText('O site mostra a sua imagem.', { timeout: 30_000 });
  }

  async bringChannelPictureBack(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Voltar à imagem do canal' }).click();
    await this.#page.getByRole('dialog').getByRole('button', { name: 'Voltar à imagem do canal' }).click();
    await expect(this.form()).toContainText('O site mostra a imagem do canal.');
  }
}
