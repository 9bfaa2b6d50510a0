import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { FrameScreen } from './frame-screen.ts';

/** The episodes, one episode's page, and the player that stays across pages. */
export class PodcastScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(path = '/podcast'): Promise<void> {
    await new FrameScreen(this.#page).open(path);
  }

  cards(): Locator {
    return this.#page.getByRole('main').getByRole('article');
  }

  card(title: string): Locator {
    return this.#page.getByRole('main').getByRole('article', { name: title, exact: true });
  }

  searchBox(): Locator {
    return this.#page.getByRole('searchbox', { name: 'Pesquisar episódios' });
  }

  theme(name: string): Locator {
    return this.#page.getByRole('navigation', { name: 'Temas' }).getByRole('link', { name, exact: true });
  }

  /** Starts an episode from its picture and waits until it plays. */
  async play(title: string): Promise<void> {
    await this.playButton(title).click();
    await expect(this.player(title)).toBeVisible();
    await this.isPlaying(title);
  }

  /** Returns the first play button of an episode. Its label states where the episode continues. */
  playButton(title: string): Locator {
    return this.#page.getByRole('button', { name: `Reproduzir: ${title}` }).first();
  }

  async close(): Promise<void> {
    await this.dock().getByRole('button', { name: 'Fechar o player' }).press('Enter');
    await expect(this.dock()).toHaveCount(0);
  }

  player(title: string): Locator {
    return this.#page.getByTitle(`Vídeo: ${title}`, { exact: true });
  }

  dock(): Locator {
    return this.#page.getByRole('region', { name: 'Player de vídeo' });
  }

  async isPlaying(title: string): Promise<void> {
    await expect(this.#clock(title)).toHaveAttribute('data-state', 'playing', { timeout: 15_000 });
  }

  /** Returns the position of the video in seconds. */
  async position(title: string): Promise<number> {
    return Number(await this.#clock(title).getAttribute('data-seconds'));
  }

  /** Returns the creation time of the player. A different time means that the player was loaded again. */
  async birth(title: string): Promise<number> {
    return await this.#clock(title).evaluate(() => performance.timeOrigin);
  }

  #clock(title: string): Locator {
    const frame: FrameLocator = this.player(title).contentFrame();
    return frame.locator('output');
  }
}
