import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

// The browser's own words about what these journeys keep back.
test.use({ expectedErrors: /Failed to load resource|preloaded using link preload/ });

/** Keeps back, from now on, each file of the shell that the page at `path` asks for after its first ones. `arrive`: no longer. */
async function loseLaterFiles(page: Page, path: string): Promise<{ lost: Promise<void>; arrive: () => void }> {
  const first = await (await page.request.get(path)).text();
  const lost = Promise.withResolvers<void>();
  let isLost = true;
  await page.route(
    ({ pathname }) => /^[/]_s[/].*[.]js$/.test(pathname) && !first.includes(`&quot;${pathname}&quot;`) && !first.includes(`"${pathname}"`),
    async (route) => {
      if (!isLost) return await route.continue();
      lost.resolve();
      await route.abort();
    },
  );
  return {
    lost: lost.promise,
    arrive: () => {
      isLost = false;
    },
  };
}

test('the cart is shown once what it needs can be had, without another press', async ({ page }) => {
  await new ShopScreen(page).fillCart(BOOKS.main.id, BOOKS.main.title);
  const { lost, arrive } = await loseLaterFiles(page, '/cart');
  await page.goto('/cart');
  await lost;
  // As long as a network is away for a moment.
  await page.waitForTimeout(1_000);
  arrive();
  await expect(new CartScreen(page).line(BOOKS.main.title)).toBeVisible({ timeout: 15_000 });
});

test('who is signed in is known once the code for it can be had', async ({ page, site }) => {
  await new AccountScreen(page).signIn(await site.newCustomer());
  const { lost, arrive } = await loseLaterFiles(page, '/user-dashboard');
  await page.goto('/user-dashboard?tab=orders');
  await lost;
  await page.waitForTimeout(1_000);
  arrive();
  await expect(page.getByRole('tab', { name: 'Pedidos' })).toHaveAttribute('aria-selected', 'true', { timeout: 20_000 });
});
