import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { CartScreen } from '../screens/cart-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { CARDS, PaymentScreen } from '../screens/payment-screen.ts';
import { ShopScreen } from '../screens/shop-screen.ts';
import { type NewPerson, SignUpScreen } from '../screens/sign-up-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

const newPerson = (): NewPerson => ({
  name: 'Leitora Nova',
  email: `nova-${randomUUID().slice(0, 8)}@leitores.test`,
  password: 'jardim-de-maio',
});

/** Returns the URL to which the latest email of this kind links. */
async function linkOf(site: Site, email: string, subject: RegExp): Promise<string> {
  const mails = await site.mailTo(email, subject);
  const link = mails.flatMap(({ links }) => links).find((address) => address.startsWith(`${site.site}/confirm-email`));
  if (!link) throw new Error(`no link in ${JSON.stringify(mails)}`);
  return link;
}

// The browser logs an error about each request that these visitors let the API reject.
test.use({ expectedErrors: /status of (400|401)/ });
// The time limit is higher, because each journey visits ten pages or more.
test.describe.configure({ timeout: 180_000 });

test('a visitor with a full cart signs up, confirms the address and returns to the cart, there and in another browser', async ({
  page,
  browser,
  site,
}) => {
  const person = newPerson();
  await new ShopScreen(page).fillCart(BOOKS.main.id, BOOKS.main.title);
  const cart = new CartScreen(page);
  await cart.checkout();
  await cart.goOnToSignIn();
  const signUp = new SignUpScreen(page);
  await signUp.openFromSignIn();
  await isAccessible(page);

  await signUp.fill({ ...person, name: '', email: '' });
  await expect(signUp.problem('Por favor, preencha todos os campos')).toBeVisible();
  await isAccessible(page);
  await signUp.fill({ ...person, password: 'maio1' });
  await expect(signUp.problem('A senha deve ter pelo menos 6 caracteres')).toBeVisible();
  await signUp.fill(person, 'jardim-de-abril');
  await expect(signUp.problem('As senhas não coincidem')).toBeVisible();
  await signUp.fill({ ...person, email: 'nova@' });
  await expect(signUp.problem('Formato de e-mail inválido')).toBeVisible();
  await signUp.fill({ ...person, password: 'senha123' });
  await expect(signUp.problem(/Esta senha está em listas de senhas vazadas/)).toBeVisible();
  await isAccessible(page);
  await signUp.fill({ ...person, email: site.admin.email });
  await expect(signUp.problem(/Este e-mail já tem uma conta/)).toBeVisible();
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(person.password);
  await isAccessible(page);

  await signUp.fill(person);
  await signUp.isAskedToConfirm(person.email);
  const resend = page.getByRole('button', { name: /^Reenviar em \d+ s$/ });
  await expect(resend).toBeVisible();
  await isAccessible(page);
  await page.reload();
  await signUp.isAskedToConfirm(person.email);
  await resend.click({ force: true, clickCount: 3 });
  expect(await site.mailTo(person.email)).toHaveLength(1);

  const link = await linkOf(site, person.email, /Confirme seu e-mail/);
  await page.goto(link);
  await expect(signUp.heading('Confirmação de e-mail')).toBeVisible();
  await isAccessible(page);
  const isKept = (other: typeof page) =>
    other.waitForResponse((answer) => answer.url().endsWith('/api/me/cart') && answer.request().method() === 'PUT' && answer.ok());
  const kept = isKept(page);
  await signUp.confirm();
  await expect(signUp.heading('E-mail confirmado!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Ir para minha conta' })).toHaveAttribute('href', '/user-dashboard');
  await isAccessible(page);
  const onward = page.getByRole('link', { name: 'Continuar de onde parei' });
  const fromMail = (await onward.getAttribute('href')) ?? '';
  await onward.click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(cart.line(BOOKS.main.title)).toBeVisible();
  await kept;

  const phone = await browser.newContext({ baseURL: site.site, locale: 'pt-BR' });
  const elsewhere = await phone.newPage();
  await elsewhere.goto(fromMail);
  await expect(new CartScreen(elsewhere).line(BOOKS.main.title)).toBeVisible();
  await expect(elsewhere).toHaveURL(/\/cart$/);
  await elsewhere.goto('/signin?returnTo=%2Fcart');
  const met = elsewhere.waitForResponse('**/api/me/cart');
  await new AccountScreen(elsewhere).fillSignIn(person);
  await met;
  const removed = isKept(elsewhere);
  await elsewhere.getByRole('button', { name: `Remover ${BOOKS.main.title}` }).click();
  await removed;
  await phone.close();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeVisible();

  // The visitor opens the link again after it was used.
  await page.goto(link);
  await expect(signUp.heading('E-mail confirmado!')).toBeVisible();
});

test('a confirmation link that was used, is wrong or has expired says so and offers a next step', async ({ page, browser, site }) => {
  const person = newPerson();
  await page.goto('/signup');
  const signUp = new SignUpScreen(page);
  await signUp.fill(person);
  await signUp.isAskedToConfirm(person.email);
  const link = await linkOf(site, person.email, /Confirme seu e-mail/);

  // The visitor uses a device without a session.
  const other = await browser.newContext({ baseURL: site.site, locale: 'pt-BR' });
  const elsewhere = await other.newPage();
  const there = new SignUpScreen(elsewhere);
  await elsewhere.goto('/confirm-email?mode=verifyEmail&oobCode=errado');
  await expect(there.heading('Não foi possível confirmar')).toBeVisible();
  await expect(elsewhere.getByText('O link pode ter expirado ou ser inválido.')).toBeVisible();
  await isAccessible(elsewhere);
  await elsewhere.getByRole('link', { name: 'Entrar e pedir outro link' }).click();
  await expect(elsewhere).toHaveURL(/\/signin/);
  const late = newPerson();
  await elsewhere.goto('/signup');
  await there.fill(late);
  await there.isAskedToConfirm(late.email);
  const old = await linkOf(site, late.email, /Confirme seu e-mail/);
  await site.expireLinks(late.email);
  await elsewhere.goto(old);
  await expect(elsewhere.getByText('O link expirou.')).toBeVisible();
  await elsewhere.goto('/confirm-email?mode=outro&oobCode=x');
  await expect(there.heading('Não foi possível confirmar')).toBeVisible();

  // The link confirms nothing without the password of its own account, even if the visitor is signed in to another account.
  await elsewhere.goto(link);
  await expect(elsewhere.getByLabel('E-mail').first()).toHaveValue(person.email);
  await isAccessible(elsewhere);
  await there.confirm();
  await expect(there.problem('Por favor, preencha todos os campos')).toBeVisible();
  await elsewhere.getByLabel('Senha', { exact: true }).fill(late.password.toUpperCase());
  await there.confirm();
  await expect(there.problem('E-mail ou senha incorretos')).toBeVisible();
  await page.getByRole('button', { name: 'Já confirmei' }).click();
  await expect(page.getByText('Ainda não vimos a confirmação.')).toBeVisible();
  await elsewhere.getByLabel('Senha', { exact: true }).fill(person.password);
  await there.confirm();
  await expect(there.heading('E-mail confirmado!')).toBeVisible();
  await isAccessible(elsewhere);
  await other.close();

  // The waiting window notices the confirmation.
  await page.getByRole('button', { name: 'Já confirmei' }).click();
  await expect(page).toHaveURL(/\/user-dashboard/);
});

test('a customer who forgot the password creates a new one and returns to the previous page', async ({ page, site }) => {
  const person = await site.newCustomer();
  await page.goto('/signin?returnTo=%2Fcart');
  await new AccountScreen(page).fillSignIn({ ...person, password: 'nao-e-esta' });
  const screen = new SignUpScreen(page);
  await expect(screen.problem('E-mail ou senha incorretos')).toBeVisible();
  await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
  await expect(screen.heading('Esqueci minha senha')).toBeVisible();
  await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(person.email);
  await isAccessible(page);

  const stranger = newPerson().email;
  await screen.askForNewPassword(stranger);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Usar outro e-mail' }).click();
  await screen.askForNewPassword(person.email);
  await expect(page.getByRole('button', { name: /^Enviar de novo em \d+ s$/ })).toBeVisible();

  const link = await linkOf(site, person.email, /Crie uma nova senha/);
  await page.goto(link);
  await expect(page.getByLabel('E-mail').first()).toHaveValue(person.email);
  await isAccessible(page);
  await screen.saveNewPassword('curta');
  await expect(screen.problem('A senha deve ter pelo menos 6 caracteres')).toBeVisible();
  await screen.saveNewPassword('girassol-de-junho');
  await expect(screen.heading('Senha trocada!')).toBeVisible();
  await isAccessible(page);

  await page.goto(link);
  await expect(screen.heading('Este link não funciona mais')).toBeVisible();
  await isAccessible(page);
  await expect(page.getByRole('link', { name: 'Pedir outro link' })).toHaveAttribute('href', '/forgot-password?returnTo=%2Fcart');
  await page.goto('/signin?returnTo=%2Fcart');
  await new AccountScreen(page).fillSignIn({ ...person, password: 'girassol-de-junho' });
  await expect(page).toHaveURL(/\/cart$/);
});

test('each tab learns of sign-in and sign-out, and an ended session returns to the page after signing in', async ({
  page,
  context,
  site,
}) => {
  const person = await site.newCustomer();
  const second = await context.newPage();
  await second.goto('/signin?returnTo=%2Fuser-dashboard%3Ftab%3Dsettings');
  await new AccountScreen(page).signIn(person);
  await expect(second).toHaveURL(/\/user-dashboard\?tab=settings/);
  // A copied token is rejected after sign-out, although the page did not wait for the slow answer.
  const end = page.waitForRequest('**/api/me/sign-out');
  await page.route('**/api/me/sign-out', async (route) => {
    await page.waitForURL(/\/signin/);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Sair' }).first().click();
  const { authorization = '' } = (await end).headers();
  await expect(page).toHaveURL(/\/signin/);
  await expect.poll(async () => (await page.request.get('/api/me', { headers: { authorization } })).status()).toBe(401);
  await expect(second).toHaveURL(/\/signin\?returnTo=/);
  await expect(second.getByText('Sua sessão terminou.')).toBeVisible();
  await second.close();

  await new AccountScreen(page).signIn(person);
  await page.goto('/user-dashboard?tab=orders');
  await expect(page.getByRole('tab', { name: 'Pedidos' })).toHaveAttribute('aria-selected', 'true');
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', requestId: 'r1' } } }),
  );
  await page.reload();
  await expect(page).toHaveURL('/signin?returnTo=%2Fuser-dashboard%3Ftab%3Dorders');
  await expect(page.getByText('Sua sessão terminou.')).toBeVisible();
  await isAccessible(page);
});

test('text typed when the session ended is there again after the sign-in', async ({ page, context, site }) => {
  const { id, title } = BOOKS.main;
  const person = await site.newCustomer();
  await new AccountScreen(page).signIn(person);
  await new ShopScreen(page).fillCart(id, title);
  await new CartScreen(page).checkout();
  const payment = new PaymentScreen(page);
  await payment.isOpen();
  await payment.payByCard(CARDS.accepted);
  await expect(page.getByRole('heading', { name: 'Agradecemos a sua compra!' })).toBeVisible();
  const { data } = await site.database.from('orders').select('id').eq('buyer_uid', person.uid).throwOnError();
  await page.goto(`/user-dashboard/orders/${data?.[0]?.id}`);
  const ask = page.getByRole('button', { name: 'Pedir reembolso' });
  const dialog = page.getByRole('dialog');
  await ask.first().click();
  await dialog.getByRole('textbox').fill('Comprei o livro errado.');
  await context.route('**/refund-request', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'unauthenticated', requestId: 'r1' } } }),
  );
  await dialog.getByRole('button', { name: 'Pedir reembolso' }).click();
  await expect(page.getByText('Sua sessão terminou.')).toBeVisible();
  await context.unroute('**/refund-request');
  await new AccountScreen(page).fillSignIn(person);
  await expect(page.getByText(/^Guardamos o que você tinha digitado/)).toBeVisible();
  await ask.first().click();
  await expect(dialog.getByRole('textbox')).toHaveValue('Comprei o livro errado.');
  await dialog.getByRole('button', { name: 'Pedir reembolso' }).click();
  await expect(page.getByText(/^Você pediu o reembolso/)).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept-words')))).toEqual([]);
});

test('an admin whose session ended returns to the tab that was open', async ({ page, site }) => {
  await page.goto('/dashboard?tab=orders');
  await expect(page).toHaveURL('/signin?returnTo=%2Fdashboard%3Ftab%3Dorders');
  await new AccountScreen(page).fillSignIn(site.admin);
  await expect(page).toHaveURL('/dashboard?tab=orders');
});

test('a customer changes the address in the settings, and the previous address gets an email', async ({ page, site }) => {
  const person = await site.newCustomer();
  const next = newPerson().email;
  await new AccountScreen(page).signIn(person);
  await page.goto('/user-dashboard?tab=settings');
  await page.getByRole('button', { name: 'Trocar e-mail' }).click();
  await page.getByLabel('Novo e-mail').fill(next);
  await isAccessible(page);
  await page.getByRole('button', { name: 'Enviar o link' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha').fill(person.password);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText(`Enviamos um link para ${next}.`, { exact: false })).toBeVisible();
  await isAccessible(page);

  await page.goto(await linkOf(site, next, /Confirme seu novo e-mail/));
  await page.getByRole('button', { name: 'Usar este e-mail' }).click();
  await expect(new SignUpScreen(page).heading('E-mail trocado!')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Entrar' }).click();
  await new AccountScreen(page).fillSignIn({ ...person, email: next });
  await expect(page.getByRole('tabpanel').getByText(next, { exact: true })).toBeVisible();
  const [told] = await site.mailTo(person.email, /^O e-mail da sua conta em .* mudou$/);
  expect(told?.text).toContain(next);
});

test('the links that change an address and undo the change work by a press', async ({ page, request, site }) => {
  const person = await site.newCustomer();
  const newAddress = newPerson().email;
  const account = (call: string, data: object) =>
    request.post(`${site.site}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=fake-api-key`, {
      data,
      headers: { origin: site.site, 'x-firebase-locale': 'pt-BR' },
    });
  const tokenOf = async (email: string) =>
    (await (await account('signInWithPassword', { email, password: person.password, returnSecureToken: true })).json()).idToken;
  await account('sendOobCode', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: await tokenOf(person.email), newEmail: newAddress });

  const screen = new SignUpScreen(page);
  await page.goto(await linkOf(site, newAddress, /Confirme seu novo e-mail/));
  await expect(screen.heading('Novo e-mail')).toBeVisible();
  await page.getByLabel('Senha', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Usar este e-mail' }).click();
  await expect(screen.heading('E-mail trocado!')).toBeVisible();
  await isAccessible(page);

  await account('update', { idToken: await tokenOf(newAddress), email: newPerson().email });
  await page.goto(await linkOf(site, newAddress, /mudou/));
  await expect(screen.heading('Desfazer a troca de e-mail')).toBeVisible();
  await page.getByRole('button', { name: 'Desfazer a troca' }).click();
  await expect(screen.heading('Troca desfeita')).toBeVisible();
  await isAccessible(page);
  expect(await tokenOf(newAddress)).toEqual(expect.any(String));
});
