import type { Locator } from '@playwright/test';
import { paths } from '@site/shared/paths/paths.ts';
import { READY_EVENT } from '../../../shell/src/ready-event.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { ContactScreen } from '../screens/contact-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { expect, type Page, type Site, test } from '../site-test.ts';

const { id, title } = BOOKS.main;

/** The errors that React logs when it renders a part again that was changed before hydration. */
const DRAWN_ANEW = /Minified React error #(418|423|425)/;

/** Does everything that a visitor can do on the public pages: buy, write, subscribe and sign in. */
async function useTheSite(page: Page, site: Site): Promise<void> {
  const person = await site.newCustomer();
  const frame = new FrameScreen(page);
  const cart = new CartScreen(page);
  await frame.open(paths.ebook.href(id));
  await new ShopScreen(page).addOpenBook(title);
  await new ShopScreen(page).openCart();
  const total = cart.total().locator('dl');
  const before = await total.textContent();
  await cart.line(title).getByRole('spinbutton').fill('2');
  await expect(total).not.toHaveText(before ?? '');
  await cart.line(title).getByRole('spinbutton').fill('1');
  await expect(total).toHaveText(before ?? '');
  await cart.checkout();
  await cart.goOnByEmail(`visita-${person.email}`);
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();

  const contact = new ContactScreen(page);
  await frame.open(paths.contact.href());
  await contact.fill({ name: 'Ana', email: person.email, subject: 'Ajuda com um eBook', message: 'Uma pergunta de quem lê traduzido.' });
  await contact.sendButton().click();
  await expect(contact.thanks()).toBeVisible();

  await frame.open(paths.terms.href());
  await new NewsletterScreen(page).subscribe(`lista-${person.email}`);

  await frame.open(paths.forgotPassword.href());
  await page.getByRole('main').getByLabel('E-mail', { exact: true }).fill(person.email);
  await page.getByRole('main').getByRole('button', { name: 'Enviar o link' }).click();
  await expect(page.getByText(`Se ${person.email} tiver uma conta`)).toBeVisible();

  await frame.open(paths.signIn.href());
  await new AccountScreen(page).fillSignIn(person);
  await expect(page).toHaveURL(/user-dashboard/);
}

/** Replaces each text by two elements, as browser translators do, and watches for later texts. */
function translate(begin: string): void {
  const UNTOUCHED = new Set(['FONT', 'SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'OPTION', 'TITLE']);
  const replace = (text: Text): void => {
    if (!text.data.trim() || !text.parentElement || UNTOUCHED.has(text.parentElement.tagName)) return;
    const outer = document.createElement('font');
    const inner = document.createElement('font');
    inner.textContent = text.data;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const replaceIn = (node: Node): void => {
    if (node instanceof Text) {
      replace(node);
      return;
    }
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  document.addEventListener(begin, () => {
    replaceIn(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target } of records) for (const node of target instanceof Text ? [target] : addedNodes) replaceIn(node);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
}

test.describe('a page that the browser translated', () => {
  test.use({ expectedErrors: DRAWN_ANEW });

  for (const begin of ['DOMContentLoaded', READY_EVENT])
    test(`a translated page buys, writes, subscribes and signs in: ${begin}`, async ({ page, site }) => {
      await page.addInitScript(translate, begin);
      await useTheSite(page, site);
    });
});

/** Removes browser features added since spring 2022. The popover attribute still hides elements, like our styles for such browsers. */
function takeAway(): void {
  const later: [object, string[]][] = [
    [AbortSignal, ['any', 'timeout']],
    [window, ['requestIdleCallback', 'cancelIdleCallback', 'PerformanceEventTiming']],
    [URL, ['canParse', 'parse']],
    [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex']],
    [String.prototype, ['toWellFormed', 'isWellFormed']],
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
    [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
    [Document.prototype, ['startViewTransition']],
    [HTMLFormElement.prototype, ['requestSubmit']],
  ];
  for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name);
}

test('a browser of 2022 buys, writes, subscribes and signs in', async ({ page, site }) => {
  await page.addInitScript(takeAway);
  await useTheSite(page, site);
});

test.describe('an old browser on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a browser of 2022 opens and closes the menus and turns an episode's card", async ({ page, site }) => {
    await page.addInitScript(takeAway);
    const frame = new FrameScreen(page);
    await frame.open(paths.home.href());
    for (const [link, path] of [
      ['Sobre', paths.about],
      ['Podcast', paths.podcast],
      ['Loja', paths.shop],
      ['Contato', paths.contact],
    ] as const) {
      await frame.menuButton().click();
      await frame.menu.getByRole('link', { name: link, exact: true }).click();
      await expect(frame.menu).toBeHidden();
      // The menu closes when the page changes.
      await expect(page).toHaveURL(path.href());
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/não/);
    }
    await frame.menuButton().click();
    await expect(frame.menu).toBeInViewport();
    await page.keyboard.press('Escape');
    await expect(frame.menu).toBeHidden();
    await frame.menuButton().click();
    await page.mouse.click(10, 400);
    await expect(frame.menu).toBeHidden();

    await frame.open(paths.podcast.href());
    const card = page.getByRole('main').getByRole('article').first();
    await card.getByRole('button', { name: 'Ver descrição' }).click();
    await expect(card.getByRole('button', { name: /^Ver (?:vídeo|capa)$/ })).toBeVisible();

    await new AccountScreen(page).signIn(site.admin);
    await page.goto(paths.dashboard.href());
    const sections = page.getByRole('navigation', { name: 'Seções' });
    await page
      .getByRole('banner')
      .getByRole('button', { name: /menu|seções/i })
      .click();
    await sections.getByRole('link', { name: 'Vendas' }).click();
    await expect(page).toHaveURL(/tab=orders/);
    await expect(sections).toBeHidden();
  });
});

for (const [kind, storage] of [
  ['is null', () => null],
  [
    'is forbidden',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
] as const)
  test(`without storage, which ${kind}, the cart lasts as long as the visit`, async ({ page }) => {
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { configurable: true, get: ${storage} });`);
    await page.goto(paths.ebook.href(id));
    await new ShopScreen(page).addOpenBook(title);
    await new ShopScreen(page).openCart();
    await expect(new CartScreen(page).line(title)).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Loja', exact: true }).click();
    await new ShopScreen(page).openCart();
    await expect(new CartScreen(page).line(title)).toBeVisible();
  });

/** Adds an icon to each form and field, and a link around each number, as password managers and phones do. */
function putThingsIn(): void {
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('form, form div')) field.append(document.createElement('i'));
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const numbers: Text[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      if (/\d/.test(text.data) && !/^(SCRIPT|STYLE|OPTION)$/.test(text.parentElement?.tagName ?? '')) numbers.push(text);
    }
    for (const text of numbers) {
      const link = document.createElement('a');
      link.href = 'tel:1';
      link.textContent = text.data;
      text.replaceWith(link);
    }
  });
}

test.describe('a page that was changed before hydration', () => {
  test.use({ expectedErrors: DRAWN_ANEW });
  test.beforeEach(async ({ page }) => await page.addInitScript(putThingsIn));

  test('the first press on a page that was changed before hydration counts', async ({ page }) => {
    await page.goto(paths.ebook.href(id), { waitUntil: 'domcontentloaded' });
    await new ShopScreen(page).addOpenBook(title);
    await expect(page.getByTestId('cart-count')).toHaveText('1');
  });

  /** Types into a field before the page's scripts have loaded. */
  async function typeEarly(page: Page, path: string, field: (page: Page) => Locator, words: string): Promise<void> {
    const typed = Promise.withResolvers<void>();
    await page.route(/[/]_s[/]main[.]/, async (route) => {
      await typed.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await field(page).pressSequentially(words);
    typed.resolve();
    await new FrameScreen(page).isAlive();
  }

  test('text that was typed before hydration stays and is sent by the first press', async ({ page }) => {
    const email = (on: Page) => new NewsletterScreen(on).form().getByPlaceholder('Seu email');
    await typeEarly(page, paths.terms.href(), email, 'depressa@exemplo.test');
    await expect(email(page)).toHaveValue('depressa@exemplo.test');
    await new NewsletterScreen(page).form().getByRole('button').click();
    await expect(page.getByText('Obrigada por se inscrever! Verifique seu email para confirmar.')).toBeVisible();
  });

  test('a message that was typed before hydration stays and can be continued', async ({ page }) => {
    const message = (on: Page) => new ContactScreen(on).field('Mensagem');
    await typeEarly(page, paths.contact.href(), message, 'Escrevo antes que a página acorde');
    // React has rendered the form again, without the icons.
    await expect(page.getByRole('main').locator('form i')).toHaveCount(0);
    await expect(message(page)).toHaveValue('Escrevo antes que a página acorde');
    await page.keyboard.type(', e depois.');
    await expect(message(page)).toHaveValue('Escrevo antes que a página acorde, e depois.');
  });
});

test.describe('a visit without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to fetch|ChunkLoadError|Loading chunk/ });
  const offline = (page: Page) => page.getByRole('heading', { name: 'Você está sem internet' });

  test('offline, a pressed link of an idle page opens our offline page, which loads the target later', async ({ page, context }) => {
    await page.goto(paths.home.href());
    // The idle page has preloaded its scripts.
    await page.waitForFunction(() => {
      const { scripts = '{}', late = '' } = document.querySelector<HTMLElement>('script[data-scripts]')?.dataset ?? {};
      const fetched = [...Object.keys(JSON.parse(scripts)), ...late.split(' ')].map((path) => new URL(path, location.href).href);
      return fetched.every((url) => performance.getEntriesByName(url).length > 0);
    });
    await context.setOffline(true);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /carrinho/i })
      .click();
    await expect(offline(page)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Seu carrinho' })).toBeVisible();
  });

  test('offline, the cart is read from the device', async ({ page, context }) => {
    await page.goto(paths.ebook.href(id));
    await new ShopScreen(page).addOpenBook(title);
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /carrinho/i })
      .click();
    // The cart shows its lines if its script was preloaded, and otherwise only their number.
    await expect(
      new CartScreen(page).line(title).or(page.getByText('O livro do seu carrinho está guardado neste aparelho.')),
    ).toBeVisible();
    await expect(page.getByTestId('cart-count')).toHaveText('1');
  });
});
