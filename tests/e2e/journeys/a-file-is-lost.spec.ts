import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

// The browser logs an error about each request that these journeys fail.
test.use({ expectedErrors: /Failed to load resource|preloaded using link preload/ });

/** Fails the first two requests for each script of the shell that the page at `path` loads after its first scripts. */
async function loseLaterFiles(page: Page, path: string): Promise<void> {
  const first = await (await page.request.get(path)).text();
  const refused = new Map<string, number>();
  await page.route(
    ({ pathname }) => /^[/]_s[/].*[.]js$/.test(pathname) && !first.includes(`&quot;${pathname}&quot;`) && !first.includes(`"${pathname}"`),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const times = refused.get(pathname) ?? 0;
      refused.set(pathname, times + 1);
      await (times < 2 ? route.abort() : route.continue());
    },
  );
}

test('the cart appears once its scripts can be loaded, without another press', async ({ page }) => {
  await new ShopScreen(page).fillCart(BOOKS.main.id, BOOKS.main.title);
  await loseLaterFiles(page, '/cart');
  await page.goto('/cart');
  await expect(new CartScreen(page).line(BOOKS.main.title)).toBeVisible({ timeout: 30_000 });
});

test('a signed-in visitor is recognised once the identity scripts can be loaded', async ({ page, site }) => {
  await new AccountScreen(page).signIn(await site.newCustomer());
  await loseLaterFiles(page, '/user-dashboard');
  await page.goto('/user-dashboard?tab=orders');
  await expect(page.getByRole('tab', { name: 'Pedidos' })).toHaveAttribute('aria-selected', 'true', { timeout: 30_000 });
});
