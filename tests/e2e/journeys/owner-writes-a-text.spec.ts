import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminPostsScreen } from '../screens/admin-posts-screen.ts';
import { expect, test } from '../site-test.ts';

/** Clipboard content: a list from Word, and bold text from Google Docs. */
const PASTED = `<p class="MsoNormal" style="color:red">Do <b style="font-weight:normal">Word</b>:</p>
  <p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>espigas</p>
  <p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o</span>cevada</p>
  <p><span style="font-weight:700">fim</span><img src="https://fora.example/x.png" onerror="alert(1)"></p>`;

const drawn = () =>
  sharp({ create: { width: 1_200, height: 700, channels: 3, background: '#a8432a' } })
    .png()
    .toBuffer();

test.use({ expectedErrors: /status of 410/ });

test('the owner writes a post with every kind of block, publishes, corrects and restores it, and takes it offline', async ({
  page,
  site,
  browser,
}) => {
  const name = `Sobre ficar ${randomUUID().slice(0, 6)}`;
  const path = `/textos/${name.toLowerCase().replaceAll(' ', '-')}`;
  const posts = new AdminPostsScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await posts.begin();

  await posts.title().fill(name);
  await posts.words().click();
  await page.keyboard.type('Uma estrada ');
  await page.keyboard.press('Control+b');
  await page.keyboard.type('longa');
  await page.keyboard.press('Control+b');
  await page.keyboard.press('Enter');
  await page.keyboard.type('## As mãos');
  await page.keyboard.press('Enter');
  await page.keyboard.type('> O teu povo');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await posts.paste(PASTED);
  const book = await posts.insert('eBook');
  await book.getByRole('searchbox').fill('sábado');
  await book.getByRole('button', { name: 'O sábado possível' }).click();
  await expect(posts.words()).toContainText('O sábado possível');
  const episode = await posts.insert('Episódio');
  await episode.getByRole('searchbox').fill('ruth 1');
  await episode.getByRole('button', { name: /^Série Ruth 1/ }).click();
  const passage = await posts.insert('Passagem bíblica');
  await passage.getByRole('button', { name: 'Inserir' }).click();
  await expect(passage).toContainText('Preencha este campo.');
  await passage.getByLabel('Referência').fill('Rute 1:16');
  await passage.getByLabel('Palavras da passagem').fill('Aonde quer que vás');
  await passage.getByRole('button', { name: 'Inserir' }).click();
  // The focus returns from the dialog to the text.
  await expect(posts.words()).toBeFocused();
  await posts.words().getByRole('button', { name: 'Alterar a passagem' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Palavras da passagem').fill('Aonde quer que fores');
  await page.getByRole('dialog').getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(posts.words()).toContainText('Aonde quer que fores');
  await expect(page.getByText(/^Rascunho salvo em/)).toBeVisible();
  const picture = await posts.insert('Imagem');
  await picture.getByLabel(/^Arquivo da imagem/).setInputFiles({ name: 'espigas.png', mimeType: 'image/png', buffer: await drawn() });
  await expect(picture.getByRole('img', { name: 'Imagem escolhida' })).toBeVisible();
  await picture.getByRole('button', { name: 'Inserir', exact: true }).click();
  await expect(picture).toContainText('Preencha este campo.');
  await picture.getByLabel('O que a imagem mostra').fill('Espigas');
  await picture.getByLabel('Legenda').fill('Colheita');
  await isAccessible(page);
  await picture.getByRole('button', { name: 'Inserir', exact: true }).click();
  await posts.words().getByRole('button', { name: 'Alterar a imagem' }).click();
  await page.getByRole('dialog').getByLabel('O que a imagem mostra').fill('Espigas de cevada');
  await page.getByRole('dialog').getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(posts.words().getByRole('img', { name: 'Espigas de cevada' })).toBeVisible();
  await expect(page.getByText(/^Rascunho salvo em/)).toBeVisible();
  await isAccessible(page);

  const [preview] = await Promise.all([
    page.waitForEvent('popup'),
    posts.publication().getByRole('button', { name: 'Ver prévia' }).click(),
  ]);
  await expect(preview.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(preview.getByText(/^Prévia de um rascunho/)).toBeVisible();
  await preview.close();
  await posts.publish(/^Publicar…/);

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR', javaScriptEnabled: false })).newPage();
  await visitor.goto('/textos');
  await visitor.getByRole('link', { name }).click();
  expect(new URL(visitor.url()).pathname).toBe(path);
  const article = visitor.getByRole('article');
  await expect(article.locator('strong', { hasText: 'longa' })).toBeVisible();
  await expect(article.getByRole('heading', { level: 2, name: 'As mãos' })).toBeVisible();
  await expect(article.locator('ul > li', { hasText: 'espigas' }).locator('li', { hasText: 'cevada' })).toBeVisible();
  await expect(article.locator('strong', { hasText: 'fim' })).toBeVisible();
  await expect(article.locator('strong', { hasText: 'Word' })).toHaveCount(0);
  await expect(article.getByRole('link', { name: /O sábado possível/ })).toBeVisible();
  await expect(article.getByRole('link', { name: /Série Ruth 1/ })).toBeVisible();
  await expect(article.getByRole('figure').first()).toContainText('Rute 1:16');
  const shown = article.getByRole('img', { name: 'Espigas de cevada' });
  await shown.scrollIntoViewIfNeeded();
  expect(await shown.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))).toBe(true);
  expect(await (await visitor.request.get('/textos.xml')).text()).toContain(name);

  await posts
    .words()
    .getByText('Uma estrada')
    .click({ position: { x: 1, y: 8 } });
  await page.keyboard.press('Home');
  await page.keyboard.type('Antes: ');
  await posts.publish(/^Publicar mudanças…/);
  await expect(page.getByText('Versão 2')).toBeVisible();
  // The server's cached pages are purged a moment after the change.
  await expect(async () => {
    await visitor.reload();
    await expect(article).toContainText('Antes: Uma estrada', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Restaurar… Versão 1' }).click();
  await posts.confirm('Restaurar');
  await expect(page.getByText('Versão 3')).toBeVisible();
  await expect(posts.words()).not.toContainText('Antes:');
  await expect(async () => {
    await visitor.reload();
    await expect(article).not.toContainText('Antes:', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

  await posts.publication().getByRole('button', { name: 'Retirar do site…' }).click();
  await posts.confirm('Retirar do site');
  await expect(posts.publication()).toContainText('Foi retirado');
  expect((await visitor.goto(path))?.status()).toBe(410);
  await expect(visitor.getByRole('heading', { name: 'Este texto não está mais no site' })).toBeVisible();
  await visitor.context().close();
});
