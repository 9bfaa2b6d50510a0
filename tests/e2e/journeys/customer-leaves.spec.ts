import { readFile } from 'node:fs/promises';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { SettingsScreen } from '../screens/settings-screen.ts';
import { expect, test } from '../site-test.ts';

test.describe('account actions that the API may reject', () => {
  test.use({ expectedErrors: /status of (400|401|410)|net::ERR_FAILED|network-request-failed/ });

  test('a customer exports the data, deletes the account and cannot sign in again', async ({ page, site }) => {
    const person = await site.newCustomer();
    const account = new AccountScreen(page);
    const settings = new SettingsScreen(page);
    await account.signIn(person);
    await settings.open();
    await expect(settings.sheet('Conta')).toContainText(person.email);
    await expect(settings.sheet('Conta')).toContainText('Conta criada em');
    await isAccessible(page);

    const archive = await settings.exportData();
    expect(archive.name).toMatch(/\.zip$/);
    expect((await readFile(archive.path)).subarray(0, 2).toString()).toBe('PK');

    await settings.askToDelete();
    await isAccessible(page);
    await settings.confirmDeletion({ ...person, password: 'nao-e-esta' });
    await expect(page.getByRole('dialog')).toContainText('A senha atual está incorreta.');
    await settings.confirmDeletion(person);
    await expect(page.getByText('Sua conta foi excluída.')).toBeVisible();
    await expect(page).toHaveURL(new URL('/', site.site).href);

    await page.goto('/signin');
    await account.fillSignIn(person);
    await expect(page.getByRole('main')).toContainText('E-mail ou senha incorretos');
  });

  test('a deletion that stopped half-way is finished at the next visit', async ({ page, site }) => {
    const person = await site.newCustomer();
    const account = new AccountScreen(page);
    const settings = new SettingsScreen(page);
    await account.signIn(person);
    await settings.open();
    await page.route('**/accounts:delete?*', (route) => route.abort());
    await settings.askToDelete();
    await settings.confirmDeletion(person);
    await expect(page.getByText('Seus dados foram apagados.')).toBeVisible();

    await page.unroute('**/accounts:delete?*');
    await page.goto('/about');
    await expect(page.getByText('Sua conta foi excluída.')).toBeVisible();
    await page.goto('/signin');
    await account.fillSignIn(person);
    await expect(page.getByRole('main')).toContainText('E-mail ou senha incorretos');
  });

  test('a customer links Google, signs in with it and unlinks it', async ({ page, site }) => {
    const person = await site.newCustomer();
    const account = new AccountScreen(page);
    const settings = new SettingsScreen(page);
    await account.signIn(person);
    await settings.open();
    const atGoogle = `google-${person.email}`;
    await settings.linkGoogle(atGoogle);
    await expect(settings.sheet('Formas de entrar')).toContainText('Google vinculado.');
    await isAccessible(page);

    await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
    await expect(page).toHaveURL(/\/signin/);
    await account.signInWithGoogle(atGoogle);
    await expect(page).toHaveURL(/\/user-dashboard/);
    await settings.open();
    await expect(settings.sheet('Conta')).toContainText(person.email);
    await settings.sheet('Formas de entrar').getByRole('button', { name: 'Desvincular' }).click();
    await expect(settings.sheet('Formas de entrar')).toContainText('Google desvinculado.');

    // A Google account linked to another account cannot be linked to this one.
    await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
    await expect(page).toHaveURL(/\/signin/);
    await account.signInWithGoogle(atGoogle);
    await expect(page).toHaveURL(/\/user-dashboard/);
    await settings.open();
    await expect(settings.sheet('Conta')).toContainText(atGoogle);
    await expect(settings.sheet('Formas de entrar')).toContainText('O Google é sua única forma de entrar.');
    await page.getByRole('button', { name: 'Sair', exact: true }).first().click();
    await expect(page).toHaveURL(/\/signin/);
    await account.signIn(person);
    await settings.open();
    await settings.linkGoogle(atGoogle);
    await expect(settings.sheet('Formas de entrar')).toContainText('já abre outra conta deste site');
  });

  test('a customer changes the password and signs out of every device', async ({ page, site }) => {
    const person = await site.newCustomer();
    const account = new AccountScreen(page);
    const settings = new SettingsScreen(page);
    await account.signIn(person);
    await settings.open();
    await settings.rename('Marina Alves');
    await settings.changePassword(person.password, 'outra-senha-boa');
    await settings.signOutEverywhere();
    await expect(page).toHaveURL(/\/signin/);
    await account.fillSignIn({ email: person.email, password: 'outra-senha-boa' });
    await expect(page).toHaveURL(/\/user-dashboard/);
    await settings.open();
    await expect(page.getByLabel('Nome')).toHaveValue('Marina Alves');
  });
});
