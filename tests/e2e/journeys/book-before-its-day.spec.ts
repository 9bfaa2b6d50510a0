import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { fitsEveryWidth } from '../fits-every-width.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const DAY = 86_400_000;
/** Returns a day at eight o'clock in the format of a date and time field. */
const atEight = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T08:00`;

test('a book is pre-ordered, launched later than announced, and then read', async ({ page, browser, site }) => {
  test.slow();
  const title = `Antes da hora ${randomUUID().slice(0, 8)}`;
  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const ownerPage = await owner.newPage();
  const ebooks = new AdminEbooksScreen(ownerPage);
  await new AccountScreen(ownerPage).signIn(site.admin);
  await ebooks.open();
  await ebooks.add();
  await ebooks.write({ title, description: 'Um livro que vem.', listPrices: { BRL: '29,90', USD: '7', NZD: '12' } });
  const buffer = await sharp({ create: { width: 800, height: 1_200, channels: 3, background: '#5d6532' } })
    .jpeg()
    .toBuffer();
  await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer });
  await ebooks.send('Salvar rascunho');
  await expect(ownerPage.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 30_000 });
  const launch = await ebooks.unfold('Lançamento');
  await launch.getByLabel('Sai em').fill(atEight(20));
  await launch.getByLabel('Antes de sair').selectOption('Avisar quando sair');
  await ebooks.save();
  await expect(ownerPage.getByText('Para aparecer na loja, publique o livro.')).toBeVisible();
  await ebooks.publish();
  await expect(ownerPage.getByText('Falta o arquivo:')).toBeVisible();
  await isAccessible(ownerPage);

  const { data: book } = await site.database.from('ebooks_metadata').select('id').eq('title', title).single();
  const id: string = book?.id;

  // A visitor joins the waiting list first. Then the owner starts the pre-sale.
  const waiting = `espera-${randomUUID().slice(0, 8)}@leitores.test`;
  await page.goto(`/shop/ebook/${id}`);
  await expect(page.getByRole('main')).toContainText('Em breve, sai em');
  await expect(page.getByRole('main').getByRole('button', { name: 'Adicionar ao Carrinho' })).toHaveCount(0);
  await page.getByLabel('Seu e-mail').fill(waiting);
  await isAccessible(page);
  // A press before hydration would make the browser submit the form to another page.
  await new FrameScreen(page).isAlive();
  await page.getByRole('button', { name: 'Avise-me quando sair' }).click();
  await expect(page.getByText('Enviamos um e-mail: abra o link')).toBeVisible();
  // Without scripts, an invalid address is shown in the form for a correction.
  const plain = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', javaScriptEnabled: false });
  const form = await plain.newPage();
  await form.goto(`/shop/ebook/${id}`);
  const tooLong = `${'espera'.repeat(50)}@leitores.test`;
  await form.getByLabel('Seu e-mail').fill(tooLong);
  await form.getByRole('button', { name: 'Avise-me quando sair' }).click();
  await expect(form.getByRole('main')).toContainText('Este endereço não parece certo. Confira e tente de novo.');
  await expect(form.getByRole('main').getByLabel('Seu e-mail')).toHaveValue(tooLong);
  await form.getByRole('main').getByLabel('Seu e-mail').fill(`sem-scripts-${waiting}`);
  await form.getByRole('button', { name: 'Avise-me quando sair' }).click();
  await expect(form.getByRole('heading', { name: 'Falta confirmar' })).toBeVisible();
  await plain.close();
  const [asked] = await site.mailTo(waiting);
  await page.goto(asked?.links.find((link) => link.includes('token=')) ?? '');
  await expect(page.getByRole('button', { name: 'Confirmar o aviso' })).toBeVisible();
  await isAccessible(page);
  await fitsEveryWidth(page, 'waitlist');
  await page.getByRole('button', { name: 'Confirmar o aviso' }).click();
  await expect(page.getByRole('heading', { name: 'Tudo certo' })).toBeVisible();
  await ownerPage.reload();
  await ebooks.unfold('Lançamento');
  await expect(ownerPage.getByText('1 pessoa espera o aviso.')).toBeVisible();
  await launch.getByLabel('Antes de sair').selectOption('Vender já');
  await ebooks.save();

  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await page.goto(`/shop/ebook/${id}`);
  await expect(page.getByRole('main')).toContainText('Em pré-venda, sai em');
  expect(await (await page.request.get(page.url())).text()).toContain('https://schema.org/PreOrder');
  await isAccessible(page);
  const shop = new ShopScreen(page);
  await shop.addOpenBook(title);
  await shop.openCart();
  const cart = new CartScreen(page);
  await expect(cart.line(title)).toContainText('Em pré-venda, sai em');
  await cart.checkout();
  await new PaymentScreen(page).payByCard(CARDS.accepted);
  await expect(page.getByRole('main')).toContainText('O que está em pré-venda já é seu');
  await expect(page.getByRole('link', { name: 'Ler agora' })).toHaveCount(0);
  const [receipt] = await site.mailTo(person.email, /sua pré-venda está confirmada/);
  expect(receipt?.text).toContain(`“${title}” está em pré-venda e sai em`);
  await page.goto('/user-dashboard?tab=ebooks');
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('Em pré-venda: sai em');
  await expect(card.getByRole('link', { name: /^Ler/ })).toHaveCount(0);

  await ownerPage.reload();
  await ebooks.unfold('Lançamento');
  await expect(ownerPage.getByText('1 pessoa já comprou.')).toBeVisible();
  await launch.getByRole('button', { name: 'Cancelar o anúncio' }).click();
  await expect(ownerPage.getByRole('dialog')).toContainText('o anúncio não pode ser cancelado');
  await ownerPage.keyboard.press('Escape');
  await launch.getByLabel('Sai em').fill(atEight(30));
  await ebooks.details().getByRole('button', { name: 'Salvar' }).click();
  const dialog = ownerPage.getByRole('dialog');
  await expect(dialog).toContainText('ela recebe um e-mail com a nova data');
  await dialog.getByRole('button', { name: 'Mudar a data' }).click();
  const [postponed] = await site.mailTo(person.email, /tem nova data/);
  expect(postponed?.text).toContain('Quero meu dinheiro de volta');

  const document = await PDFDocument.create();
  document.addPage();
  await ebooks.choose(/^PDF do livro/, {
    name: 'pronto.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await document.save()),
  });
  await ebooks.save();
  await site.database.from('ebooks_metadata').update({ launch_at: new Date().toISOString() }).eq('id', id);
  await page.reload();
  await card.getByRole('link', { name: /^Ler/ }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 30_000 });
  await site.database.from('ebooks_metadata').update({ state: 'archived' }).eq('id', id);
  await owner.close();
});
