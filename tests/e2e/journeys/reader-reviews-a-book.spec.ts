import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ReaderScreen } from '../screens/reader-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.second;

test('a reader reviews a book; the owner replies and hides the text, whose stars count until a refund', async ({ page, browser, site }) => {
  // Removes the review that an interrupted run may have left.
  await site.database.from('reviews').delete().eq('ebook_id', id).throwOnError();
  const person = await site.newCustomer();
  const account = new AccountScreen(page);
  await account.signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  await account.openLibrary();
  await expect(account.book(title).getByRole('link', { name: /^Avaliar/ })).toHaveCount(0);
  await account.read(title);
  const reader = new ReaderScreen(page);
  await reader.isAt(1);
  await reader.leave();

  await account
    .book(title)
    .getByRole('link', { name: /^Avaliar este livro/ })
    .click();
  await page.getByRole('button', { name: 'Publicar avaliação' }).click();
  await expect(page.getByText('Escolha de 1 a 5 estrelas.')).toBeVisible();
  await page.getByRole('radio', { name: /^4 de 5/ }).check();
  await page.getByLabel('O que você achou?').fill('Li num fim de semana.');
  await isAccessible(page);
  await page.reload();
  await expect(page.getByLabel('O que você achou?')).toHaveValue('Li num fim de semana.');
  await page.getByRole('button', { name: 'Publicar avaliação' }).click();
  await expect(page.getByText('Sua avaliação está na página do livro.')).toBeVisible();

  // The server may render a page from answers that are some seconds old.
  const stars = page.getByRole('img', { name: '4 de 5, 1 avaliação' });
  await expect(async () => {
    await page.goto('/shop');
    await expect(page.getByRole('article').filter({ hasText: title }).getByRole('img', { name: '4 de 5, 1 avaliação' })).toBeVisible({
      timeout: 5_000,
    });
  }).toPass({ timeout: 60_000 });
  await page.goto(`/shop/ebook/${id}`);
  const reviews = page.getByRole('region', { name: 'Avaliações' });
  await expect(reviews).toContainText('Compra verificada');
  await expect(reviews).toContainText('Li num fim de semana.');
  expect(await (await page.request.get(page.url())).text()).toContain('"AggregateRating"');
  await isAccessible(page);

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  await new AccountScreen(desk).signIn(site.admin);
  await expect(new AdminScreen(desk).heading('Início')).toBeVisible();
  await desk.goto('/dashboard?tab=reviews');
  const review = desk.getByRole('listitem').filter({ hasText: 'Li num fim de semana.' });
  await review.getByRole('button', { name: 'Responder' }).click();
  await review.getByLabel(/^Resposta para/).fill('Que bom!');
  await review.getByRole('button', { name: 'Publicar resposta' }).click();
  await expect(review).toContainText('Sua resposta, de');
  await isAccessible(desk);
  await review.getByRole('button', { name: 'Ocultar texto' }).click();
  await desk.getByRole('dialog').getByLabel('Motivo').selectOption('off_topic');
  await desk.getByRole('dialog').getByRole('button', { name: 'Ocultar texto' }).click();
  await expect(review).toContainText('Oculta: outro assunto');
  expect((await site.mailTo(person.email, /foi ocultado/))[0]?.text).toContain('Motivo: outro assunto.');
  expect((await site.mailTo(person.email, /foi respondida/))[0]?.text).toContain('Que bom!');

  await expect(async () => {
    await page.reload();
    await expect(reviews).not.toContainText('Li num fim de semana.', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(stars.first()).toBeVisible();

  const { data } = await site.database.from('orders').select('id').eq('buyer_email', person.email).single().throwOnError();
  await desk.goto(`/dashboard/orders/${data.id}`);
  await new AdminScreen(desk).panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: /^Reembolsar/ })
    .click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(reviews).toHaveCount(0, { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await owner.close();
});
