import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { expect, test } from '../site-test.ts';

test('an address whose email bounced gets no more emails, and the owner sees why', async ({ page, site }) => {
  const email = `engano-${randomUUID().slice(0, 8)}@leitores.test`;
  const newsletter = new NewsletterScreen(page);
  await page.goto('/');
  await newsletter.subscribe(email);
  const [mail] = await site.mailTo(email);
  await page.goto(mail?.links.find((link) => link.includes('/newsletter/confirm')) ?? '');
  await newsletter.press('Confirmar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição confirmada!');

  const { ok } = await fetch(`${site.inbox}/_local/reports`, {
    method: 'POST',
    body: JSON.stringify({ message: mail?.id, kind: 'bounce' }),
  });
  expect(ok).toBe(true);
  await site.database.from('jobs').update({ last_run_at: '2026-01-01T00:00:00Z' }).eq('name', 'mailbox').throwOnError();
  await new AccountScreen(page).signIn(site.admin);
  await page.goto(`/dashboard?tab=subscribers&q=${email}`);
  const row = page.getByRole('row', { name: new RegExp(email) });
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText('O endereço não existe', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(row).toContainText('E-mail recusado');
  await isAccessible(page);

  // A visitor who enters the address again gets the usual answer, and no email is sent.
  await page.goto('/');
  await newsletter.subscribe(email);
  expect(await site.mailTo(email)).toHaveLength(1);
});
