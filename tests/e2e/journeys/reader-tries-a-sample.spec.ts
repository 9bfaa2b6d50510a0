import { randomUUID } from 'node:crypto';
import { PDFDocument } from '@cantoo/pdf-lib';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEbooksScreen } from '../screens/admin-ebooks-screen.ts';
import { BOOKS } from '../screens/known-books.ts';
import { expect, test } from '../site-test.ts';

const { id } = BOOKS.sampled;

test('the owner makes a sample; a visitor without scripts reads it and gets it by email, also with the newsletter', async ({
  page,
  browser,
  site,
}) => {
  await new AccountScreen(page).signIn(site.admin);
  await page.goto(`/dashboard/ebooks/${id}`);
  const ebooks = new AdminEbooksScreen(page);
  const panel = await ebooks.unfold('Amostra');
  await panel.getByLabel('O que fica aberto').selectOption('As páginas que você escolher');
  await panel.getByLabel('Da página').fill('3');
  await panel.getByLabel('Até a página').fill('2');
  await ebooks.details().getByRole('button', { name: 'Salvar' }).click();
  await expect(panel.getByLabel('Até a página')).toHaveAccessibleDescription('A última página vem depois da primeira.');
  await panel.getByLabel('Até a página').fill('7');
  await isAccessible(page);
  // Removes the sample that an interrupted run may have left.
  await page
    .getByRole('button', { name: /^(Salvar|Fazer de novo)$/, disabled: false })
    .first()
    .click();
  await expect(panel.getByText(/^5 páginas · /)).toBeVisible();

  const visitor = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', javaScriptEnabled: false });
  const shown = await visitor.newPage();
  await shown.goto(`/shop/ebook/${id}`);
  const link = shown.getByRole('link', { name: 'Ler uma amostra (5 páginas, PDF)' });
  const answer = await visitor.request.get((await link.getAttribute('href')) ?? '');
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/pdf', 'content-disposition': 'inline' });
  expect((await PDFDocument.load(await answer.body())).getPageCount()).toBe(5);

  const ask = async (withNewsletter: boolean): Promise<string> => {
    const email = `amostra-${randomUUID().slice(0, 8)}@leitores.test`;
    const form = shown.getByRole('region', { name: 'Receber a amostra por e-mail' });
    await form.getByLabel('Seu e-mail').fill(email);
    await expect(form.getByRole('checkbox')).not.toBeChecked();
    if (withNewsletter) await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Receber por e-mail' }).click();
    await expect(form.getByRole('status')).toHaveText(/o link da amostra chega em instantes/);
    return email;
  };
  const stateOf = async (email: string) =>
    (await site.database.from('newsletter_subscribers').select('state, source').eq('email', email).maybeSingle()).data;
  const reader = await ask(false);
  const subscriber = await ask(true);
  const [mail] = await site.mailTo(reader, /^A amostra de/);
  const mailed = mail?.links.find((url) => url.startsWith(`${site.site}/samples/${id}.`)) ?? 'no link to the sample';
  expect((await visitor.request.get(mailed)).headers()['content-type']).toBe('application/pdf');
  expect(mail?.text).toContain('Isto não é uma inscrição na newsletter');
  await site.mailTo(subscriber, /^Confirme sua inscrição/);
  expect([await stateOf(reader), await stateOf(subscriber)]).toEqual([null, { state: 'pending', source: 'sample' }]);

  // The accessibility check needs a page with scripts.
  const withScripts = await browser.newPage({ baseURL: site.site, locale: 'pt-BR' });
  await withScripts.goto(shown.url());
  await isAccessible(withScripts);
  const form = withScripts.getByRole('region', { name: 'Receber a amostra por e-mail' });
  const send = async (email: string) => {
    await form.getByLabel('Seu e-mail').fill(email);
    await form.getByRole('button', { name: 'Receber por e-mail' }).click();
  };
  await form.getByRole('checkbox').check();
  await send('ana@leitores');
  await expect(form.getByRole('status')).toHaveText(/Este endereço não parece certo/);
  await expect(form.getByLabel('Seu e-mail')).toHaveValue('ana@leitores');
  await expect(form.getByRole('checkbox')).toBeChecked();
  await isAccessible(withScripts);

  await panel.getByLabel('O que fica aberto').selectOption('Nada');
  await ebooks.save();
  // The visitor's open page still shows the form of the removed sample.
  await send('ana@leitores.test');
  await expect(form.getByRole('status')).toHaveText(/Este livro não tem mais uma amostra/);
  await withScripts.close();
  await expect(panel.getByText(/páginas · /)).toHaveCount(0);
  await expect(async () => {
    await shown.goto(`/shop/ebook/${id}`);
    await expect(link).toHaveCount(0);
  }).toPass();
  await visitor.close();
});
