import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { playApi, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import './settings-tab.tsx';

afterEach(() => vi.unstubAllGlobals());

const bodies = {
  brand: { site: 'Casa da Rita', author: 'Rita Campos' },
  contact: { email: 'rita@casa.test', legalName: '', taxId: '529.982.247-25' },
  links: { places: [{ kind: 'spotify', url: 'https://x.test' }], instagram: null },
  podcast: { category: 'Religion & Spirituality/Christianity' },
  channel: { id: null, title: '', earlier: 'kept' },
  podcast_categories: { names: [] },
  currencies: { sold: ['BRL', 'USD'], default: 'BRL' },
  timeZone: { zone: 'America/Sao_Paulo' },
};

it('the settings list shows each value and links to its editor', async () => {
  signIn();
  playApi({
    ...Object.fromEntries(
      Object.entries(bodies).map(([key, body]) => [
        `GET /api/admin/content/${key}`,
        () => ({ key, body, version: 0, publishedBy: null, publishedAt: null }),
      ]),
    ),
    'GET /api/admin/settings': () => ({ site: 'Casa da Rita', variables: [], currencies: [], admins: [] }),
    'GET /api/admin/lists-file': () => ({ file: null }),
    'GET /api/admin/notices': () => ({
      notices: { sale: 'each', message: 'never', refund: 'daily' },
      email: 'rita@casa.test',
      contactEmail: 'rita@casa.test',
    }),
  });
  await renderInSite({ routes, at: '/dashboard?tab=settings' });
  const line = async (name: string) => await screen.findByRole('link', { name: new RegExp(`^${name}`) });
  const says = async (name: string, value: string) => await waitFor(async () => expect((await line(name)).textContent).toBe(name + value));
  await says('Marca', 'Casa da Rita · Rita Campos');
  await says('Contato e dados legais', 'rita@casa.test · 529.982.247-25');
  await says('Redes e podcast', 'Podcast no Spotify');
  await says('Feed do podcast', 'Religião e espiritualidade › Cristianismo');
  await says('Canal do YouTube', 'Nenhum');
  await says('Moedas da loja', 'BRL · USD');
  await says('Fuso horário', 'Horário Padrão de Brasília');
  await says('Avisos por e-mail', 'Vendas: cada um · Mensagens: não · Pedidos de reembolso: resumo diário');
  expect((await line('Moedas da loja')).getAttribute('href')).toBe('/dashboard?tab=settings&block=currencies');
});
