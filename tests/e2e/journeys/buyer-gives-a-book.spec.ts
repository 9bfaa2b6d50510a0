import type { Page } from '@playwright/test';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

test('a buyer of three copies keeps one, a friend claims one by a link, and the third is refunded', async ({ page, browser, site }) => {
  const context = { baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
  await new AccountScreen(page).signIn(await site.newCustomer());
  await new ShopScreen(page).fillCart(id, title);
  const cart = new CartScreen(page);
  await cart.line(title).getByRole('spinbutton').fill('3');
  await expect(cart.total()).toContainText('3 itens');
  await isAccessible(page);
  await cart.checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('2 de presente');
  await payment.payByCard(CARDS.accepted);

  await page.getByRole('link', { name: 'Enviar os presentes' }).click();
  const gifts = page.locator('#presentes').getByRole('listitem');
  await expect(gifts).toHaveCount(2);
  await isAccessible(page);
  const links = await gifts.getByText(/[/]gift[/]/).allTextContents();
  const [taken = '', returned = ''] = links;
  await expect(gifts.first().getByRole('link', { name: /WhatsApp/ })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${encodeURIComponent(new URL(taken).hash)}$`),
  );

  const readers = await browser.newContext(context);
  const reader = await readers.newPage();
  const account = new AccountScreen(reader);
  await reader.goto(taken);
  await expect(reader.getByRole('heading', { name: 'Você ganhou um livro' })).toBeVisible();
  await new FrameScreen(reader).skipToContent();
  await expect(reader).toHaveURL(taken);
  await expect(reader.getByRole('heading', { name: 'Você ganhou um livro' })).toBeVisible();
  await isAccessible(reader);
  await reader.getByRole('main').getByRole('link', { name: 'Entrar' }).click();
  await account.fillSignIn(await site.newCustomer());
  await reader.getByRole('button', { name: 'Receber o livro' }).click();
  await expect(reader.getByRole('status').filter({ hasText: 'O livro é seu' })).toBeVisible();
  await account.openLibrary();
  await expect(account.book(title)).toBeVisible();

  const orderUrl = new URL(page.url()).pathname;
  const owners = await browser.newContext(context);
  const desk = await owners.newPage();
  await new AccountScreen(desk).signIn(site.admin);
  await desk.goto(orderUrl.replace('user-dashboard', 'dashboard'));
  const admin = new AdminScreen(desk);
  await expect(admin.panel('Presentes')).toContainText('Recebido');
  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  const dialog = desk.getByRole('dialog');
  // The dialog preselects the buyer's copy and the unclaimed copy, but not the copy that the friend claimed.
  await expect(dialog.getByRole('combobox')).toHaveValue('2');
  await dialog.getByRole('combobox').selectOption('1');
  await dialog.getByRole('button', { name: /^Reembolsar/ }).click();
  await expect(dialog).toBeHidden();
  await expect(admin.panel('Presentes')).toContainText('Reembolsado');
  await isAccessible(desk);

  await reader.goto(returned);
  await expect(reader.getByRole('heading', { name: 'Este link não abre nenhum presente' })).toBeVisible();
  await account.openLibrary();
  await expect(account.book(title)).toBeVisible();
  await Promise.all([readers.close(), owners.close()]);
});

test('a group claims its books by one link, each reader once, and a latecomer reads that none is left', async ({ page, browser, site }) => {
  await new AccountScreen(page).signIn(await site.newCustomer());
  await new ShopScreen(page).fillCart(id, title);
  const cart = new CartScreen(page);
  await cart.chooseForWhom(title, 'Um link para o grupo');
  await expect(cart.total()).toContainText('2 itens');
  await isAccessible(page);
  await cart.checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);

  await page.getByRole('link', { name: 'Enviar os presentes' }).click();
  await expect(page.locator('#presentes')).toBeInViewport();
  await expect(page.locator('#presentes')).toBeFocused();
  await page.reload();
  await expect(page.locator('#presentes')).toBeInViewport();
  const gift = page.locator('#presentes').getByRole('listitem');
  await expect(gift).toHaveCount(1);
  await expect(gift).toContainText('0 de 2 exemplares recebidos');
  const link = (await gift.getByText(/[/]gift[/]/).textContent()) ?? '';

  const openAsReader = async () => {
    const reader = await browser.newPage({ baseURL: site.site, locale: 'pt-BR' });
    await new AccountScreen(reader).signIn(await site.newCustomer());
    await reader.goto(link);
    return reader;
  };
  const take = (reader: Page) => reader.getByRole('button', { name: 'Receber o livro' });
  const first = await openAsReader();
  const showName = first.getByRole('checkbox', { name: 'Mostrar meu nome a quem deu' });
  await showName.check();
  await take(first).click();
  await expect(first.getByRole('status').filter({ hasText: 'O livro é seu' })).toBeVisible();
  await isAccessible(first);
  // A second press of the same reader does not claim a second copy.
  await first.reload();
  await showName.check();
  await take(first).click();
  await expect(first.getByText('Você já recebeu este presente')).toBeVisible();
  const second = await openAsReader();
  await take(second).click();
  await expect(second.getByRole('status').filter({ hasText: 'O livro é seu' })).toBeVisible();
  const late = await openAsReader();
  await expect(late.getByText('Todos os exemplares deste link já foram recebidos')).toBeVisible();
  await expect(take(late)).toBeHidden();
  await isAccessible(late);

  await page.reload();
  await expect(gift).toContainText('2 de 2 exemplares recebidos');
  await expect(gift).toContainText('Leitora de Teste e mais 1 pessoa');
  await isAccessible(page);
  // The last choice of the name counts, even after the last copy was claimed.
  await first.reload();
  await first.getByRole('button', { name: 'Já recebi: salvar' }).click();
  await expect(first.getByText('Sua escolha sobre o nome está salva')).toBeVisible();
  await late.getByRole('button', { name: 'Já recebi: salvar' }).click();
  await expect(late.getByText('Nenhum exemplar deste link está na sua conta')).toBeVisible();
  await page.reload();
  await expect(gift).toContainText('2 de 2 exemplares recebidos');
  await expect(gift).not.toContainText('Leitora de Teste');
  await Promise.all([first, second, late].map((reader) => reader.close()));
});
