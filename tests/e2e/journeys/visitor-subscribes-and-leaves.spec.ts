import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { expect, type Mail, type Page, type Site, test } from '../site-test.ts';

const anAddress = (): string => `assinante-${randomUUID().slice(0, 8)}@leitores.test`;

const linkTo = (mail: Mail | undefined, path: string): string => mail?.links.find((link) => link.includes(path)) ?? `no link to ${path}`;

async function stateOf({ database }: Site, email: string): Promise<string | undefined> {
  const { data } = await database.from('newsletter_subscribers').select('state').eq('email', email).maybeSingle();
  return data?.state;
}

async function aSubscriber(page: Page, site: Site): Promise<{ email: string; mail: Mail | undefined }> {
  const email = anAddress();
  const newsletter = new NewsletterScreen(page);
  await page.goto('/');
  await newsletter.subscribe(email);
  const [mail] = await site.mailTo(email);
  await page.goto(linkTo(mail, '/newsletter/confirm'));
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');
  return { email, mail };
}

test('a visitor subscribes in the footer and confirms by a press', async ({ page, site }) => {
  const email = anAddress();
  const newsletter = new NewsletterScreen(page);
  await page.goto('/about');
  await newsletter.subscribe(email);
  await isAccessible(page);
  const [mail] = await site.mailTo(email);
  const confirm = linkTo(mail, '/newsletter/confirm');

  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  await page.goto(confirm);
  await expect(newsletter.heading()).toHaveText('Confirme sua inscrição');
  expect(await stateOf(site, email)).toBe('pending');
  await isAccessible(page);
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');
  expect(await stateOf(site, email)).toBe('confirmed');
  await isAccessible(page);
  // The link is a secret, so no request to another site may contain it.
  expect([...origins]).toEqual([new URL(site.site).origin]);

  await page.reload();
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Você já está na lista');
});

test.describe('the newsletter forms without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('without scripts a visitor subscribes in the footer, corrects the address, confirms and unsubscribes', async ({ page, site }) => {
    const email = anAddress();
    const newsletter = new NewsletterScreen(page);
    await page.goto('/about');
    // The browser accepts this email address, and the API does not.
    const wrong = `${'a'.repeat(250)}@leitores.test`;
    await newsletter.form().getByPlaceholder('Seu email').fill(wrong);
    await newsletter.form().getByRole('button').click();
    await expect(page).toHaveURL(/[/]newsletter$/);
    const main = page.getByRole('main');
    await expect(main.getByText(/Este endereço não parece certo/)).toBeVisible();
    await expect(main.getByPlaceholder('Seu email')).toHaveValue(wrong);
    await main.getByPlaceholder('Seu email').fill(email);
    await main.getByRole('button', { name: 'Inscreva-se' }).click();
    await expect(newsletter.heading()).toHaveText('Falta confirmar');
    const [mail] = await site.mailTo(email);
    await page.goto(linkTo(mail, '/newsletter/confirm'));
    await newsletter.press('Confirmar inscrição');
    await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');
    expect(await stateOf(site, email)).toBe('confirmed');
    await page.goto(linkTo(mail, '/newsletter/unsubscribe'));
    await newsletter.press('Cancelar inscrição');
    await expect(newsletter.heading()).toHaveText('Inscrição cancelada');
    expect(await stateOf(site, email)).toBe('unsubscribed');
  });
});

test('a subscriber unsubscribes by the link of an email, with a press', async ({ page, site }) => {
  const { email, mail } = await aSubscriber(page, site);
  const newsletter = new NewsletterScreen(page);
  await page.goto(linkTo(mail, '/newsletter/unsubscribe'));
  await isAccessible(page);
  await newsletter.press('Cancelar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição cancelada');
  expect(await stateOf(site, email)).toBe('unsubscribed');
  await page.reload();
  await newsletter.press('Cancelar inscrição');
  await expect(newsletter.heading()).toHaveText('Você já saiu da lista');
});

test("the mailbox's own button unsubscribes a reader", async ({ page, site, request }) => {
  const { email, mail } = await aSubscriber(page, site);
  const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value ?? '';
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, address = ''] = /<(https?:[^>]+)>/.exec(header('list-unsubscribe')) ?? [];
  const answer = await request.post(address, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(answer.status()).toBe(200);
  expect(await stateOf(site, email)).toBe('unsubscribed');
});

test('a customer turns the newsletter on and off in the account', async ({ page, site }) => {
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await page.goto('/user-dashboard?tab=newsletter');
  const toggle = page.getByRole('switch', { name: `Receber a newsletter em ${person.email}` });
  await expect(toggle).not.toBeChecked();
  await isAccessible(page);
  await toggle.click();
  await expect.poll(() => stateOf(site, person.email)).toBe('confirmed');
  await page.reload();
  await expect(toggle).toBeChecked();
  await isAccessible(page);
  await toggle.click();
  await expect.poll(() => stateOf(site, person.email)).toBe('unsubscribed');
});

test.describe('a newsletter link that does not work', () => {
  test.use({ expectedErrors: /status of 4\d\d/ });

  test('a newsletter link that does not work says so and offers a new link', async ({ page, site }) => {
    const email = anAddress();
    const newsletter = new NewsletterScreen(page);
    await page.goto('/');
    await newsletter.subscribe(email);
    const [mail] = await site.mailTo(email);
    const confirm = new URL(linkTo(mail, '/newsletter/confirm'));
    const token = confirm.searchParams.get('token') ?? '';
    confirm.searchParams.set('token', `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`);
    await page.goto(confirm.href);
    await newsletter.press('Confirmar inscrição');
    await expect(newsletter.heading()).toHaveText('Este link não funciona');
    await expect(page.getByRole('main').getByPlaceholder('Seu email')).toBeVisible();
    expect(await stateOf(site, email)).toBe('pending');
    await isAccessible(page);
  });
});
