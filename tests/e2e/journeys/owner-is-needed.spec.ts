import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, type Person, type Site, test } from '../site-test.ts';

/** Creates a customer who buys a book and requests a refund. */
async function regrets(page: Page, site: Site): Promise<{ person: Person; number: number }> {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(BOOKS.main.id, BOOKS.main.title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  const { data: order } = await site.database.from('orders').select('id, number').eq('buyer_uid', person.uid).single().throwOnError();
  await page.goto(`/user-dashboard/orders/${order.id}`);
  await page.getByRole('button', { name: 'Pedir reembolso' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Não era o que eu esperava.');
  await dialog.getByRole('button', { name: 'Pedir reembolso' }).click();
  await expect(page.getByText(/^Você pediu o reembolso em/)).toBeVisible();
  return { person, number: order.number };
}

/** Creates a dispute for a payment of today, and returns the order's number. */
async function disputes(site: Site): Promise<number> {
  const { data: order } = await site.database
    .from('orders')
    .select('number, session_id')
    .eq('state', 'paid')
    .like('payment_intent_id', 'pi_d%')
    .order('paid_at', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  await site.payment(`sessions/${order.session_id}/dispute`, { reason: 'product_not_received' });
  return order.number;
}

test('the owner sees a dispute, a refund request and a message, declines with a reason, and the counts fall', async ({
  page,
  browser,
  site,
}) => {
  const number = await disputes(site);
  const name = `Rita ${randomUUID().slice(0, 8)}`;
  await site.database
    .from('contact_messages')
    .insert({ attempt_id: randomUUID(), name, email: 'rita@visitas.test', subject: 'other', message: 'Olá!', locale: 'pt-BR' })
    .throwOnError();
  const { person, number: regretted } = await regrets(page, site);

  const owner = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const desk = await owner.newPage();
  const admin = new AdminScreen(desk);
  await new AccountScreen(desk).signIn(site.admin);
  const list = admin.panel('Precisa de você');
  const dispute = list.getByRole('listitem').filter({ hasText: `Pedido nº ${number}: pagamento contestado` });
  await expect(dispute).toContainText('responder até');
  await expect(dispute).toContainText('diz que não recebeu o livro');
  await expect(dispute.getByRole('link', { name: 'Responder no Stripe' })).toHaveAttribute('href', /^https:\/\/dashboard\.stripe\.com\//);
  const request = list.getByRole('listitem').filter({ hasText: `Pedido nº ${regretted}: pediram reembolso` });
  await expect(request).toContainText('“Não era o que eu esperava.”');
  const message = list.getByRole('listitem').filter({ hasText: `Mensagem de ${name}` });
  await expect(message).toBeVisible();
  const countIn = async (section: string) => Number((await admin.section(section).textContent())?.match(/, (\d+) /)?.[1] ?? 0);
  const [orders, messages] = [await countIn('Vendas'), await countIn('Mensagens')];
  await expect(desk).toHaveTitle(new RegExp(`^\\(${await countIn('Início')}\\) Início`));
  await isAccessible(desk);

  await message.getByRole('button', { name: /^Adiar até amanhã/ }).click();
  await expect(message).toBeHidden();
  await expect.poll(() => countIn('Mensagens')).toBe(messages - 1);
  await expect(list.getByRole('button', { name: 'Desfazer' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(message).toBeVisible();

  await request.getByRole('link').click();
  await admin.panel('Reembolsos').getByRole('button', { name: 'Recusar pedido' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox').fill('O livro foi lido até o fim.');
  await isAccessible(desk);
  await dialog.getByRole('button', { name: 'Recusar e enviar' }).click();
  await expect(admin.panel('Reembolsos')).toContainText('O livro foi lido até o fim.');
  await expect.poll(() => countIn('Vendas')).toBe(orders - 1);
  await owner.close();

  const [email] = await site.mailTo(person.email, /resposta ao seu pedido de reembolso/);
  expect(email?.text).toContain('O livro foi lido até o fim.');
  await page.reload();
  await expect(page.getByText('O livro foi lido até o fim.')).toBeVisible();
});
