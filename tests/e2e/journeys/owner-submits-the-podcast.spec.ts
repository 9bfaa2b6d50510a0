import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { ContentScreen } from '../screens/content-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { expect, test } from '../site-test.ts';

test('the owner completes the feed with artwork, and a podcast app reads feed, artwork and audio', async ({ page, site }) => {
  await new AccountScreen(page).signIn(site.admin);
  await page.goto('/dashboard?tab=settings&block=podcast');
  const content = new ContentScreen(page);
  const state = page.getByRole('region', { name: 'O que os diretórios exigem' });
  await expect(state).toContainText('O feed está pronto');
  await content.field('Categoria').selectOption({ label: 'Escolha uma categoria' });
  await content.field('E-mail de quem é dono do podcast').fill('');
  await expect(state.getByRole('listitem')).toHaveText([/Escolher uma categoria/, /Informar o e-mail/]);
  await content.field('Categoria').selectOption({ label: 'Educação › Cursos' });
  await content.field('E-mail de quem é dono do podcast').fill('podcast@raizepalavra.test');

  const artwork = page.getByRole('group', { name: 'Capa do podcast' });
  const buffer = await sharp({ create: { width: 1_600, height: 1_500, channels: 3, background: '#5d6532' } })
    .png()
    .toBuffer();
  await artwork.locator('input[type=file]').setInputFiles({ name: 'capa.png', mimeType: 'image/png', buffer });
  await artwork.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(artwork.getByRole('img', { name: 'Capa do podcast: imagem atual' })).toBeVisible();
  await page.getByText('Como entregar o feed').click();
  await expect(page.getByRole('link', { name: /^Spotify/ })).toBeVisible();
  await isAccessible(page);
  await content.publishAndSee();

  await expect(async () => {
    const feed = await (await page.request.get('/podcast.xml')).text();
    expect(feed).toContain('<itunes:category text="Education"><itunes:category text="Courses"/></itunes:category>');
    const image = await page.request.get(new URL(/<itunes:image href="([^"]+-3000[.]jpg)"/.exec(feed)?.[1] ?? '').pathname);
    expect(image.headers()['content-type']).toBe('image/jpeg');
    expect(await sharp(await image.body()).metadata()).toMatchObject({ format: 'jpeg', width: 1_500, height: 1_500 });
    const [, url = '', length = ''] = /<enclosure url="([^"]+)" length="(\d+)" type="audio\/mpeg"\/>/.exec(feed) ?? [];
    const part = await page.request.get(url, { headers: { range: 'bytes=0-99' } });
    expect([part.status(), part.headers()['content-range']]).toEqual([206, `bytes 0-99/${length}`]);
  }).toPass();
  const drawn = await page.request.get('/podcast-artwork.png');
  expect(await sharp(await drawn.body()).metadata()).toMatchObject({ format: 'png', width: 1_400, height: 1_400 });
});

test('the owner adds, corrects, orders and removes places to listen by keyboard, and visitors see them in that order', async ({
  page,
  site,
  browser,
}) => {
  await new AccountScreen(page).signIn(site.admin);
  await page.goto('/dashboard?tab=settings&block=links');
  const content = new ContentScreen(page);
  await page.getByRole('button', { name: 'Adicionar Overcast' }).press('Enter');
  const address = content.field('Endereço');
  await expect(address).toBeFocused();
  await page.keyboard.type('https://castbox.fm/vic/1');
  await content.publish();
  await expect(page.getByText('Este endereço é de outro lugar. Copie o endereço da página do podcast.')).toBeVisible();
  await expect(address).toBeFocused();
  await address.fill('https://overcast.fm/itunes1');
  await page.getByRole('button', { name: 'Adicionar Outro lugar' }).press('Enter');
  await content.field('Nome').fill('Rádio da Vila');
  await content.field('Endereço').last().fill('https://radio.test/raiz');
  const up = page.getByRole('button', { name: 'Mover para cima: Overcast' });
  await up.focus();
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Enter');
  await expect(page.getByText('Overcast: posição 1 de 8')).toBeAttached();
  await page.getByRole('button', { name: 'Remover: Deezer' }).press('Enter');
  await isAccessible(page);
  await content.publishAndSee();

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  const names = [
    'Overcast',
    'Canal no YouTube',
    'Podcast no Spotify',
    'Apple Podcasts',
    'Amazon Music',
    'Canal no WhatsApp',
    'Rádio da Vila',
  ];
  const inNewTab = (list: readonly string[]) => list.map((name) => new RegExp(`^${name}\\s*\\(abre em nova aba\\)$`));
  await expect(async () => {
    await visitor.goto('/podcast');
    await expect(visitor.getByRole('main').locator('header').getByRole('link')).toHaveText(inNewTab([...names, 'Feed RSS do podcast']));
  }).toPass();
  await expect(visitor.getByRole('contentinfo').getByRole('link', { name: /abre em nova aba/ })).toHaveText(
    inNewTab([...names, 'Perfil no Instagram']),
  );
  await isAccessible(visitor);
  await new PodcastScreen(visitor).open('/podcast/trailer');
  await expect(visitor.getByRole('region', { name: 'Ouvir em' }).getByRole('link', { name: 'Rádio da Vila' })).toHaveAttribute(
    'href',
    'https://radio.test/raiz',
  );
  await visitor.context().close();
});
