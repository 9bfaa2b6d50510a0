import { paths } from '@site/shared/paths/paths.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { indexedPages } from '../screens/public-pages.ts';
import { expect, test } from '../site-test.ts';

// The browser logs an error about a URL that does not exist.
test.use({ expectedErrors: /status of 404.*nao-existe/ });

test('no page calls another origin, sets a cookie or breaks its own policy before the visitor acts', async ({ page, context, site }) => {
  const pages = [...(await indexedPages(page.request)), paths.cart.href(), paths.signIn.href(), '/nao-existe'];
  test.setTimeout(30_000 * pages.length);
  const strangers: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== site.site) strangers.push(`${request.url()} on ${page.url()}`);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      violations.push(`${violatedDirective} ${blockedURI}`),
    );
  });

  for (const path of pages) {
    const answer = await page.goto(path);
    // The page is hydrated, and every part that waits for its place on the screen was shown.
    await new FrameScreen(page).isAlive();
    await expect(page.locator('html')).toHaveAttribute('data-fonts', /./, { timeout: 30_000 });
    await page.evaluate(async () => {
      for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
        scrollTo({ top, behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    });
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));

    expect(await context.cookies(), path).toEqual([]);
    expect(await page.evaluate(() => Reflect.get(window, 'violations')), path).toEqual([]);
    const headers = answer?.headers() ?? {};
    expect(headers['content-security-policy'], path).toMatch(
      /script-src( 'sha256-[\w+/=]{44}'){2} 'strict-dynamic';.*frame-ancestors 'none'.*require-trusted-types-for 'script'/,
    );
    expect(headers, path).toMatchObject({
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
    expect(await answer?.headerValue('set-cookie'), path).toBeNull();
  }
  expect(strangers).toEqual([]);
});

test('a visit without input is reported, and a press that waited is reported with its delay', async ({ page, site }) => {
  const toldOf = async (metric: string): Promise<number> => {
    const { data } = await site.database.from('page_vitals').select('visits').match({ page: '/shop', metric, locale: 'pt-BR' });
    return (data ?? []).reduce((sum, { visits }) => sum + visits, 0);
  };
  const [shownBefore, pressedBefore] = [await toldOf('LCP'), await toldOf('INP')];
  await page.goto('/shop');
  // The page is idle once its scripts are being preloaded.
  await expect(page.locator('head > link[rel=preload][as=script][fetchpriority=low]').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await expect.poll(() => toldOf('LCP')).toBe(shownBefore + 1);
  // A page does not stay idle if the device stores anything, even fonts or scroll positions.
  await page.addInitScript(() => {
    if (origin === 'null') return;
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto('/shop', { waitUntil: 'networkidle' });
  // The press has no mouse movement before it, because a movement would hydrate the page.
  await page.getByRole('main').getByRole('button', { name: 'Adicionar' }).first().dispatchEvent('click');
  await expect(page.getByRole('banner').getByRole('link', { name: /carrinho/i })).toContainText('1');
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-press').length)).toBe(1);
  // The delay is reported whether or not the script that measures later interactions has loaded.
  await page.goto('about:blank');
  await expect.poll(() => toldOf('INP')).toBeGreaterThan(pressedBefore);
});

test('a page reports its speed to the site when the visitor leaves, by its route pattern', async ({ page, site }) => {
  const address = '/podcast/nao-existe?email=ana@leitores.test';
  const counted = async (pattern: string): Promise<number> => {
    const { data } = await site.database.from('page_vitals').select('visits').eq('page', pattern);
    return (data ?? []).reduce((sum, { visits }) => sum + visits, 0);
  };
  const before = await counted('/podcast/:slug');
  await expect
    .poll(
      async () => {
        await page.goto(address);
        await page.mouse.click(2, 2);
        await new FrameScreen(page).isAlive();
        // The measuring script loads when the page is otherwise idle.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
        await page.goto('about:blank');
        return await counted('/podcast/:slug');
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(before);
  const { data } = await site.database.from('page_vitals').select('page');
  expect(JSON.stringify(data)).not.toMatch(/nao-existe|ana/);
});
