import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { demoAccounts, demoPassword } from '../../../api/local/identity/demo-accounts.ts';
import { codeOf, windowOf } from '../../../api/local/identity/totp.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { expect, type Site, test } from '../site-test.ts';

// The browser logs an error about each request that these journeys let the API reject.
test.use({ expectedErrors: /status of (400|403)/ });
test.describe.configure({ timeout: 120_000 });

const COMMAND = fileURLToPath(new URL('../../../api/src/admin-code.ts', import.meta.url));
const owner = { email: demoAccounts.team.email, password: demoPassword };

/** Returns the code that `npm run admin-code` prints. */
async function newCode({ internal }: Site): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND], {
    env: { PATH: process.env.PATH, SUPABASE_URL: internal.data, SUPABASE_SECRET_KEY: internal.dataSecretKey },
  });
  return stdout.split('\n')[0] ?? '';
}

test("the owner of a new site claims it with the code from the server's log", async ({ page, site }) => {
  await site.database.from('team').delete().eq('uid', demoAccounts.team.uid).throwOnError();
  const account = new AccountScreen(page);
  await page.goto('/signin');
  await account.fillSignIn(owner);
  await expect(page).toHaveURL(/\/claim-admin$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Abrir o painel' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(owner.email);
  await isAccessible(page);

  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/claim-admin$/);
  const code = page.getByLabel('Código de uso único');
  await page.getByRole('button', { name: 'Abrir o painel' }).click();
  await expect(page.getByText('Digite o código')).toBeVisible();
  await code.fill('0000-0000-0000');
  await page.getByRole('button', { name: 'Abrir o painel' }).click();
  await expect(page.getByText(/Este código não vale/)).toBeVisible();
  await isAccessible(page);
  await code.fill((await newCode(site)).toLowerCase());
  await page.getByRole('button', { name: 'Abrir o painel' }).click();
  await expect(new AdminScreen(page).heading('Início')).toBeVisible();
});

test('a refund long after the sign-in asks for the password and keeps the chosen values', async ({ page, site }) => {
  const { data } = await site.database
    .from('orders')
    .select('id')
    .eq('state', 'paid')
    .order('paid_at', { ascending: false })
    .limit(1)
    .single();
  await new AccountScreen(page).signIn(site.admin);
  const admin = new AdminScreen(page);
  await expect(admin.heading('Início')).toBeVisible();
  await site.ageSignIn(site.admin.email);
  // The browser's token has expired. The next token still contains the time of the old sign-in.
  await page.clock.setSystemTime(Date.now() + 2 * 3_600_000);
  await page.goto(`/dashboard/orders/${data?.id}`);
  await admin.panel('Itens').getByRole('button', { name: 'Reembolsar' }).click();
  const refund = page.getByRole('dialog', { name: /^Reembolsar o pedido/ });
  const amount = refund.getByLabel('Valor a devolver');
  await amount.fill('10,00');
  const give = refund.getByRole('button', { name: /^Reembolsar/ });
  const said = await give.innerText();
  await give.click();

  const asking = page.getByRole('dialog', { name: 'Confirme que é você' });
  await expect(asking.getByLabel('Senha')).toBeFocused();
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await expect(asking).toBeHidden();
  await expect(refund).toContainText('Nada foi feito: falta confirmar que é você.');
  await expect(amount).toHaveValue('10,00');
  await expect(give).toHaveText(said);

  await give.click();
  await asking.getByLabel('Senha').fill('nao-e-esta');
  await page.keyboard.press('Enter');
  await expect(asking).toContainText('A senha atual está incorreta.');
  await expect(amount).toHaveValue('10,00');
  await asking.getByLabel('Senha').fill(site.admin.password);
  await page.keyboard.press('Enter');
  await expect(asking).toBeHidden();
  await expect(refund).toBeHidden();
  await expect(admin.panel('Reembolsos')).toContainText('Reembolso de');

  // The browser asks for the password only once.
  await page.goto('/dashboard?tab=orders');
  const { count } = await site.database.from('orders').select('id', { count: 'exact', head: true }).not('paid_at', 'is', null);
  const [, ...lines] = (await admin.exported()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(count ?? 0);
});

test('an admin turns two-step sign-in on, signs out, signs in with a code and turns it off', async ({ page }) => {
  const account = new AccountScreen(page);
  const admin = new AdminScreen(page);
  const panel = admin.panel('Segunda etapa para entrar');
  await account.signIn(owner);
  await page.goto('/dashboard?tab=settings');
  await panel.getByRole('button', { name: 'Ligar a segunda etapa' }).click();
  await expect(panel.getByRole('img', { name: /Código QR/ })).toBeVisible();
  await isAccessible(page);
  const secret = (await panel.locator('code').innerText()).replace(/\s/g, '');
  const first = windowOf(Date.now());
  await panel.getByLabel(/Seis dígitos/).fill('000000');
  await panel.getByRole('button', { name: 'Conferir e ligar' }).click();
  await expect(panel).toContainText('O código não confere.');
  await panel.getByLabel(/Seis dígitos/).fill(codeOf(secret, first));
  await panel.getByRole('button', { name: 'Conferir e ligar' }).click();
  await expect(panel).toContainText('Ligada em');
  await isAccessible(page);

  await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  await account.fillSignIn(owner);
  await expect(page.getByRole('heading', { level: 1, name: 'Código do aplicativo' })).toBeVisible();
  const code = page.getByLabel('Código de seis dígitos');
  await expect(code).toBeFocused();
  await isAccessible(page);
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/O código não confere/)).toBeVisible();
  await code.fill(codeOf(secret, first + 1));
  await page.keyboard.press('Enter');
  await expect(admin.heading('Início')).toBeVisible();

  await page.goto('/dashboard?tab=settings');
  await panel.getByRole('button', { name: 'Desligar' }).click();
  const asking = page.getByRole('dialog', { name: 'Confirme que é você' });
  await asking.getByLabel('Senha').fill(owner.password);
  await page.keyboard.press('Enter');
  await asking.getByLabel('Código de seis dígitos').fill(codeOf(secret, first + 2));
  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Ligar a segunda etapa' })).toBeVisible();
});

test("Google's window opens at the press even if its frame is slow, and the button works again after the window is closed", async ({
  page,
}) => {
  await page.route('**/emulator/gapi.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.goto('/signin');
  const button = page.getByRole('button', { name: 'Entrar com o Google' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 15_000 });
  const pressed = Date.now();
  const [google] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  const opened = Date.now() - pressed;
  await google.waitForLoadState();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  const closed = Date.now();
  await google.close();
  await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 10_000 });
  const freed = Date.now() - closed;
  const [again] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await again.waitForLoadState();
  await again.close();
  await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  test.info().annotations.push({ type: 'window', description: `open after ${opened} ms, free ${freed} ms after it closed` });
  console.info(`Google's window: open after ${opened} ms, button free ${freed} ms after it closed`);
});
