import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** The places that contain several tabs, by the tab's name. */
const PLACE_OF: Readonly<Record<string, string>> = {
  Promoções: 'eBooks',
  Avaliações: 'eBooks',
  Pedidos: 'Vendas',
  Usuários: 'Vendas',
  Cartas: 'Newsletter',
  Inscritos: 'Newsletter',
  Equipe: 'Configurações',
  Importar: 'Configurações',
  Histórico: 'Configurações',
};

/** The owner's area: its frame, search and lists. */
export class AdminScreen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a tab by the place that contains it. */
  async openTab(name: string): Promise<void> {
    const place = PLACE_OF[name];
    await this.section(place ?? name).click();
    if (place && place !== name)
      await this.#page.getByRole('navigation', { name: place, exact: true }).getByRole('link', { name, exact: true }).click();
    await expect(this.heading(name)).toBeVisible();
  }

  /** Returns a section's link in the side panel. `waiting` matches its count of waiting tasks. */
  section(name: string, waiting = '.*'): Locator {
    return this.#page
      .getByRole('navigation', { name: 'Seções do painel' })
      .getByRole('link', { name: new RegExp(`^${name}(\\s?, ${waiting})?$`) });
  }

  heading(name: string): Locator {
    return this.#page.getByRole('main').getByRole('heading', { level: 1, name, exact: true });
  }

  /** Returns one panel of a page, such as the buyer of an order. */
  panel(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  /** Opens the search by its shortcut and enters words. */
  async search(words: string): Promise<void> {
    const field = this.#page.getByRole('combobox', { name: /Pesquisar/ });
    // A page does not react to the shortcut before hydration.
    await expect(async () => {
      await this.#page.keyboard.press('Control+k');
      await expect(field).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await field.fill(words);
  }

  found(name: RegExp): Locator {
    return this.#page.getByRole('option', { name });
  }

  row(name: RegExp): Locator {
    return this.#page.getByRole('main').getByRole('row', { name });
  }

  /** Returns the CSV file that the list's button downloads. */
  async exported(): Promise<string> {
    const [download] = await Promise.all([
      this.#page.waitForEvent('download'),
      this.#page.getByRole('button', { name: 'Exportar CSV' }).first().click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  }
}
