import sharp from 'sharp';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { ContentScreen } from '../screens/content-screen.ts';
import { expect, test } from '../site-test.ts';

const picture = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#80a0c0' } })
    .png()
    .toBuffer(),
});

// The browser logs an error about a picture that the API rejects as too small.
test.use({ expectedErrors: /status of 400 .*brand-pictures/ });

test('the owner changes name, colour and portrait of the site, previews and publishes them, and restores the old brand', async ({
  page,
  site,
  browser,
}) => {
  await new AccountScreen(page).signIn(site.admin);
  await page.goto('/dashboard?tab=settings&block=brand');
  const content = new ContentScreen(page);
  const before = await content.field('Nome do site').inputValue();
  const name = `Casa ${Date.now()}`;
  await content.field('Nome do site').fill(name);
  await content.field('Cor principal').fill('#ffd700');
  await expect(page.getByText('Escurecemos um pouco, para que se leia em todo o site.')).toBeVisible();
  await expect(page.getByText('Escolhida')).toContainText('#ffd700');

  const portrait = page.getByRole('group', { name: 'Retrato' });
  await portrait.locator('input[type=file]').setInputFiles(await picture('pequeno.png', 200, 240));
  await portrait.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(portrait.getByRole('alert')).toContainText('A imagem é pequena demais');
  await portrait.locator('input[type=file]').setInputFiles(await picture('retrato.png', 1_200, 900));
  await portrait.getByRole('slider', { name: 'Posição horizontal' }).fill('10');
  await content.publish();
  await expect(portrait.getByRole('alert')).toContainText('Esta imagem ainda não faz parte do site');
  await isAccessible(page);
  await portrait.getByRole('button', { name: 'Usar esta imagem' }).click();
  await expect(portrait.getByRole('img', { name: 'Retrato: imagem atual' })).toBeVisible();

  const preview = await content.preview();
  await expect(preview.getByRole('banner').getByRole('link', { name })).toBeVisible();
  await preview.close();
  const visitor = await (await browser.newContext({ locale: 'pt-BR' })).newPage();
  await visitor.goto(`${site.site}/about`);
  await expect(visitor.getByRole('banner').getByRole('link', { name: before, exact: true })).toBeVisible();

  await content.publishAndSee();
  await expect(page.getByRole('banner')).toContainText(name);
  await visitor.reload();
  await expect(visitor.getByRole('banner').getByRole('link', { name })).toBeVisible();
  await expect(visitor).toHaveTitle(`Sobre Marina Alvorada · ${name}`);
  const accent = await visitor.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'));
  expect(accent).toMatch(/^#[0-9a-f]{6}$/);
  expect(['#a8432a', '#ffd700']).not.toContain(accent);
  const shown = visitor.getByRole('main').getByRole('img', { name: 'Marina Alvorada' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const icon = (await visitor.locator('link[rel=icon]').getAttribute('href')) ?? '';
  expect((await visitor.request.get(new URL(icon, site.site).href)).headers()['cache-control']).toContain('immutable');
  expect(await (await visitor.request.get(`${site.site}/manifest.webmanifest`)).json()).toMatchObject({ short_name: name });
  await isAccessible(visitor);

  await content.show('Histórico');
  await content
    .versions()
    .nth(1)
    .getByRole('button', { name: /Restaurar/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restaurar' }).click();
  await expect(page.getByText('Restaurado. O site mostra em alguns segundos.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('banner').getByRole('link', { name: before, exact: true })).toBeVisible();
  await visitor.context().close();

  await page.getByRole('navigation', { name: 'Seções do painel' }).getByRole('link', { name: 'Ver o site' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: before, exact: true })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${before}`));
});
