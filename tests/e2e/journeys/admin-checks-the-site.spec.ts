import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { expect, test } from '../site-test.ts';

test('the owner checks every service and reads what to correct and where', async ({ page, site }) => {
  const contact = site.internal.variables.CONTACT_EMAIL ?? '';
  const refusals = `${site.inbox}/_local/refusals`;
  await fetch(refusals, { method: 'POST', body: JSON.stringify({ to: contact, code: 550, times: 1 }) });
  const admin = new AdminScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await page.goto('/dashboard?tab=settings');
  await page.getByRole('link', { name: /^Estado do sistema/ }).click();

  const panel = admin.panel('Estado do sistema');
  const service = (name: string) => panel.getByRole('listitem').filter({ hasText: new RegExp(`^${name}(?!s)`) });
  await panel.getByRole('button', { name: 'Verificar tudo' }).click();
  await expect(panel.getByRole('status')).toHaveText(/a corrigir/, { timeout: 30_000 });
  await expect(service('E-mail')).toContainText('Verifique no provedor o domínio do remetente');
  await panel.getByText(/verificações em ordem$/).click();
  for (const name of ['Banco de dados', 'Contas e acesso', 'Pagamentos', 'Vídeos do canal', 'O site, visto de fora'])
    await expect(service(name)).toContainText('Tudo certo');
  await isAccessible(page);

  await service('Banco de dados').getByText('Ver 9 verificações').click();
  await expect(service('Banco de dados')).toContainText('A migração mais nova está aplicada');
  await panel.getByRole('button', { name: 'Verificar tudo' }).click();
  await expect(service('E-mail')).toContainText('Tudo certo');
});
