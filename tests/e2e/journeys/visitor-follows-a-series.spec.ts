import { randomUUID } from 'node:crypto';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AudioScreen } from '../screens/audio-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { expect, test } from '../site-test.ts';

const TRAILER = 'Trailer: um livro antigo numa semana cheia';
const PRAYER = 'Quando a oração é só silêncio';
const COMPARISON = 'Comparação: o ladrão educado da alegria';

// The browser logs an error about the page of the deleted series.
test.use({ expectedErrors: /status of 404/ });

test('a visitor follows a series from its first episode, and the owner orders, renames and deletes it', async ({ page, site, browser }) => {
  const title = `Três paradas ${randomUUID().slice(0, 4)}`;
  const slug = title.toLowerCase().replace('ê', 'e').replaceAll(' ', '-');
  const form = page.getByRole('form', { name: 'Série' });
  const row = (name: string) => form.getByRole('listitem').filter({ hasText: name });
  await new AccountScreen(page).signIn(site.admin);
  await page.goto('/dashboard?tab=episodes');
  await page.getByRole('link', { name: 'Séries', exact: true }).click();
  await page.getByRole('link', { name: 'Nova série' }).click();
  await form.getByLabel('Título').fill(title);
  await form.getByLabel('Descrição').fill('Um convite e duas conversas.');
  for (const episode of [TRAILER, PRAYER, COMPARISON]) {
    await form.getByRole('searchbox', { name: 'Procurar episódio para adicionar' }).fill(episode);
    await form.getByRole('button', { name: episode, exact: true }).click();
  }
  await isAccessible(page);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toBeVisible();
  await isAccessible(page);

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  const podcast = new PodcastScreen(visitor);
  const audio = new AudioScreen(visitor);
  const links = visitor.getByRole('navigation', { name: 'Séries' });
  await expect(async () => {
    await podcast.open();
    await links.getByRole('link', { name: title }).click({ timeout: 2_000 });
  }).toPass();
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(visitor.getByRole('main')).toContainText('3 episódios');
  await isAccessible(visitor);
  await visitor.getByRole('link', { name: 'Ouvir desde o início' }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: TRAILER })).toBeVisible();
  await expect(visitor.getByRole('main')).toContainText(`Parte 1 de 3 de ${title}`);
  await audio.isPlaying();
  await expect.poll(() => audio.position()).toBeGreaterThan(1);
  await visitor.getByRole('checkbox', { name: /^Começar em 0:/ }).check();
  const shared = visitor.getByRole('link', { name: 'WhatsApp: compartilhar' });
  expect(decodeURIComponent((await shared.getAttribute('href')) ?? '')).toMatch(/\/podcast\/trailer\?t=\d+$/);

  await visitor.getByRole('link', { name: `Próxima parte ${PRAYER}` }).click();
  await expect(visitor.getByRole('heading', { level: 1, name: PRAYER })).toBeVisible();
  await audio.isPlaying();
  await podcast.play(PRAYER);
  await expect(audio.dock()).toHaveCount(0);
  await isAccessible(visitor);

  await page.getByRole('link', { name: title }).click();
  await form.getByRole('button', { name: `Mover para cima: ${COMPARISON}` }).press('Enter');
  await expect(form.getByRole('listitem').nth(1)).toContainText(COMPARISON);
  await row(TRAILER).dragTo(row(PRAYER));
  await expect(form.getByRole('listitem').nth(2)).toContainText(TRAILER);
  await form.getByLabel('Título').fill(`${title} de novo`);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByRole('link', { name: `${title} de novo` })).toBeVisible();

  // The old address leads to the new one, which shows the new order.
  await expect(async () => {
    await visitor.goto(`/podcast/serie/${slug}`);
    await expect(visitor).toHaveURL(new RegExp(`/podcast/serie/${slug}-de-novo$`), { timeout: 1_000 });
    await expect(visitor.getByRole('article').first()).toContainText(COMPARISON, { timeout: 1_000 });
  }).toPass();

  await page
    .getByRole('row', { name: new RegExp(title) })
    .getByText('Mais')
    .click();
  await page.getByRole('button', { name: `Excluir ${title} de novo` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click();
  await expect(page.getByRole('row', { name: new RegExp(title) })).toHaveCount(0);
  await expect(async () => {
    const answer = await visitor.goto(`/podcast/serie/${slug}-de-novo`);
    expect(answer?.status()).toBe(404);
  }).toPass();
  await visitor.context().close();
});
