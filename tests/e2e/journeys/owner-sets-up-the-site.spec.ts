import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { SetupStep } from '@site/shared/contracts/admin-setup.ts';
import { auditLogTexts } from '@site/shared/texts/audit-log-texts.ts';
import sharp from 'sharp';
import { fitsEveryWidth, NARROWEST } from '../fits-every-width.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { ContentScreen } from '../screens/content-screen.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Site, emptySiteTest as test } from '../site-test.ts';

const { steps } = auditLogTexts['pt-BR'];
const TITLE = 'Primeiras sementes';

/** Returns the code that the site's log shows to the person who starts the site. */
const firstCode = ({ internal }: Site): string =>
  /(?<="adminCode":")[^"]+/.exec(readFileSync(join(internal.logs, 'api.log'), 'utf8'))?.[0] ?? '';

async function aPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage();
  return Buffer.from(await document.save());
}
const aCover = () =>
  sharp({ create: { width: 800, height: 1_200, channels: 3, background: '#5d6532' } })
    .jpeg()
    .toBuffer();

test('an owner sets up an empty site in the browser, from the code of its first start to the first sale', async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  const admin = new AdminScreen(page);
  const content = new ContentScreen(page);
  const list = admin.panel('Para começar');
  const open = () => list.getByRole('list', { name: 'Para começar' });
  const take = async (step: SetupStep) => {
    await page.goto('/dashboard');
    await open().getByRole('link', { name: steps[step], exact: true }).click();
  };
  const isDone = async (...done: SetupStep[]) => {
    await page.goto('/dashboard');
    await expect(admin.heading('Início')).toBeVisible();
    for (const step of done) await expect(open().getByRole('link', { name: steps[step], exact: true })).toHaveCount(0);
  };

  await page.goto('/signin');
  await new AccountScreen(page).fillSignIn(site.admin);
  await page.getByLabel('Código de uso único').fill(firstCode(site));
  await page.getByRole('button', { name: 'Abrir o painel' }).click();
  await expect(list).toContainText('2 de 14 prontas');
  await isAccessible(page);
  await fitsEveryWidth(page, 'the list of an empty site');
  await page.goto('/dashboard?lang=en');
  await expect(admin.panel('Getting started')).toContainText('2 of 14 done');
  await fitsEveryWidth(page, 'the list in English', NARROWEST);

  await take('names');
  await content.field('Nome do site').fill('Casa da Rita');
  await content.field('Nome de quem escreve').fill('Rita Campos');
  await content.field('Como o site agradece').selectOption('feminine');
  await content.publishAndSee();
  await take('look');
  await expect(content.field('Cor principal')).toBeFocused();
  await content.field('Cor principal').fill('#114488');
  await content.publishAndSee();
  await take('seller');
  await expect(content.field('Nome ou razão social')).toBeFocused();
  await content.field('E-mail de contato').fill('rita@casa.test');
  await content.field('Nome ou razão social').fill('Rita Campos');
  await content.field('CPF, CNPJ ou registro').fill('529.982.247-25');
  await content.field('Endereço').fill('Rua das Laranjeiras, 12, Recife');
  await content.publishAndSee();
  await take('timeZone');
  // After a reload all dates use the new time zone.
  await Promise.all([page.waitForEvent('load'), content.publish()]);
  for (const text of ['terms', 'privacy'] as const) {
    await take(text);
    // The owner reads the original text and approves it unchanged.
    await content.publishAndSee();
  }
  await isDone('names', 'look', 'currencies', 'timeZone', 'seller', 'contact', 'terms', 'privacy');

  const skip = list.getByRole('button', { name: `Pular: ${steps.channel}` });
  await skip.click();
  await list.getByRole('button', { name: 'Desfazer' }).click();
  await skip.click();
  await expect(list).toContainText('1 pulada');

  const ebooks = new AdminEbooksScreen(page);
  await take('ebook');
  await ebooks.form().getByLabel('Título').fill(TITLE);
  await ebooks.price(ebooks.form(), 'BRL', '29,90');
  await ebooks.choose(/^Arquivo PDF/, { name: 'livro.pdf', mimeType: 'application/pdf', buffer: await aPdf() });
  await ebooks.choose(/^Capa/, { name: 'capa.jpg', mimeType: 'image/jpeg', buffer: await aCover() });
  await ebooks.send('Publicar');
  await expect(page.getByText('eBook enviado com sucesso').first()).toBeVisible();

  const person = await site.newCustomer();
  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  await new AccountScreen(visitor).signIn(person);
  const shop = new ShopScreen(visitor);
  await shop.open();
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Casa da Rita' })).toBeVisible();
  await shop.openBook(TITLE);
  await shop.addOpenBook(TITLE);
  await shop.openCart();
  await new CartScreen(visitor).checkout();
  await new PaymentScreen(visitor).payByCard(CARDS.accepted);
  await expect(visitor.getByRole('heading', { name: /compra!$/ })).toBeVisible();
  expect((await site.mailTo(person.email))[0]?.text).toContain('Casa da Rita');
  await visitor.context().close();

  await take('test_email');
  await expect(admin.panel('E-mail de teste')).toBeFocused();
  await page.getByRole('button', { name: 'Enviar e-mail de teste' }).click();
  await expect(admin.panel('E-mail de teste')).toContainText('Entregue ao servidor de e-mail');
  await isDone('ebook', 'purchase', 'test_email');
  await take('doctor');
  await page.getByRole('button', { name: 'Verificar tudo' }).click();
  await expect(admin.panel('Estado do sistema')).toContainText(/a corrigir\.|Tudo certo\./);

  await page.goto('/dashboard');
  await expect(admin.panel('Precisa de você')).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.goto('/dashboard?tab=settings');
  await page.getByRole('link', { name: /^Para começar/ }).click();
  await expect(list).toContainText('13 de 14 prontas');
  await list.getByText('1 pulada').click();
  await list.getByRole('button', { name: `Retomar: ${steps.channel}` }).click();
  await expect(open().getByRole('link', { name: steps.channel, exact: true })).toBeVisible();
  await isAccessible(page);
});
