import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { ReaderScreen } from '../screens/reader-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

/** A book that the demo customer owns. */
const READ = 'Jardim interior';

const demoCustomer = (site: Site) => {
  const customer = site.accounts.find(({ role }) => role === 'customer');
  if (!customer) throw new Error('no demo customer');
  return customer;
};

test('a customer reads, returns to the same page on another device too, and downloads the book', async ({ page, browser, site }) => {
  const customer = demoCustomer(site);
  const account = new AccountScreen(page);
  const reader = new ReaderScreen(page);
  await account.signIn(customer);
  await account.openLibrary();
  await account.read(READ);
  await reader.goTo(1);
  await expect(reader.page(1)).toContainText('Capa do livro Jardim interior');
  await isAccessible(page);

  await reader.next();
  await reader.isAt(2);
  await page.keyboard.press('ArrowRight');
  await reader.isAt(3);
  await page.keyboard.press('ArrowLeft');
  await reader.isAt(2);
  await reader.goTo(6);
  await expect(reader.page(6)).toContainText('Na parábola há quatro terrenos');
  await isAccessible(page);

  const larger = await reader.resize('Aumentar');
  await page.keyboard.press('-');
  await expect.poll(() => reader.width()).toBeLessThan(larger);

  await reader.openContents();
  await isAccessible(page);
  await expect(reader.contents().getByRole('button', { name: /Revolver/ })).toHaveAttribute('aria-current', 'location');
  await reader
    .contents()
    .getByRole('button', { name: /Semear/ })
    .click();
  await reader.isAt(8);

  await reader.leave();
  await expect(account.book(READ)).toContainText('Continuar na página 8 de 16');
  await isAccessible(page);
  await account.read(READ);
  await reader.isAt(8);

  const elsewhere = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' });
  const otherPage = await elsewhere.newPage();
  await new AccountScreen(otherPage).signIn(customer);
  await new AccountScreen(otherPage).openLibrary();
  await new AccountScreen(otherPage).read(READ);
  await new ReaderScreen(otherPage).isAt(8);
  await elsewhere.close();

  await reader.leave();
  const pdf = await account.download(READ);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});

test('a visitor who does not own a book reads why the book cannot be opened', async ({ page, site }) => {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await page.goto(`/user-dashboard/read/${BOOKS.main.id}`);
  await expect(page.getByRole('heading', { name: 'Este eBook não está na sua biblioteca' })).toBeVisible();
  await isAccessible(page);
});
