import { paths } from '@site/shared/paths/paths.ts';
import { READY_EVENT } from '../../../shell/src/ready-event.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { expect, type Page, test } from '../site-test.ts';

/** Returns the scripts that `page` requests. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/_[sr]\/.*[.]js/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

/** Returns whether the page is hydrated. A hydrated page restores scroll positions instead of the browser. */
const isAlive = (page: Page) => page.evaluate(() => history.scrollRestoration === 'manual');

test('a page without input preloads its scripts and runs none', async ({ page }) => {
  const asked = scriptsOf(page);
  await page.goto(paths.shop.href(), { waitUntil: 'load' });
  await expect.poll(() => asked.length).toBeGreaterThan(2);
  await page.waitForLoadState('networkidle');
  expect(await isAlive(page)).toBe(false);
  const early = await page.evaluate(() => {
    const [shown] = performance.getEntriesByName('first-contentful-paint');
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => /[.]js/.test(name));
    return scripts.filter(({ startTime }) => startTime < (shown?.startTime ?? Number.POSITIVE_INFINITY)).map(({ name }) => name);
  });
  expect(early, 'scripts that came before anything was on the screen').toEqual([]);
  const fetched = new Set(asked);
  await page.evaluate((ready) => document.addEventListener(ready, () => performance.mark(ready)), READY_EVENT);
  await new FrameScreen(page).isAlive();
  const waitedFor = await page.evaluate((ready) => {
    const [alive] = performance.getEntriesByName(ready);
    return performance.getEntriesByType('resource').filter(({ startTime }) => startTime < (alive?.startTime ?? 0));
  }, READY_EVENT);
  expect(waitedFor.length).toBeGreaterThan(2);
  const missing = waitedFor.map(({ name }) => name).filter((name) => /_r[/].*[.]js/.test(name) && !fetched.has(name));
  expect(missing, 'what of the area the page waited for and had not at hand').toEqual([]);
});

test.describe('a page for visitors who allow motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('a loaded page shows no movement, and pictures far below the screen show no loading indicator', async ({ page }) => {
    await page.setViewportSize({ width: 412, height: 915 });
    await page.goto(paths.shop.href(), { waitUntil: 'networkidle' });
    await new FrameScreen(page).isAlive();
    const found = page.waitForResponse(/[/]api[/]ebooks[?].*q=a/);
    await page.getByRole('searchbox').fill('a');
    await (await found).finished();
    await page.waitForURL(/[?]q=a/);
    // The previous list stays until React has rendered the new one.
    await expect(page.getByRole('main').getByText(/eBooks encontrados para “a”/)).toBeVisible();
    const moving = () => page.evaluate(() => document.getAnimations().map((animation) => (animation as CSSAnimation).animationName));
    await expect.poll(moving).toEqual([]);
    // Pictures near the screen are loaded and shown.
    const pictures = page.locator('[data-lazy]');
    await expect(pictures.last()).toHaveAttribute('data-state', 'waiting');
    await pictures.last().scrollIntoViewIfNeeded();
    await expect(pictures.last()).toHaveAttribute('data-state', 'loaded');
  });
});

test.describe('a page after an outage', () => {
  test.use({ expectedErrors: /ERR_FAILED|mfe-shop: code/ });

  for (const [name, lost] of [
    ['everything', /[.]js/],
    ['the shell', /_s[/]main/],
    ["the area's entry", /remoteEntry/],
    ["the area's code", /_r[/].*[/]\d+[.]js/],
  ] as const)
    test(`a press works even if ${name} could not be preloaded`, async ({ page }) => {
      const asked: string[] = [];
      let isDown = true;
      await page.route('**/*.js*', async (route) => {
        asked.push(route.request().url());
        if (isDown && lost.test(route.request().url())) await route.abort();
        else await route.continue();
      });
      await page.goto(paths.shop.href(), { waitUntil: 'load' });
      await expect.poll(() => asked.length).toBeGreaterThan(2);
      await page.waitForLoadState('networkidle');
      isDown = false;
      await page.getByRole('main').getByRole('button', { name: 'Adicionar' }).first().click();
      await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
    });
});

test.describe('a page whose part below the screen has not loaded', () => {
  // The page reports that the script of a toast is lost.
  test.use({ expectedErrors: /ERR_FAILED|ChunkLoadError/ });

  /** Returns a test for the shell's late scripts, which the page requests once it hydrates. */
  async function isLate(page: Page): Promise<(url: URL) => boolean> {
    const first = await page.evaluate(() =>
      Object.keys(JSON.parse(document.querySelector<HTMLElement>('[data-scripts]')?.dataset.scripts ?? '{}')),
    );
    return ({ pathname }) => /^[/]_s[/].*[.]js$/.test(pathname) && !first.includes(pathname);
  }

  test('a choice in the footer is kept until its script has loaded, and then applied', async ({ page }) => {
    await page.goto(paths.shop.href(), { waitUntil: 'load' });
    const arrived = Promise.withResolvers<void>();
    await page.route(await isLate(page), async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await new FrameScreen(page).isAlive();
    await page.getByRole('main').getByRole('button', { name: 'Adicionar' }).first().click();
    await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
    await new FrameScreen(page).chooseLanguage('English');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
    arrived.resolve();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' })).toHaveValue('en');
  });

  test('a pressed link waits for the late script and then opens in the same page', async ({ page }) => {
    await page.goto(paths.shop.href(), { waitUntil: 'load' });
    const arrived = Promise.withResolvers<void>();
    await page.route(await isLate(page), async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await new FrameScreen(page).isAlive();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const book = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link').first();
    const title = (await book.textContent()) ?? '';
    await book.click();
    await expect(page).toHaveURL(/[/]shop$/);
    arrived.resolve();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('a visitor who goes back before the router has loaded gets the page of the previous address', async ({ page }) => {
    await page.goto(paths.shop.href(), { waitUntil: 'load' });
    await new FrameScreen(page).isAlive();
    await page.getByRole('banner').getByRole('link', { name: 'Podcast' }).click();
    await expect(page).toHaveTitle(/Podcast/);
    await page.reload({ waitUntil: 'load' });
    await page.route(await isLate(page), (route) => route.abort());
    await new FrameScreen(page).isAlive();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  });

  test('a page works without the late script, and uses it once it loads', async ({ page }) => {
    await page.goto(paths.shop.href(), { waitUntil: 'load' });
    let isDown = true;
    await page.route(await isLate(page), (route) => (isDown ? route.abort() : route.continue()));
    await new FrameScreen(page).isAlive();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.getByRole('main').getByRole('button', { name: 'Adicionar' }).first().click();
    await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Suporte' })).toBeVisible();
    isDown = false;
    await page.getByRole('banner').getByRole('link', { name: 'Podcast' }).click();
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await expect(page).toHaveTitle(/Podcast/);
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Suporte' })).toBeVisible({ timeout: 10_000 });
  });
});

test('a link under the mouse is preloaded by an idle page, and opens at once when it is pressed', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  const answers: { type: string; isFetchedAhead: boolean }[] = [];
  devtools.on('Network.responseReceived', ({ response, type }) => {
    if (new URL(response.url).pathname === paths.shop.href()) answers.push({ type, isFetchedAhead: response.fromPrefetchCache === true });
  });
  await devtools.send('Network.enable');
  // The visit comes from another site. Our own link passes this source on to the next page.
  await page.goto(`${paths.about.href()}?utm_source=instagram&utm_campaign=bio`, { waitUntil: 'load' });
  const shop = page.getByRole('banner').getByRole('link', { name: 'Loja' });
  await shop.hover();
  await expect.poll(() => answers.map(({ type }) => type)).toEqual(['Prefetch']);
  expect(await isAlive(page), 'a page that is about to be left stays idle').toBe(false);
  await shop.click();
  await expect(page.getByRole('heading', { name: 'Todos os eBooks' })).toBeVisible();
  expect(answers.at(-1)).toEqual({ type: 'Document', isFetchedAhead: true });
  await page.getByRole('main').getByRole('button', { name: 'Adicionar' }).first().click();
  await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
});

test('a hydrated page preloads the data of a link under the mouse once', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/episodes') asked.push(request.resourceType());
  });
  await page.goto(paths.about.href(), { waitUntil: 'load' });
  await new FrameScreen(page).isAlive();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const podcast = page.getByRole('banner').getByRole('link', { name: 'Podcast' });
  await podcast.hover();
  await expect.poll(() => asked).toEqual(['fetch']);
  await podcast.click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(asked).toEqual(['fetch']);
});

test('a page preloads nothing in data-saving mode', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }));
  const asked = scriptsOf(page);
  await page.goto(paths.shop.href(), { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2_500);
  expect(asked).toEqual([]);
  await new FrameScreen(page).isAlive();
  expect(asked.length).toBeGreaterThan(2);
});

test.describe('a page without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, hasTouch: true });

  test('without scripts the phone menu opens and navigates, and the parts of the footer unfold', async ({ page }) => {
    const frame = new FrameScreen(page);
    await page.goto(paths.home.href());
    await expect(frame.menu).toBeHidden();
    await frame.menuButton().tap();
    await expect(frame.menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(frame.menu).toBeHidden();
    const folded = frame.footer.locator('details:not([open]) > summary');
    const count = await folded.count();
    expect(count).toBeGreaterThan(1);
    for (let left = count; left > 0; left -= 1) {
      await folded.first().tap();
      await expect(folded).toHaveCount(left - 1);
    }
    await frame.menuButton().tap();
    await frame.menu.getByRole('link', { name: 'Loja' }).tap();
    await expect(page).toHaveURL(/[/]shop$/);
  });

  test("without scripts an episode's card turns both ways, and the keyboard reaches only its visible side", async ({ page }) => {
    await page.goto(paths.podcast.href());
    const card = page.getByRole('main').getByRole('article').first();
    const description = card.getByRole('region', { name: /^Descrição: / });
    const title = card.getByRole('heading', { level: 3 }).getByRole('link');
    await expect(title).toBeVisible();
    await expect(description).toBeHidden();
    await card.getByRole('button', { name: 'Ver descrição' }).tap();
    await expect(description).toBeVisible();
    await expect(title).toBeHidden();
    const back = card.getByRole('button', { name: /^Ver (?:vídeo|capa)$/ });
    await back.focus();
    await page.keyboard.press('Shift+Tab');
    expect(await description.evaluate((region) => region.contains(document.activeElement))).toBe(true);
    await back.press('Enter');
    await expect(description).toBeHidden();
    await expect(title).toBeVisible();
    await expect(card.getByRole('button', { name: 'Ver descrição' })).toBeFocused();
  });

  test("without scripts the footer's form sets language and currency and returns to the page", async ({ page }) => {
    const frame = new FrameScreen(page);
    await page.goto(paths.shop.href());
    // Books below the screen get their real height when the page scrolls to them, which moves the footer. So the test scrolls before it
    // taps.
    await frame.footer.scrollIntoViewIfNeeded();
    await frame.footer.getByRole('combobox', { name: 'Idioma' }).selectOption('en');
    await frame.footer.getByRole('combobox', { name: 'Moeda' }).selectOption('USD');
    await frame.footer.getByRole('button', { name: 'Aplicar' }).tap();
    await expect(page).toHaveURL(/[/]shop$/);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(
      page
        .getByRole('main')
        .getByText(/^Price: \$\d/)
        .first(),
    ).toBeVisible();
  });
});
