import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { expect, test } from '../site-test.ts';

async function aPdf(pages: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1) document.addPage();
  return Buffer.from(await document.save());
}
const aCover = () =>
  sharp({ create: { width: 800, height: 1_200, channels: 3, background: '#5d6532' } })
    .jpeg()
    .toBuffer();

test.describe('with a refusal that belongs to the journey', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('the owner publishes an eBook, changes its price and file, and takes it away', async ({ page, site }) => {
    test.slow();

    const title = `Sementes ${randomUUID().slice(0, 8)}`;
    const pdf = { name: `${title} (Edição).pdf`, mimeType: 'application/pdf', buffer: await aPdf(3) };
    const ebooks = new AdminEbooksScreen(page);
    await new AccountScreen(page).signIn(site.admin);
    await ebooks.open();
    await isAccessible(page);

    await ebooks.write({ title, description: 'Um livro.', prices: { BRL: '29,90', USD: '', NZD: '12' }, state: 'published' });
    await ebooks.send();
    await expect(ebooks.form()).toContainText('Selecione um PDF e uma imagem de capa');

    await ebooks.choose(/^Arquivo PDF/, pdf);
    await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await aCover() });
    await ebooks.send();
    await expect(ebooks.form()).toContainText('Para publicar, informe o preço nas três moedas.', { timeout: 30_000 });
    await isAccessible(page);

    // What was typed and chosen is still there.
    await ebooks.price(ebooks.form(), 'USD', '7.50');
    await ebooks.send();
    await expect(page.getByText('eBook enviado com sucesso').first()).toBeVisible({ timeout: 30_000 });
    await expect(ebooks.book(title)).toContainText('3 páginas');
    await expect(ebooks.book(title)).toContainText('29,90');

    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: title, exact: true }).first()).toBeVisible();

    await ebooks.open();
    await ebooks.edit(title);
    await isAccessible(page);
    await ebooks.price(ebooks.details(), 'BRL', '31.00');
    await ebooks.save();
    await ebooks.replacePdf({ ...pdf, name: 'outra.pdf', buffer: await aPdf(5) });
    await expect(page.getByText('Versão 2 · 5 páginas')).toBeVisible();

    await page.getByRole('link', { name: /^\/shop\/ebook\// }).click();
    await expect(page.getByRole('main')).toContainText('31,00');

    await ebooks.open();
    await ebooks.edit(title);
    await ebooks.remove();
    await expect(page.getByText('eBook excluído com sucesso').first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'eBooks' })).toBeVisible();
    await expect(ebooks.book(title)).toHaveCount(0);
  });
});
