import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { expect, test } from '../site-test.ts';

// The browser logs errors about the actions of a removed member.
test.use({ expectedErrors: /status of 403/ });

test('an owner invites support, who sees orders and messages only, and loses access when removed', async ({ page, site, browser }) => {
  const person = await site.newCustomer();
  const owners = new AdminScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await owners.openTab('Equipe');
  const form = page.getByRole('form', { name: 'Convidar' });
  await form.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(form.getByText('Digite um e-mail válido')).toBeVisible();
  await form.getByLabel('E-mail').fill(person.email);
  await form.getByLabel('Função').selectOption('Atendimento');
  await form.getByRole('button', { name: 'Enviar convite' }).click();
  await expect(owners.panel('Convites em aberto')).toContainText(person.email);

  const [email] = await site.mailTo(person.email, /^Convite para a equipe/);
  const context = await browser.newContext({ locale: 'pt-BR' });
  const invited = await context.newPage();
  await invited.goto(email?.links.find((link) => link.includes('/join-team')) ?? '');
  await expect(invited).toHaveURL(/\/signin/);
  await new AccountScreen(invited).fillSignIn(person);
  await expect(invited.getByRole('heading', { level: 1, name: 'Convite para a equipe' })).toBeVisible();
  await invited.getByRole('button', { name: 'Aceitar o convite' }).click();

  const support = new AdminScreen(invited);
  await expect(support.heading('Início')).toBeVisible();
  const sections = invited.getByRole('navigation', { name: 'Seções do painel' }).getByRole('link');
  // The links of some sections contain the number of open tasks.
  await expect(sections).toHaveText([/^Início/, /^Avaliações/, /^Vendas/, /^Mensagens/, 'Precisa de ajuda?', 'Ver o site']);
  await expect(invited.getByRole('main')).not.toContainText('Números da loja');
  await isAccessible(invited);
  await support.openTab('Mensagens');
  await support.openTab('Pedidos');
  await expect(invited.getByRole('button', { name: 'Exportar CSV' })).toHaveCount(0);
  await invited.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(support.panel('Itens')).toBeVisible();
  await expect(invited.getByRole('button', { name: 'Reembolsar' })).toHaveCount(0);
  await expect(invited.getByRole('button', { name: 'Corrigir e-mail' })).toBeVisible();
  await support.search('');
  await expect(support.found(/^Pedidos/)).toBeVisible();
  await expect(support.found(/^(eBooks|Configurações)/)).toHaveCount(0);
  await invited.keyboard.press('Escape');
  for (const tab of ['ebooks', 'settings', 'team']) {
    await invited.goto(`/dashboard?tab=${tab}`);
    await expect(support.heading('Esta página não é da sua função')).toBeVisible();
  }
  await isAccessible(invited);

  await page.reload();
  const row = owners.panel('Quem faz parte').getByRole('listitem').filter({ hasText: person.email });
  await expect(row).toContainText('Atendimento');
  await row.getByRole('button', { name: /Tirar da equipe/ }).click();
  const asking = page.getByRole('dialog', { name: 'Tirar da equipe?' });
  await isAccessible(page);
  await asking.getByRole('button', { name: 'Tirar da equipe' }).click();
  await expect(row).toHaveCount(0);

  await sections.filter({ hasText: 'Vendas' }).click();
  await expect(invited.getByRole('main')).toContainText('Sua conta não tem acesso');
  await invited.goto('/dashboard');
  await expect(invited).toHaveURL(/\/user-dashboard/);
  await context.close();
});
