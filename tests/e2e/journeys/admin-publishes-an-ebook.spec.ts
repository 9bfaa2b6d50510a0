import { randomUUID } from 'node:crypto';
import { aCover, aPdf } from '../book-files.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { AdminPostsScreen } from '../screens/admin-posts-screen.ts';
import { expect, test } from '../site-test.ts';

test('the owner publishes a book, changes its price and file, and removes it', async ({ page, site }) => {
  test.slow();

  const title = `Sementes ${randomUUID().slice(0, 8)}`;
  const pdf = { name: `${title} (Edição).pdf`, mimeType: 'application/pdf', buffer: await aPdf(3) };
  const ebooks = new AdminEbooksScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await ebooks.open();
  await ebooks.add();
  await isAccessible(page);

  await ebooks.write({ title, description: 'Um livro.', listPrices: { BRL: '29,90', USD: '', NZD: '12' } });
  await ebooks.send('Publicar');
  await expect(ebooks.form()).toContainText('Selecione um PDF e uma imagem de capa');
  await expect(ebooks.form()).toContainText('Para publicar, informe o preço em cada moeda da loja.');
  await isAccessible(page);

  // The typed text is still in the form after a reload.
  await expect(ebooks.form()).toContainText('Rascunho guardado neste aparelho');
  await page.reload();
  await expect(ebooks.form().getByLabel('Título')).toHaveValue(title);
  await ebooks.choose(/^Arquivo PDF/, pdf);
  await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await aCover(800, 800) });
  await expect(ebooks.form()).toContainText('A imagem tem 800 × 800 pixels.');
  await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await aCover(800, 1_200) });
  await expect(ebooks.form()).toContainText('A imagem cabe inteira na capa.');
  await ebooks.price(ebooks.form(), 'USD', 'US$ 7.50');
  await ebooks.send('Publicar');
  await expect(page.getByText('eBook enviado com sucesso').first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/Versão 1 · 3 páginas/)).toBeVisible();
  await ebooks.open();
  await expect(ebooks.book(title)).toContainText('3 páginas');
  await expect(ebooks.book(title)).toContainText('29,90');
  // The minute after which the site creates an automatic draft has passed.
  await site.database.from('jobs').update({ last_run_at: '2026-01-01T00:00:00Z' }).eq('name', 'automatic_drafts').throwOnError();

  await page.goto('/shop');
  await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();

  await ebooks.open();
  await ebooks.edit(title);
  await isAccessible(page);
  await ebooks.price(ebooks.details(), 'BRL', '31.00');
  await ebooks.save();
  await ebooks.replacePdf({ ...pdf, name: 'outra.pdf', buffer: await aPdf(5) });
  await expect(page.getByText(/Versão 2 · 5 páginas/)).toBeVisible();

  await page.getByRole('link', { name: 'Ver na loja' }).click();
  await expect(page.getByRole('main')).toContainText('31,00');

  const begun = page.getByRole('main').getByRole('link', { name: `Novo livro: ${title}` });
  await expect(async () => {
    await page.goto('/dashboard?tab=posts');
    await expect(begun).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await begun.click();
  const posts = new AdminPostsScreen(page);
  await expect(posts.title()).toHaveValue(`Novo livro: ${title}`);
  await expect(posts.publication()).toContainText('nada sai sem você');
  await isAccessible(page);
  await page.goto('/dashboard?tab=campaigns');
  await page
    .getByRole('row', { name: new RegExp(`${title}.*automático`) })
    .getByRole('link')
    .click();
  await expect(page.getByLabel('Não tem o livro')).toHaveValue(/^sementes-/);
  await begun.click();
  await posts.publication().getByRole('button', { name: 'Excluir…' }).click();
  await posts.confirm('Excluir');
  await expect(page.getByRole('heading', { level: 1, name: 'Textos' })).toBeVisible();
  await expect(begun).toHaveCount(0);

  await ebooks.open();
  await ebooks.edit(title);
  await ebooks.remove();
  await expect(page.getByText('eBook excluído com sucesso').first()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'eBooks' })).toBeVisible();
  await expect(ebooks.book(title)).toHaveCount(0);
});

test.describe('a change of a book that the API rejects', () => {
  test.use({ expectedErrors: /status of 409/ });

  test("an admin who edits the same book as another one sees the other's changes and overwrites them only by choice", async ({
    page,
    site,
    browser,
  }) => {
    await new AccountScreen(page).signIn(site.admin);
    const mine = new AdminEbooksScreen(page);
    const other = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
    await new AccountScreen(other).signIn(site.admin);
    const theirs = new AdminEbooksScreen(other);
    const title = 'O sábado possível';
    await Promise.all([mine.open(), theirs.open()]);
    await Promise.all([mine.edit(title), theirs.edit(title)]);

    const price = await mine.details().getByLabel('Em reais (BRL)', { exact: true }).inputValue();

    const [mineTitle, theirTitle] = [`Meu título ${Date.now()}`, `Título da colega ${Date.now()}`];
    await mine.details().getByLabel('Título').fill(mineTitle);
    await theirs.details().getByLabel('Título').fill(theirTitle);
    await theirs.price(theirs.details(), 'BRL', 'R$ 33,30');
    await theirs.save();

    // The page does not check for changes until its window loses the focus.
    await mine.details().getByRole('button', { name: 'Salvar' }).click();
    await expect(mine.conflict()).toContainText(theirTitle);
    await expect(mine.conflict()).toContainText(mineTitle);
    await expect(mine.conflict()).toContainText(/Salvo agora\s*33,30/);
    await isAccessible(page);
    await mine.conflict().getByRole('button', { name: 'Ficar com esta página' }).click();
    await mine.save();
    await expect(page.getByRole('heading', { level: 1, name: mineTitle })).toBeVisible();
    await expect(mine.details().getByLabel('Em reais (BRL)', { exact: true })).toHaveValue(price);

    // Restores the title for the following journeys.
    await mine.details().getByLabel('Título').fill(title);
    await mine.price(mine.details(), 'BRL', price);
    await mine.save();
    await other.context().close();
  });
});
