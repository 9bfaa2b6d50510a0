import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEpisodesScreen } from '../screens/admin-episodes-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { expect, test } from '../site-test.ts';

const TENDED = 'Como estudar um livro da Bíblia em quatro semanas';
const HIDDEN = 'Natal sem presépio: o que Lucas realmente conta';

test.use({ expectedErrors: /status of (400|404)/ });

test('the owner syncs the channel and edits two episodes, and the next sync keeps the edits', async ({ page, site, browser }) => {
  const episodes = new AdminEpisodesScreen(page);
  const slug = `estudar-${randomUUID().slice(0, 8)}`;
  await new AccountScreen(page).signIn(site.admin);
  await episodes.open();
  await episodes.sync();
  await isAccessible(page);

  await episodes.edit(HIDDEN);
  await episodes.form().getByLabel('Quem vê').selectOption({ label: 'Só você, aqui no painel' });
  await episodes.save();
  await expect(page.getByRole('main').getByText('Oculto', { exact: true })).toBeVisible();

  const admin = new AdminScreen(page);
  await admin.search('Como estudar um livro');
  await admin.found(/Como estudar um livro/).click();
  await expect(admin.heading(TENDED)).toBeVisible();
  await isAccessible(page);
  const form = episodes.form();
  await form.getByLabel('Endereço próprio').fill('natal-sem-presepio-o-que-lucas-realmente-conta');
  await form.getByRole('button', { name: 'Salvar' }).click();
  await expect(form).toContainText('Este endereço já é, ou já foi, de outro episódio.');
  await form.getByRole('button', { name: /^Usar natal-sem-presepio.*-2$/ }).click();
  await form.getByLabel('Endereço próprio').fill(slug);
  await form.getByRole('checkbox', { name: 'Ruth' }).check();
  await form.getByLabel('Em português').fill('Leia o livro de **Rute** antes.\n\nE depois volte.');
  await form.getByLabel('Procurar eBook para adicionar').fill('sábado');
  await form.getByRole('button', { name: 'O sábado possível' }).click();
  await episodes.save();
  await episodes.replacePicture(
    await sharp({ create: { width: 1_280, height: 720, channels: 3, background: '#5d6532' } })
      .jpeg()
      .toBuffer(),
  );

  await episodes.open();
  await episodes.sync();

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  const podcast = new PodcastScreen(visitor);
  await podcast.open('/podcast?category=Ruth');
  await podcast.card(TENDED).getByRole('link', { name: TENDED, exact: true }).click();
  await expect(visitor).toHaveURL(new RegExp(`/podcast/${slug}$`));
  await expect(visitor.getByRole('region', { name: 'Notas' }).getByText('E depois volte.')).toBeVisible();
  await expect(visitor.getByRole('link', { name: 'O sábado possível' })).toBeVisible();
  const old = await visitor.request.get('/podcast/como-estudar-um-livro-da-biblia-em-quatro-semanas', { maxRedirects: 0 });
  expect([old.status(), old.headers().location]).toEqual([301, `/podcast/${slug}`]);
  expect((await visitor.request.get('/podcast/natal-sem-presepio-o-que-lucas-realmente-conta')).status()).toBe(404);
  await visitor.context().close();

  // Restores the episodes for the following journeys.
  await episodes.edit(HIDDEN);
  await form.getByLabel('Quem vê').selectOption({ label: 'Todo mundo, no site' });
  await episodes.save();
  await episodes.open();
  await episodes.edit(TENDED);
  await episodes.bringChannelPictureBack();
  await form.getByLabel('Endereço próprio').fill('');
  await form.getByRole('checkbox', { name: 'Ruth' }).uncheck();
  await form.getByLabel('Em português').fill('');
  await form.getByRole('button', { name: 'Remover: O sábado possível' }).click();
  await episodes.save();
});
