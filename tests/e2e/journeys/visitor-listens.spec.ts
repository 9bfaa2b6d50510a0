import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AudioScreen } from '../screens/audio-screen.ts';
import { FrameScreen } from '../screens/frame-screen.ts';
import { PodcastScreen } from '../screens/podcast-screen.ts';
import { type APIRequestContext, expect, type Page, type Site, test } from '../site-test.ts';

/** The demo's episode that is not from the channel: 70 seconds with four chapters, no video and no picture. */
const TRAILER = { title: 'Trailer: um livro antigo numa semana cheia', slug: 'trailer' };
/** An episode of the channel with chapters, which no other journey plays. */
const PSALM = { id: 'Jx0_uB7kPfR', slug: 'salmo-23-linha-por-linha', title: 'Salmo 23 linha por linha' };
const file = readFileSync(new URL('../../../api/local/demo/trailer/trailer.mp3', import.meta.url));

const follow = (page: Page, name: string | RegExp) => new FrameScreen(page).header.getByRole('link', { name }).first().click();

const hasAudio = async (request: APIRequestContext): Promise<boolean> => {
  const { episode }: EpisodePage = await (await request.get(`/api/episodes/${PSALM.slug}`)).json();
  return episode.audio !== null;
};

/** Gives an episode of the channel an audio file, which may be at another host. The returned function removes the file again. */
async function addAudio({ database }: Site, request: APIRequestContext, url: string | null = null): Promise<() => Promise<void>> {
  const version = '0123456789ab';
  if (url === null) {
    const files = database.storage.from('store-assets');
    await files.upload(`audio/${PSALM.id}.${version}.mp3`, file, { contentType: 'audio/mpeg', upsert: true });
  }
  const row = { episode_id: PSALM.id, version, url, type: 'audio/mpeg', bytes: file.length, seconds: 70 };
  expect((await database.from('episode_audio').upsert(row)).error).toBeNull();
  await expect.poll(() => hasAudio(request)).toBe(true);
  return async () => {
    await database.from('episode_audio').delete().eq('episode_id', PSALM.id);
    await expect.poll(() => hasAudio(request)).toBe(false);
  };
}

test('one audio element plays an own episode, also while the visitor moves to other areas', async ({ page }) => {
  const audio = new AudioScreen(page);
  const asked: string[] = [];
  page.on('request', (each) => asked.push(each.url()));
  await new PodcastScreen(page).open(`/podcast/${TRAILER.slug}`);
  await isAccessible(page);
  const before = [...asked];
  expect(before.filter((url) => url.includes('/audio/'))).toEqual([]);
  await audio.start(TRAILER.title);
  await audio.isPlaying();
  expect(asked.some((url) => url.includes('/_r/mfe-podcast/') && url.endsWith('.js') && !before.includes(url))).toBe(true);
  await isAccessible(page);

  await audio.tool('Avançar 15 segundos').click();
  await expect.poll(() => audio.position()).toBeGreaterThanOrEqual(15);
  await page.getByRole('button', { name: /^0:31/ }).click();
  await expect.poll(() => audio.position()).toBeGreaterThanOrEqual(31);
  await expect(page.getByRole('button', { name: /^0:31/ })).toHaveAttribute('aria-current', 'true');
  await expect(audio.dock().getByRole('combobox', { name: 'Capítulo' })).toHaveValue('2');

  await audio.dock().evaluate((dock) => Object.assign(dock.querySelector('audio') ?? {}, { isTheSame: true }));
  for (const [link, heading] of [
    ['Loja', 'Todos os eBooks'],
    [/^Carrinho/, 'Seu carrinho'],
  ] as const) {
    const reached = await audio.position();
    await follow(page, link);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    await expect.poll(() => audio.position()).toBeGreaterThan(reached);
    await isAccessible(page);
  }
  expect(await audio.dock().evaluate((dock) => Reflect.get(dock.querySelector('audio') ?? {}, 'isTheSame'))).toBe(true);

  await audio.dock().getByRole('link', { name: TRAILER.title }).click();
  await page.getByRole('button', { name: `Pausar: ${TRAILER.title}` }).click();
  await expect(audio.dock()).toHaveAttribute('data-state', 'paused');
  await audio.close();
  await expect(page.getByRole('button', { name: new RegExp(`Reproduzir: ${TRAILER.title}$`) })).toBeFocused();
});

test('the audio player works by keyboard, and keeps the speed on the device', async ({ page }) => {
  const audio = new AudioScreen(page);
  await new PodcastScreen(page).open(`/podcast/${TRAILER.slug}`);
  await audio.playButton(TRAILER.title).focus();
  await page.keyboard.press('Enter');
  await audio.isPlaying();
  await audio.tool('Pausar').focus();
  await page.keyboard.press('Enter');
  await expect(audio.dock()).toHaveAttribute('data-state', 'paused');
  const names: string[] = [];
  for (let step = 0; step < 7; step++) {
    await page.keyboard.press('Tab');
    names.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''));
  }
  expect(names).toEqual([
    '−15Voltar 15 segundos',
    '+15Avançar 15 segundos',
    TRAILER.title,
    'Posição',
    'Capítulo',
    'Velocidade',
    'Fechar o player',
  ]);
  const bar = audio.dock().getByRole('slider', { name: 'Posição' });
  await bar.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
  await expect(bar).toHaveAttribute('aria-valuetext', /^1 minuto( \d segundos?)? de 1 minuto 10 segundos$/);
  expect(await audio.position()).toBeGreaterThan(55);
  await audio.dock().getByRole('combobox', { name: 'Velocidade' }).selectOption('1,5×');
  await page.reload();
  await audio.start(TRAILER.title);
  await audio.isPlaying();
  expect(await audio.rate()).toBe(1.5);
});

test('the listening position of an audio follows the person to another device', async ({ page, browser, site }) => {
  const person = await site.newCustomer();
  const audio = new AudioScreen(page);
  await new AccountScreen(page).signIn(person);
  await new PodcastScreen(page).open(`/podcast/${TRAILER.slug}?t=30`);
  await audio.start(TRAILER.title);
  await audio.isPlaying();
  await expect.poll(() => audio.position()).toBeGreaterThanOrEqual(31);
  await audio.close();
  const kept = async () =>
    (await site.database.from('listening_positions').select('seconds').eq('uid', person.uid)).data?.[0]?.seconds ?? 0;
  await expect.poll(kept).toBeGreaterThanOrEqual(31);

  const elsewhere = await browser.newContext({ baseURL: site.site, locale: 'pt-BR', reducedMotion: 'reduce' });
  const otherPage = await elsewhere.newPage();
  const other = new AudioScreen(otherPage);
  await new AccountScreen(otherPage).signIn(person);
  await new PodcastScreen(otherPage).open(`/podcast/${TRAILER.slug}`);
  await expect(other.playButton(TRAILER.title)).toHaveAccessibleName(/^Continuar de 0:3\d\./);
  await other.start(TRAILER.title);
  await other.isPlaying();
  expect(await other.position()).toBeGreaterThanOrEqual(28);
  await elsewhere.close();
});

test('an episode with audio and video plays one of them, and a chapter plays in the medium chosen last', async ({
  page,
  site,
  request,
}) => {
  const takeAway = await addAudio(site, request);
  const audio = new AudioScreen(page);
  const podcast = new PodcastScreen(page);
  await podcast.open(`/podcast/${PSALM.slug}`);
  await isAccessible(page);
  await page.getByRole('button', { name: `Assistir: ${PSALM.title}` }).click();
  await podcast.isPlaying(PSALM.title);
  await podcast.close();
  await page.getByRole('button', { name: `Ouvir: ${PSALM.title}` }).click();
  await audio.isPlaying();
  await expect(podcast.player(PSALM.title)).toHaveCount(0);
  await isAccessible(page);
  await page.reload();
  await page.getByRole('button', { name: /^0:00/ }).click();
  await audio.isPlaying();
  await page.getByRole('button', { name: `Assistir: ${PSALM.title}` }).click();
  await podcast.isPlaying(PSALM.title);
  await expect(page.locator('audio')).toHaveCount(0);
  await takeAway();
});

/** Starts another host of audio. Its address redirects to the file, as addresses of podcast hosts do. The host sends no CORS headers. */
async function startAudioHost() {
  const dir = mkdtempSync(join(tmpdir(), 'semente-audio-host-'));
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
  const options = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', ...options], { stdio: 'ignore' });
  const referrers = new Set<string | undefined>();
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
    referrers.add(request.headers.referer);
    if (request.url === '/measured.mp3') return response.writeHead(302, { location: '/file.mp3' }).end();
    const first = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const part = { 'content-range': `bytes ${first}-${file.length - 1}/${file.length}`, 'content-length': file.length - first };
    response.writeHead(206, { 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes', ...part }).end(file.subarray(first));
  });
  rmSync(dir, { recursive: true });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/measured.mp3`;
  return { url, referrers, stop: () => [server.close(), server.closeAllConnections()] };
}

test.describe('audio at another host', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('an audio that stays at another host plays and seeks on the site, and the host learns only the site', async ({
    page,
    site,
    request,
  }) => {
    const host = await startAudioHost();
    const takeAway = await addAudio(site, request, host.url);
    const audio = new AudioScreen(page);
    await new PodcastScreen(page).open(`/podcast/${PSALM.slug}`);
    expect(host.referrers.size).toBe(0);
    await page.getByRole('button', { name: `Ouvir: ${PSALM.title}` }).click();
    await audio.isPlaying();
    await audio.tool('Avançar 15 segundos').click();
    await expect.poll(() => audio.position()).toBeGreaterThanOrEqual(16);
    await audio.isPlaying();
    expect([...host.referrers].filter((referrer) => referrer !== `${site.site}/`)).toEqual([]);
    await takeAway();
    host.stop();
  });
});

test.describe('an audio that cannot be loaded', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('an audio that cannot be loaded shows an error, and offers another try', async ({ page }) => {
    const audio = new AudioScreen(page);
    await new PodcastScreen(page).open(`/podcast/${TRAILER.slug}`);
    await page.route('**/audio/**', (route) => route.fulfill({ status: 503, body: 'busy' }));
    await audio.start(TRAILER.title);
    await expect(audio.dock().getByRole('status')).toHaveText('O áudio não tocou.');
    await isAccessible(page);
    await page.unroute('**/audio/**');
    await audio.tool('Tentar de novo').click();
    await audio.isPlaying();
  });
});

test.describe('the audio player on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'en' });

  test('on a phone the audio player is one line, and opens for the other controls', async ({ page }) => {
    const audio = new AudioScreen(page, 'Audio player');
    await new PodcastScreen(page).open(`/podcast/${TRAILER.slug}`);
    await page.getByRole('button', { name: `Play: ${TRAILER.title}` }).click();
    await audio.isPlaying();
    const taken = () => page.evaluate(() => Number.parseInt(document.documentElement.style.getPropertyValue('--dock-height'), 10));
    await expect.poll(taken).toBeGreaterThan(40);
    expect(await taken()).toBeLessThanOrEqual(64);
    await isAccessible(page);
    await expect(audio.dock().getByRole('slider')).toBeHidden();
    await audio.tool('More controls').click();
    await expect(audio.dock().getByRole('slider', { name: 'Position' })).toBeVisible();
    await isAccessible(page);
    const [end, footer] = [await audio.dock().boundingBox(), await new FrameScreen(page).footer.boundingBox()];
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((end?.y ?? 0) + 1);
  });
});
