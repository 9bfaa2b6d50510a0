import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminCampaignsScreen } from '../screens/admin-campaigns-screen.ts';
import { AdminPostsScreen } from '../screens/admin-posts-screen.ts';
import { NewsletterScreen } from '../screens/newsletter-screen.ts';
import { expect, test } from '../site-test.ts';

test('the owner writes a post, previews it as an issue, sends, undoes and sends it again, and a reader unsubscribes by it', async ({
  page,
  site,
  browser,
}) => {
  const id = randomUUID().slice(0, 6);
  const [reader, english] = [`leitora-${id}@leitores.test`, `reader-${id}@leitores.test`];
  const readers = [reader, english].map((email) => ({
    ...{ email, state: 'confirmed', locale: email === reader ? 'pt-BR' : 'en', source: 'footer' },
    ...{ consent_version: '2026-11-24', confirmed_at: new Date().toISOString() },
  }));
  expect((await site.database.from('newsletter_subscribers').insert(readers)).error).toBeNull();
  const posts = new AdminPostsScreen(page);
  const campaigns = new AdminCampaignsScreen(page);
  await new AccountScreen(page).signIn(site.admin);

  await posts.begin();
  await posts.title().fill(`Carta ${id}`);
  await posts.words().click();
  await page.keyboard.type('Uma estrada entre Moabe e Belém.');
  await expect(page.getByText(/^Rascunho salvo em/)).toBeVisible();
  await posts.publish(/^Publicar…/);
  await campaigns.press('Enviar por e-mail');

  await expect(campaigns.audience()).toContainText(/\d+ pessoas, \d+ em português, \d+ em inglês/);
  await expect(campaigns.preview().getByText('Uma estrada entre Moabe e Belém.', { exact: true })).toBeVisible();
  await campaigns.press('Inglês');
  await expect(campaigns.preview().getByText('This post was written in Portuguese and has not been translated yet.')).toBeVisible();
  await campaigns.press('Português');
  const subject = `Uma carta sobre ficar ${id}`;
  await campaigns.subject().fill(subject);
  await expect(page.getByText('Tudo salvo')).toBeVisible();
  await isAccessible(page);

  await campaigns.press('Enviar teste para mim');
  await expect(page.getByText('Um teste desta versão já foi enviado.')).toBeVisible();
  const [trial] = await site.mailTo(site.admin.email, new RegExp(subject));
  expect(trial?.html).toContain('Uma estrada entre Moabe');

  await campaigns.send(/^Enviar a carta.*Vai agora a \d+ pessoas/s);
  await page.reload();
  await expect(campaigns.sending().getByRole('timer')).toContainText(/^Sai em \d+ segundos/);
  await campaigns.press('Desfazer');
  await expect(campaigns.sending()).toContainText('Nada sai antes de você apertar Enviar');
  await campaigns.send(/Vai agora a/);
  // The minute in which sending can be undone has passed.
  const due = { state: 'paused', send_at: new Date(Date.now() - 1_000).toISOString() };
  expect((await site.database.from('campaigns').update(due).eq('id', page.url().split('/').pop())).error).toBeNull();
  await campaigns.press('Retomar');
  await expect(campaigns.sending()).toContainText('Enviada por inteiro em', { timeout: 20_000 });
  await expect(campaigns.numbers()).toContainText(/Enviadas\s*\d+/);
  await isAccessible(page);

  const [mail] = await site.mailTo(reader, new RegExp(subject));
  expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain('Sair da lista: ');
  const [other] = await site.mailTo(english, new RegExp(subject));
  expect(other?.text).toContain('This post was written in Portuguese');
  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  await visitor.goto(mail?.links.find((link) => link.includes('/newsletter/unsubscribe')) ?? 'no way out');
  const newsletter = new NewsletterScreen(visitor);
  await newsletter.press('Cancelar inscrição');
  await expect(newsletter.heading()).toHaveText('Inscrição cancelada');
  await expect(async () => {
    await visitor.goto('/newsletter');
    await expect(visitor.getByRole('region', { name: 'Cartas já enviadas' }).getByRole('link', { name: `Carta ${id}` })).toBeVisible({
      timeout: 5_000,
    });
  }).toPass();
  await visitor.context().close();

  await page.goto('/dashboard?tab=campaigns');
  await expect(page.getByRole('row', { name: new RegExp(subject) })).toContainText('Enviada');
  await isAccessible(page);
});
