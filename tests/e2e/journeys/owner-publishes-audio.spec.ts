import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { silentMp3 } from '@site/shared/testing/audio-files.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEpisodesScreen } from '../screens/admin-episodes-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { expect, test } from '../site-test.ts';

/** An audio file of about 14 MB, which is uploaded in three parts. */
const mp3 = silentMp3(870);

// The browser logs errors about the broken connection and about the visit before the publication, both of which this journey causes.
test.use({ expectedErrors: /net::ERR_|status of 404/ });

test('the owner publishes an own episode with audio, and an upload that is cut off continues', async ({
  page,
  site,
  browser,
}, testInfo) => {
  // The browser recognises a file on the disk after a reload, by its name, size and date.
  const file = testInfo.outputPath('episodio.mp3');
  await writeFile(file, mp3);
  const title = `Conversa ${randomUUID().slice(0, 6)}`;
  const slug = title.toLowerCase().replace(' ', '-');
  const episodes = new AdminEpisodesScreen(page);
  await new AccountScreen(page).signIn(site.admin);
  await episodes.open();
  await episodes.create(title);
  await isAccessible(page);

  await page.getByRole('button', { name: 'Publicar…' }).click();
  await expect(episodes.audio()).toContainText('Envie o áudio antes de publicar.');
  await expect(episodes.audio().getByLabel(/Enviar o áudio/)).toBeFocused();

  // Words that were typed before the upload are still there after the upload.
  await episodes.ownForm().getByLabel('Descrição').fill('Um começo.\n\n00:00 A estrada\n05:00 A promessa\n12:30 O fim');
  let parts = 0;
  let isCut = true;
  const sent: string[] = [];
  await page.route(/\/upload\/resumable\//, async (route) => {
    const request = route.request();
    if (request.method() !== 'PATCH') return await route.continue();
    parts += 1;
    if (parts > 1 && isCut) return await route.abort('connectionreset');
    sent.push(request.headers()['upload-offset'] ?? '');
    await route.continue();
  });
  await episodes.audio().locator('input[type=file]').setInputFiles(file);
  await expect(episodes.audio().getByRole('progressbar', { name: /Enviando: [34]\d%/ })).toBeVisible();
  await episodes.audio().getByRole('button', { name: 'Cancelar envio' }).click();
  await expect(episodes.audio()).toContainText('Envio cancelado.');
  isCut = false;
  // After a reload, the upload of the same file continues with its second part.
  await page.reload();
  await expect(episodes.ownForm().getByLabel('Descrição')).toHaveValue(/A promessa/);
  await episodes.audio().locator('input[type=file]').setInputFiles(file);
  await expect(episodes.audio()).toContainText('MP3 · 14:30', { timeout: 60_000 });
  expect(sent).toEqual(['0', String(6 * 1024 ** 2), String(12 * 1024 ** 2)]);

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  expect((await visitor.goto(`/podcast/${slug}`))?.status()).toBe(404);

  // Publishing saves the typed words first.
  await page.getByRole('button', { name: 'Publicar…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Em uma data' }).check();
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await expect(dialog).toContainText('Escolha data e hora.');
  await dialog.getByLabel('Data e hora').fill('2099-01-01T08:00');
  await dialog.getByRole('button', { name: 'Agendar' }).click();
  await expect(new AdminScreen(page).panel('Publicação')).toContainText('Vai ao site em');
  await page.getByRole('button', { name: 'Cancelar agendamento' }).click();
  await expect(new AdminScreen(page).panel('Publicação')).toContainText('Só a equipe vê este episódio.');
  await page.getByRole('button', { name: 'Publicar…' }).click();
  await dialog.getByRole('button', { name: 'Publicar agora' }).click();
  await expect(page.getByRole('link', { name: 'Ver no site' })).toBeVisible();
  await isAccessible(page);

  const podcast = new PodcastScreen(visitor);
  await expect(async () => {
    await podcast.open();
    await podcast.card(title).getByRole('link', { name: title, exact: true }).click({ timeout: 2_000 });
  }).toPass();
  await expect(visitor).toHaveURL(new RegExp(`/podcast/${slug}$`));
  await expect(visitor.getByRole('main')).toContainText('A promessa');
  await visitor.context().close();
});
