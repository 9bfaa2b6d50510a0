import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { expect, test } from '../site-test.ts';

test('the owner types what they look for and arrives there by keyboard alone', async ({ page, site }) => {
  const admin = new AdminScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await expect(admin.heading('Início')).toBeVisible();
  const { data: orders } = await site.database
    .from('orders')
    .select('number, buyer_email')
    .eq('state', 'paid')
    // A guest's order has no user, so the search finds only the order.
    .not('buyer_uid', 'is', null)
    .order('number', { ascending: false })
    .limit(1);
  const [order] = orders ?? [];
  if (!order) throw new Error('the demo has no order');

  /** Types into the search field and chooses the option with the arrow keys. */
  const find = async (words: string, option: RegExp) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: /Pesquisar/ })).toBeFocused();
    await page.keyboard.type(words);
    await expect(admin.found(option).first()).toBeVisible();
    const chosen = page.getByRole('option', { name: option, selected: true });
    for (let presses = 0; presses < 15 && (await chosen.count()) === 0; presses += 1) await page.keyboard.press('ArrowDown');
    await expect(chosen).toBeVisible();
  };
  const open = async (words: string, option: RegExp) => {
    await find(words, option);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: /Pesquisar/ })).toHaveCount(0);
  };

  await find('reembolso', /Abra o pedido e reembolse/);
  await isAccessible(page);
  await page.keyboard.press('Enter');
  await expect(admin.heading('Pedidos')).toBeVisible();

  await open(`#${order.number}`, new RegExp(`^Pedido nº ${order.number}`));
  await expect(admin.heading(`Pedido nº ${order.number}`)).toBeVisible();

  await open(order.buyer_email, new RegExp(`^(?!Pedido).*${order.buyer_email}`));
  await expect(page).toHaveURL(/\/dashboard\/people\//);
  await expect(page.getByRole('main').getByText(order.buyer_email).first()).toBeVisible();

  await open(BOOKS.main.title, new RegExp(`^${BOOKS.main.title}`));
  await expect(page).toHaveURL(/\/dashboard\/ebooks\//);

  for (const [words, option, title] of [
    ['moeda', /^Moedas da loja/, 'Moedas da loja'],
    ['logo', /^Marca/, 'Marca'],
    ['Imposto', /^Contato e dados legais/, 'Contato e dados legais'],
    ['cupom', /^Promoções/, 'Promoções'],
    ['assinantes', /^Inscritos/, 'Inscritos'],
    ['currency', /^Moedas da loja/, 'Moedas da loja'],
  ] as const) {
    await open(words, option);
    await expect(admin.heading(title)).toBeVisible();
  }
  await open('backup', /^Exportar tudo/);
  await expect(admin.panel('Exportar tudo')).toBeFocused();
  await open('domínio', /^Endereço do site/);
  await expect(admin.panel('Exige reiniciar')).toBeFocused();
  await open('trocar senha', /^Sua conta/);
  await expect(page).toHaveURL(/\/user-dashboard\?tab=settings/);
});
