import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { ContentScreen } from '../screens/content-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

/** Reloads a public page until it shows the publication, because each instance caches the page for a few seconds. */
const soon = (page: Page, path: string, words: string) =>
  expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('main').getByText(words)).toBeVisible({ timeout: 5_000 });
  }).toPass();

test('an admin edits the about text, previews it, publishes it and restores the previous one', async ({ page, site, browser }) => {
  await new AccountScreen(page).signIn(site.admin);
  const content = new ContentScreen(page);
  await content.open('Texto da página Sobre');
  await isAccessible(page);
  const field = content.field('Parágrafo 1 (português)');
  const old = await field.inputValue();

  await field.fill(' ');
  await content.publish();
  await expect(field).toBeFocused();
  await expect(page.getByText('Preencha este campo.')).toBeVisible();
  await isAccessible(page);

  const words = `Escrevo de manhã, antes de todos. ${Date.now()}`;
  await field.fill(words);
  await expect(page.getByText(/Rascunho guardado neste aparelho/)).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(words);

  const preview = await content.preview();
  await expect(preview.getByText(words)).toBeVisible();
  await expect(preview.getByText('Prévia de um rascunho.')).toBeVisible();
  await isAccessible(preview);
  await preview.close();
  const visitor = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await visitor.goto(`${site.site}/about`);
  await expect(visitor.getByText(old)).toBeVisible();

  await content.publishAndSee();
  await soon(visitor, `${site.site}/about`, words);

  await content.show('Histórico');
  const [newest, before] = [content.versions().first(), content.versions().nth(1)];
  await expect(newest).toContainText(site.admin.email);
  await newest.getByRole('button', { name: /^O que mudou/ }).click();
  await expect(newest.locator('del')).toContainText(old);
  await expect(newest.locator('ins')).toContainText(words);
  await isAccessible(page);

  await before.getByRole('button', { name: /Restaurar/ }).click();
  await expect(page.getByRole('dialog').locator('ins')).toContainText(old);
  await isAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click();
  await expect(page.getByText('Restaurado. O site mostra em alguns segundos.')).toBeVisible();
  await expect(content.versions().first()).toContainText('Restaurada');
  await soon(visitor, `${site.site}/about`, old);
  await visitor.context().close();
});

test.describe('an edit of a text that the API rejects', () => {
  test.use({ expectedErrors: /status of 409/ });

  test('an admin who edits the same text as another one is warned, loses nothing and chooses', async ({ page, site, browser }) => {
    await new AccountScreen(page).signIn(site.admin);
    const mine = new ContentScreen(page);
    const other = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
    await new AccountScreen(other).signIn(site.admin);
    const theirs = new ContentScreen(other);
    await Promise.all([mine.open('Bloco final'), theirs.open('Bloco final')]);

    const [mineWords, theirWords] = [`Meu título ${Date.now()}`, `Título da colega ${Date.now()}`];
    await mine.field('Título (português)').fill(mineWords);
    await theirs.field('Título (português)').fill(theirWords);
    await theirs.publishAndSee();

    // The page does not check for changes until its window loses the focus.
    await mine.publish();
    const conflict = page.getByRole('region', { name: 'Outra pessoa publicou este texto enquanto você editava' });
    await expect(conflict).toContainText(theirWords);
    await expect(conflict).toContainText(mineWords);
    await expect(mine.field('Título (português)')).toHaveValue(mineWords);
    await isAccessible(page);
    await conflict.getByRole('button', { name: 'Continuar com o meu' }).click();
    await mine.publishAndSee();
    await soon(other, '/about', mineWords);
    await other.context().close();
  });
});

test('featured books are reordered by keyboard and by dragging, and each move is announced', async ({ page, site }) => {
  await new AccountScreen(page).signIn(site.admin);
  const content = new ContentScreen(page);
  await content.open('eBooks em destaque');
  const books = page.getByRole('group', { name: 'eBooks escolhidos' }).getByRole('list').first().getByRole('listitem');
  const down = books.first().getByRole('button', { name: /Mover para baixo/ });
  await expect(books).toHaveCount(3);
  await expect(down).toHaveAccessibleName(/: [A-Z]/);
  const title = (await down.innerText()).replace('Mover para baixo: ', '');
  await isAccessible(page);
  await down.focus();
  await page.keyboard.press('Enter');
  await expect(books.nth(1)).toContainText(title);
  await expect(page.getByText(`${title}: posição 2 de 3`)).toBeAttached();
  await expect(page.getByRole('button', { name: `Mover para baixo: ${title}` })).toBeFocused();

  const last = await books.nth(2).innerText();
  await books.nth(2).dragTo(books.first());
  await expect(books.first()).toContainText(last.split('\n')[1] ?? last);
  await content.publishAndSee();
  await expect(async () => {
    await page.goto('/');
    const titles = await page.getByRole('region', { name: 'eBooks em destaque' }).getByRole('listitem').allTextContents();
    expect(titles[2]).toContain(title);
  }).toPass();
});
