import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminCampaignsScreen } from '../screens/admin-campaigns-screen.ts';
import { AdminPostsScreen } from '../screens/admin-posts-screen.ts';
import { expect, test } from '../site-test.ts';

test('an issue published with its post is undone, scheduled, postponed, paused while it is sent, and cancelled', async ({ page, site }) => {
  const id = randomUUID().slice(0, 6);
  const readers = Array.from({ length: 40 }, (_, number) => ({
    ...{ email: `reader-${id}-${number}@leitores.test`, state: 'confirmed', locale: 'en', source: 'footer' },
    ...{ consent_version: '2026-11-24', confirmed_at: new Date().toISOString() },
  }));
  expect((await site.database.from('newsletter_subscribers').insert(readers)).error).toBeNull();
  const posts = new AdminPostsScreen(page);
  const campaigns = new AdminCampaignsScreen(page);
  await new AccountScreen(page).signIn(site.admin);

  await posts.begin();
  await posts.title().fill(`Aviso ${id}`);
  await posts.words().click();
  await page.keyboard.type('Quem lê em inglês lê isto primeiro.');
  await expect(page.getByText(/^Rascunho salvo em/)).toBeVisible();
  await posts.publication().getByRole('button', { name: 'Publicar…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Também enviar' }).check();
  await dialog.getByLabel('A quem').selectOption({ label: 'Quem lê em inglês' });
  await isAccessible(page);
  await posts.confirm('Publicar agora');
  await expect(posts.publication()).toContainText('No site desde');
  await page
    .getByRole('region', { name: 'Por e-mail' })
    .getByRole('link', { name: `Aviso ${id}` })
    .click();
  await expect(campaigns.sending().getByRole('timer')).toContainText(/^Sai em \d+ segundos/);
  await campaigns.press('Desfazer');
  await expect(campaigns.sending()).toContainText('Nada sai antes de você apertar Enviar');

  await campaigns.schedule('2031-05-04T09:30', /Vai em 4 de mai. de 2031, 09:30 a \d+ pessoas/);
  await expect(campaigns.sending()).toContainText('Sai em 4 de mai. de 2031, 09:30');
  await campaigns.press('Cancelar agendamento');
  await expect(campaigns.sending()).toContainText('Nada sai antes de você apertar Enviar');
  await campaigns.schedule('2031-05-04T09:30', /Vai em/);

  // The day for which the issue is scheduled has arrived.
  const campaignId = page.url().split('/').pop() ?? '';
  const due = { state: 'paused', send_at: new Date(Date.now() - 1_000).toISOString() };
  expect((await site.database.from('campaigns').update(due).eq('id', campaignId)).error).toBeNull();
  await campaigns.press('Retomar');
  await campaigns.press('Pausar');
  await expect(campaigns.sending()).toContainText('Em pausa: nada sai até você retomar.');
  await campaigns.press('Cancelar envio…');
  await expect(page.getByRole('dialog')).toContainText(/Já receberam: \d+. Não vão receber: \d+/);
  await isAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar envio', exact: true }).click();
  await expect(campaigns.sending()).toContainText(/Cancelada em/);
  const { data: got } = await site.database.from('campaign_recipients').select('state').eq('campaign_id', campaignId).eq('state', 'sent');
  expect(got?.length).toBeLessThan(readers.length);
  // With these readers, an issue of another journey would need a test email.
  await site.database.from('newsletter_subscribers').delete().like('email', `reader-${id}-%`).throwOnError();
});
