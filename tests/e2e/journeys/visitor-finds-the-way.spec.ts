import { isAccessible } from '../is-accessible.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

// This journey keeps page transitions on, as most visitors have them.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.describe('menu and footer on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the menu is opened, used, closed and followed by keyboard alone', async ({ page }) => {
    const frame = new FrameScreen(page);
    await frame.open('/terms');
    await frame.menuButton().focus();
    await page.keyboard.press('Enter');
    await expect(frame.menu).toBeVisible();
    await isAccessible(page);

    const links = frame.menu.getByRole('listitem').getByRole('link');
    await expect(links).toHaveText(['Início', 'Sobre', 'Podcast', 'Loja', 'Textos', 'Contato', 'Entrar']);
    await page.keyboard.press('Tab');
    await expect(frame.menu.getByRole('button', { name: 'Fechar menu' })).toBeFocused();
    for (const link of await links.all()) {
      await page.keyboard.press('Tab');
      await expect(link).toBeFocused();
    }
    await page.keyboard.press('Tab');
    await expect(frame.menu.getByRole('link', { name: 'Adquirir Meus eBooks' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(frame.menu).toBeHidden();
    await expect(frame.menuButton()).toBeFocused();

    // While the menu is open, no element that it covers gets the focus.
    await page.keyboard.press('Enter');
    await frame.menu.getByRole('link', { name: 'Adquirir Meus eBooks' }).focus();
    await page.keyboard.press('Tab');
    await expect(frame.menu).toBeHidden();

    await frame.menuButton().focus();
    await page.keyboard.press('Enter');
    await frame.menu.getByRole('link', { name: 'Loja' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
    await expect(frame.menu).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
    await frame.menuButton().click();
    await expect(frame.menu.getByRole('link', { name: 'Loja' })).toHaveAttribute('aria-current', 'page');
    await page.goBack();
    await expect(title(page, 'Termos de Serviço')).toBeVisible();
    await expect(frame.menu).toBeHidden();
  });

  test('each part of the footer opens and closes separately', async ({ page }) => {
    const frame = new FrameScreen(page);
    await frame.open('/terms');
    const [links, resources, newsletter] = [frame.section('Links Rápidos'), frame.section('Recursos'), frame.section('Newsletter')];
    await expect(frame.footer.getByRole('link', { name: 'Ebooks' })).toBeHidden();
    await expect(frame.footer.getByRole('link', { name: 'FAQ' })).toBeHidden();
    await expect(frame.footer.getByPlaceholder('Seu email')).toBeHidden();

    await newsletter.click();
    await expect(frame.footer.getByPlaceholder('Seu email')).toBeVisible();
    await links.click();
    await resources.focus();
    await page.keyboard.press('Enter');
    for (const name of ['Início', 'Sobre', 'Podcast', 'Ebooks', 'Contato', 'FAQ', 'Suporte', 'Dashboard', 'Termos de Serviço'])
      await expect(frame.footer.getByRole('link', { name, exact: true })).toBeVisible();
    await isAccessible(page);

    await resources.click();
    await newsletter.click();
    await expect(frame.footer.getByRole('link', { name: 'FAQ' })).toBeHidden();
    await expect(frame.footer.getByPlaceholder('Seu email')).toBeHidden();
    await expect(frame.footer.getByRole('link', { name: 'Ebooks' })).toBeVisible();
  });

  test('menu and footer work before the scripts run, and repeated presses count once', async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_s/**/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const frame = new FrameScreen(page);
    await page.goto('/shop', { waitUntil: 'domcontentloaded' });
    await frame.menuButton().click();
    await expect(frame.menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(frame.menu).toBeHidden();
    await frame.section('Recursos').click();
    await expect(frame.footer.getByRole('link', { name: 'FAQ' })).toBeVisible();

    const add = page.getByRole('article').getByRole('button', { name: 'Adicionar' }).first();
    for (let press = 0; press < 3; press += 1) await add.click();
    await expect(page.locator('[data-waiting]')).toHaveCount(1);
    await frame.menuButton().click();
    release();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
    await expect(page.locator('[data-waiting]')).toHaveCount(0);
    await expect(frame.menu).toBeVisible();
    await expect(frame.footer.getByRole('link', { name: 'FAQ' })).toBeVisible();
  });

  test('the whole header fits the screen with larger text', async ({ page }) => {
    const frame = new FrameScreen(page);
    for (const width of [320, 360, 390])
      for (const size of ['125%', '150%']) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto('/terms');
        await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
        for (const thing of [...(await frame.header.getByRole('link').all()), frame.menuButton()]) {
          const box = await thing.boundingBox();
          if (!box) continue;
          expect(box.x, `${width} ${size}`).toBeGreaterThanOrEqual(0);
          expect(box.x + box.width, `${width} ${size}`).toBeLessThanOrEqual(width);
          expect(box.y).toBeGreaterThanOrEqual(0);
        }
      }
  });
});

test('the header gets a shadow after the first scrolled pixels, and marks the current page', async ({ page }) => {
  const frame = new FrameScreen(page);
  await frame.open('/shop');
  await expect(frame.header).toHaveCSS('box-shadow', 'none');
  await page.mouse.wheel(0, 40);
  await expect(frame.header).not.toHaveCSS('box-shadow', 'none');
  await expect(frame.header.getByRole('navigation').getByRole('link', { name: 'Loja' })).toHaveAttribute('aria-current', 'page');
  await expect(frame.header.getByRole('navigation').locator('[aria-current]')).toHaveCount(1);
});

test('every page opens at its top, and going back restores its position', async ({ page }) => {
  const frame = new FrameScreen(page);
  await frame.open('/terms');
  const contents = page.getByRole('navigation', { name: 'Nesta página' });
  await contents.getByRole('link', { name: 'Entrega' }).click();
  const section = page.getByRole('heading', { level: 2, name: /Entrega/ });
  await expect(section).toBeInViewport();
  const { header, heading } = await page.evaluate(() => ({
    header: document.querySelector('header')?.getBoundingClientRect().bottom ?? 0,
    heading: document.querySelector('#delivery h2')?.getBoundingClientRect().top ?? 0,
  }));
  expect(heading).toBeGreaterThanOrEqual(header);
  const left = await scrolled(page);
  expect(left).toBeGreaterThan(200);

  // The link is always in view, so a press does not scroll the page.
  await frame.header.getByRole('link', { name: 'Loja' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(() => scrolled(page)).toBe(300);

  await page.reload();
  await frame.isAlive();
  await expect.poll(() => scrolled(page)).toBe(300);
  await page.goBack();
  await expect(section).toBeInViewport();
  await expect.poll(() => scrolled(page)).toBe(left);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(300);
});

test('going back restores a position that was scrolled to before the scripts ran', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_s/**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  const frame = new FrameScreen(page);
  await page.goto('/terms', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => scrollTo(0, 600));
  await expect.poll(() => scrolled(page)).toBe(600);
  release();
  await frame.isAlive();
  await frame.header.getByRole('link', { name: 'Loja' }).click();
  await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(600);
});

test('a chosen language applies at once and at the next visit', async ({ page }) => {
  const frame = new FrameScreen(page);
  await frame.open('/terms');
  await isAccessible(page);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await frame.chooseLanguage('English');
  await expect(title(page, 'Terms of Service')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: /Who we are/ })).toBeVisible();
  await expect(page).toHaveTitle(/^Terms of Service/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(frame.header.getByRole('link', { name: 'Shop' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  await isAccessible(page);
  await page.reload();
  await expect(title(page, 'Terms of Service')).toBeVisible();
  await frame.chooseLanguage('Português');
  await expect(title(page, 'Termos de Serviço')).toBeVisible();
});

test.describe('a page at an unknown address', () => {
  test.use({ expectedErrors: /status of 404/ });

  test('an unknown address shows a not-found page with a search', async ({ page }) => {
    const frame = new FrameScreen(page);
    const answer = await page.goto('/uma-pagina-que-nunca-existiu');
    expect(answer?.status()).toBe(404);
    await expect(title(page, 'Página não encontrada')).toBeVisible();
    await expect(page).toHaveTitle(/^Página não encontrada/);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await isAccessible(page);
    expect((await page.request.get('/terms?version=never')).status()).toBe(404);

    await frame.open('/outra-que-nao-existe');
    await page.getByRole('main').getByRole('searchbox').fill('raizes');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/shop\?q=raizes/);
    await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  });
});

test.describe('a page without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|Loading (CSS )?chunk/ });

  test('a page without a network says so, and loads by itself when the network is back', async ({ page, context }) => {
    const frame = new FrameScreen(page);
    await frame.open('/terms');
    const typed = frame.footer.getByPlaceholder('Seu email');
    await typed.fill('leitora@exemplo.test');
    await context.setOffline(true);
    await frame.footer.getByRole('link', { name: 'Política de Privacidade' }).last().click();
    await expect(title(page, 'Você está sem internet')).toBeVisible();
    await expect(page).toHaveTitle(/^Você está sem internet/);
    await isAccessible(page);
    await context.setOffline(false);
    await expect(title(page, 'Política de Privacidade')).toBeVisible();
    await expect(typed).toHaveValue('leitora@exemplo.test');
  });
});
