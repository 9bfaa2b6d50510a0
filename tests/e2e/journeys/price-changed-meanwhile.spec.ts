import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, test } from '../site-test.ts';

const { id, title } = BOOKS.changing;

// The refusal is what this journey is about; the browser notes every 409 in its console.
test.use({ expectedErrors: /status of 409/ });

test('a book that left the shop leaves the cart with a word', async ({ page, site }) => {
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
