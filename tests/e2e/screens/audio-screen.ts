import { expect, type Locator, type Page } from '@playwright/test';

/** The audio player at the lower edge of every page. */
export class AudioScreen {
  readonly #page: Page;
  readonly #name: string;

  constructor(page: Page, name = 'Player de áudio') {
    this.#page = page;
    this.#name = name;
  }

  dock(): Locator {
    return this.#page.getByRole('region', { name: this.#name });
  }

  tool(name: string): Locator {
    return this.dock().getByRole('button', { name, exact: true });
  }

  /** Returns the first play button of an episode. Its label states where the episode continues. */
  playButton(title: string): Locator {
    return this.#page.getByRole('button', { name: `Reproduzir: ${title}` }).first();
  }

  async start(title: string): Promise<void> {
    await this.playButton(title).click();
    await expect(this.dock()).toBeVisible();
  }

  async isPlaying(): Promise<void> {
    await expect(this.dock()).toHaveAttribute('data-state', 'playing', { timeout: 15_000 });
  }

  /** Returns the position in seconds. */
  async position(): Promise<number> {
    return await this.#element((audio) => audio.currentTime);
  }

  async rate(): Promise<number> {
    return await this.#element((audio) => audio.playbackRate);
  }

  async close(): Promise<void> {
    await this.dock().getByRole('button', { name: 'Fechar o player' }).press('Enter');
    await expect(this.dock()).toHaveCount(0);
  }

  async #element(read: (audio: HTMLAudioElement) => number): Promise<number> {
    return await this.dock().locator('audio').evaluate(read);
  }
}
