import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SignedInData } from '../../signed-in/signed-in-data.tsx';
import { playApi, signIn } from '../../testing/signed-in.ts';
import type { Body } from './body.ts';
import { SettingPreview } from './setting-preview.tsx';

const show = (block: string, body: Body) =>
  renderInSite({
    routes: [
      {
        path: '/',
        Component: () => (
          <SignedInData>
            <SettingPreview block={block} body={body} />
          </SignedInData>
        ),
      },
    ],
    at: '/',
  });

test('the preview shows social networks with a valid address as working links', async () => {
  const places = [
    { kind: 'youtube', url: ' https://www.youtube.com/@a ' },
    { kind: 'spotify', url: 'javascript:alert(1)' },
    { kind: 'elsewhere', name: 'Rádio da Vila', url: 'https://radio.test/' },
  ];
  await show('links', { places, instagram: null });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Canal no YouTube', 'https://www.youtube.com/@a'],
    ['Rádio da Vila', 'https://radio.test/'],
  ]);
});

test('the preview of the podcast lists what directories still miss', async () => {
  signIn();
  let audioEpisodes = 0;
  playApi({ 'GET /api/admin/podcast': () => ({ audioEpisodes }) });
  await show('podcast', { category: 'none', ownerEmail: null });
  const state = within(await screen.findByRole('region', { name: 'O que os diretórios exigem' }));
  expect((await state.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    'Publicar um episódio com áudio. Os outros episódios não entram no feed. Abrir episódios',
    'Escolher uma categoria. ',
    'Informar o e-mail que confirma que o podcast é seu. ',
  ]);
  expect(state.getByText(`${location.origin}/podcast.xml`)).toBeDefined();
  cleanup();
  audioEpisodes = 3;
  await show('podcast', { category: 'Arts', ownerEmail: 'rita@casa.test' });
  expect(await screen.findByText('O feed está pronto: os diretórios já podem recebê-lo.')).toBeDefined();
});

test('the preview shows categories as the podcast page’s buttons, without half-typed ones', async () => {
  await show('podcast_categories', { names: ['Ruth', ' ', 'Fé', 'Ruth'] });
  expect(screen.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual(['Todos', 'Ruth', 'Fé']);
});

test('the preview of currencies lists the books without a price in one of them', async () => {
  signIn();
  const without = (currency: string, ...titles: string[]) => ({
    currency,
    isSold: true,
    withoutPrice: { count: titles.length && 23, titles },
  });
  playApi({
    'GET /api/admin/settings': () => ({
      site: 'Site',
      variables: [],
      currencies: [without('BRL'), without('USD', 'Raízes', 'Rute'), without('NZD', 'Fé')],
      admins: [],
    }),
  });
  await show('currencies', { sold: ['USD', 'BRL'], default: 'BRL' });
  const note = await screen.findByRole('region', { name: 'Livros publicados que saem da loja até terem preço' });
  expect(within(note).getByRole('term').textContent).toBe('Sem preço em Dólar americano (US$)');
  expect(within(note).getByRole('definition').textContent).toBe('Raízes · Rute · e mais 21');
});

test('a text with its own page is previewed on that page', async () => {
  await show('faq', { items: [] });
  expect(screen.queryByText('Como aparece no site')).toBeNull();
});
