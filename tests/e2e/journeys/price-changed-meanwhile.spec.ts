import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

const { id, title } = BOOKS.changing;

async function setPrice(site: Site, minor: number): Promise<void> {
  const { error } = await site.database.from('list_prices').update({ amount_minor: minor }).eq('ebook_id', id).eq('currency', 'BRL');
  if (error) throw error;
}

async function priceOf(site: Site): Promise<number> {
  const { data, error } = await site.database.from('list_prices').select('amount_minor').eq('ebook_id', id).eq('currency', 'BRL').single();
  if (error) throw error;
  return data.amount_minor;
}

// This journey makes the API reject a request with 409, which the browser logs as an error.
test.use({ expectedErrors: /status of 409/ });

test('a price that changed since the cart was opened is shown before any payment', async ({ page, site }) => {
  const before = await priceOf(site);
  try {
    const person = await site.newCustomer();
    await new AccountScreen(page).signIn(person);
    await new ShopScreen(page).fillCart(id, title);
    const cart = new CartScreen(page);
    await expect(cart.line(title)).toBeVisible();
    await setPrice(site, 7_777);
    await cart.checkout();
    await expect(page.getByText('O preço mudou.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Resumo' })).toContainText('77,77');
    const { data } = await site.database.from('orders').select('id').eq('buyer_uid', person.uid);
    expect(data).toEqual([]);

    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    await expect(new PaymentScreen(page).payButton()).toHaveText(/^Pagar R\$\s77,77/);
  } finally {
    await setPrice(site, before);
  }
});

test('a book that left the shop is removed from the cart with a notice', async ({ page, site }) => {
  const setState = async (state: string) => {
    const { error } = await site.database.from('ebooks_metadata').update({ state }).eq('id', id);
    if (error) throw error;
  };
  await new AccountScreen(page).signIn(await site.newCustomer());
  await new ShopScreen(page).fillCart(id, title);
  const cart = new CartScreen(page);
  await expect(cart.line(title)).toBeVisible();
  try {
    await setState('archived');
    await cart.checkout();
    await expect(page.getByText('saiu da loja')).toBeVisible();
    await page.getByRole('link', { name: 'Voltar ao carrinho' }).click();
    await expect(page.getByText('saiu da loja')).toBeVisible();
    await expect(cart.line(title)).toHaveCount(0);
  } finally {
    await setState('published');
  }
});
