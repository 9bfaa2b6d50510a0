import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentMp3 } from '@site/shared/testing/audio-files.ts';
import { isAccessible } from '../is-accessible.ts';
import { AccountScreen } from '../screens/account-screen.ts';
import { AdminEpisodesScreen } from '../screens/admin-episodes-screen.ts';
import { AdminScreen } from '../screens/admin-screen.ts';
import { expect, test } from '../site-test.ts';

const mp3 = silentMp3(70);
const DAY = 86_400_000;

let host: Server;
let origin: string;
let lastFile: Buffer | string = '<!doctype html><title>Arquivo removido</title>';
let episodes = 3;

const itemOf = (number: number) => `<item>
  <title>Mudança, parte ${number}</title><guid isPermaLink="false">antigo-${number}</guid>
  <pubDate>${new Date(Date.now() - (number + 10) * DAY).toUTCString()}</pubDate>
  <description><![CDATA[<p>O que veio na caixa ${number}.</p>]]></description>
  <enclosure url="${origin}/${number}.mp3" type="audio/mpeg" length="${mp3.length}"/><itunes:duration>1:10</itunes:duration>
</item>`;

test.beforeAll(async () => {
  host = createServer((request, response) => {
    const number = Number(/^\/(\d)\.mp3$/.exec(request.url ?? '')?.[1]);
    if (request.url === '/page') response.end('<!doctype html><title>Podcast</title>');
    else if (number) response.end(number === 3 ? lastFile : mp3);
    else {
      const items = Array.from({ length: episodes }, (_, index) => itemOf(index + 1)).join('');
      const undated = '<item><title>Sem data</title><enclosure url="https://media.example/x.mp3" type="audio/mpeg"/></item>';
      response.end(`<?xml version="1.0"?><rss><channel><title>Podcast de mudança</title>${items}${undated}</channel></rss>`);
    }
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  host.closeAllConnections();
  host.close();
});

// The browser logs the refused addresses.
test.use({ expectedErrors: /status of 400/ });

test('the owner brings a podcast from another host, retries a file, and learns how to leave that host', async ({ page, site, browser }) => {
  await new AccountScreen(page).signIn(site.admin);
  await new AdminEpisodesScreen(page).open();
  await page.getByRole('link', { name: 'Trazer de outro lugar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Trazer de outro lugar' })).toBeVisible();

  const form = page.getByRole('form', { name: 'Feed do podcast' });
  const address = form.getByLabel('Endereço do feed (RSS)');
  const look = form.getByRole('button', { name: 'Ver o que vem' });
  await look.click();
  await expect(form.getByRole('alert').first()).toContainText('Escreva um endereço completo');
  await address.fill(`${origin}/page`);
  await look.click();
  await expect(form.getByRole('alert').first()).toContainText('Este é o endereço de uma página');
  await address.fill('http://192.168.0.1/feed');
  await look.click();
  await expect(form.getByRole('alert').first()).toContainText('rede particular');
  await address.fill(`${origin}/feed`);
  await page.keyboard.press('Enter');

  const preview = page.getByRole('region', { name: 'Podcast de mudança' });
  await expect(preview).toContainText('3 episódios novos');
  await preview.getByText('Ficam de fora: 1').click();
  await expect(preview).toContainText('sem data que se possa ler (1): Sem data');
  await isAccessible(page);
  await preview.getByRole('button', { name: 'Trazer 3 episódios' }).click();
  await expect(page.getByText('3 episódios trazidos')).toBeVisible();

  const copies = new AdminScreen(page).panel('Áudio');
  await expect(copies).toContainText('1 áudio não veio', { timeout: 30_000 });
  await page.reload();
  await expect(copies).toContainText('2 de 3 áudios prontos');
  await expect(copies.getByRole('listitem')).toContainText(/Mudança, parte 3.*MP3 ou M4A/);
  await isAccessible(page);
  lastFile = mp3;
  await copies.getByRole('button', { name: 'Tentar de novo' }).click();
  await expect(copies).toContainText('3 áudios prontos.', { timeout: 20_000 });
  await expect(new AdminScreen(page).panel('Como sair do lugar antigo')).toContainText(`redirecione o feed para ${site.site}/podcast.xml`);

  // The address is remembered, and a second import brings only what is new.
  await expect(address).toHaveValue(`${origin}/feed`);
  await look.click();
  await expect(page.getByText('Nada novo para trazer')).toBeVisible();
  episodes = 4;
  await look.click();
  await preview.getByRole('radio', { name: /Deixar onde está/ }).check();
  await preview.getByRole('button', { name: 'Trazer 1 episódio' }).click();
  await expect(page.getByText('1 episódio trazido')).toBeVisible();
  await look.click();
  await preview.getByRole('button', { name: 'Copiar 1 áudio que ainda está lá' }).click();
  await expect(copies).toContainText('4 áudios prontos.', { timeout: 20_000 });

  const visitor = await (await browser.newContext({ baseURL: site.site, locale: 'pt-BR' })).newPage();
  await visitor.goto('/podcast/mudanca-parte-3');
  await expect(visitor.getByRole('main')).toContainText('O que veio na caixa 3.');
  const feed = await (await visitor.request.get('/podcast.xml')).text();
  for (const number of [1, 2, 3, 4]) expect(feed).toContain(`>antigo-${number}</guid>`);
  await visitor.context().close();
});
