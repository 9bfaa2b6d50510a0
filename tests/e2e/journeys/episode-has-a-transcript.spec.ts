import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEpisodesScreen } from '../screens/admin-episodes-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { expect, test } from '../site-test.ts';

const RUTH = { title: 'Série Ruth 1: a coragem de quem decide ficar', slug: 'serie-ruth-1-a-coragem-de-quem-decide-ficar' };
const SRT = `1
00:00:01,000 --> 00:00:04,000
[Música]

2
00:00:04,000 --> 00:00:08,000
Bem-vindos à istoria de Rute.

3
00:18:19,000 --> 00:18:24,000
Noemi volta para casa de mãos vazias.
`;

test.use({ expectedErrors: /status of 400/ });

test('the owner uploads and corrects a transcript, and a visitor reads it and plays from one of its times', async ({
  page,
  site,
  browser,
}) => {
  const episodes = new AdminEpisodesScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await episodes.open();
  await episodes.edit(RUTH.title);
  const panel = page.getByRole('region', { name: 'Transcrição', exact: true });
  await expect(panel).toContainText('Ainda não há transcrição neste idioma.');
  await panel.locator('input[type=file]').setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 0, 0]) });
  await expect(panel).toContainText('Este arquivo não é de texto.');
  await panel.locator('input[type=file]').setInputFiles({ name: 'rute.srt', mimeType: 'text/plain', buffer: Buffer.from(SRT) });
  await expect(panel.getByRole('region', { name: 'O que está no arquivo' })).toContainText('2 legendas, até 18:24');
  await isAccessible(page);
  await panel.getByRole('button', { name: 'Salvar transcrição' }).click();
  await panel.getByRole('button', { name: 'Corrigir o parágrafo de 0:04' }).click();
  await panel.getByLabel('Texto do parágrafo').fill('Bem-vindos à história de Rute.');
  await isAccessible(page);
  await panel.getByRole('button', { name: 'Salvar', exact: true }).click();
  await expect(panel.getByRole('button', { name: 'Corrigir o parágrafo de 0:04' })).toBeFocused();

  const reader = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR', javaScriptEnabled: false })).newPage();
  await reader.goto(`/podcast/${RUTH.slug}`);
  await reader.getByRole('heading', { name: 'Transcrição' }).click();
  await expect(reader.getByText('Bem-vindos à história de Rute.')).toBeVisible();
  await reader.getByRole('link', { name: 'Ouvir a partir de 18:19' }).click();
  await expect(reader).toHaveURL(/[?]t=1099$/);
  await reader.context().close();

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  const podcast = new PodcastScreen(visitor);
  await podcast.open(`/podcast/${RUTH.slug}`);
  await visitor.getByRole('heading', { name: 'Transcrição' }).click();
  await isAccessible(visitor);
  await visitor.getByRole('link', { name: 'Ouvir a partir de 18:19' }).click();
  await podcast.isPlaying(RUTH.title);
  expect(await podcast.position(RUTH.title)).toBeGreaterThanOrEqual(1_099);
  expect(await podcast.position(RUTH.title)).toBeLessThan(1_110);
  const marked = visitor.getByRole('list', { name: 'Transcrição' }).locator('[aria-current=true]');
  await expect(marked).toContainText('Noemi volta para casa de mãos vazias.');
  await expect(visitor).toHaveURL(new RegExp(`/podcast/${RUTH.slug}$`));
  await isAccessible(visitor);
  await visitor.context().close();

  await panel.getByRole('button', { name: 'Remover' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remover' }).click();
  await expect(panel).toContainText('Ainda não há transcrição neste idioma.');
});
