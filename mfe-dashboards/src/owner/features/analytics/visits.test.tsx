import { VisitsSchema } from '@site/shared/contracts/admin-visits.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import { stubResizeObserver } from '../../testing/stub-resize-observer.ts';
import './analytics-tab.tsx';

const origin = { views: 30, visits: 12, carts: 4, checkouts: 3, orders: 2, revenue: [{ minor: 5_980, currency: 'BRL' }] };
const visits = v.parse(VisitsSchema, {
  step: 'day',
  series: [{ from: '2026-03-01', to: '2026-03-01', views: 42, visits: 13 }],
  sources: [
    { name: 'Instagram', ...origin },
    { name: '', ...origin, orders: 0, revenue: [] },
    { name: 'other', ...origin },
  ],
  campaigns: [{ name: 'natal', source: 'Instagram', ...origin }],
  pages: [{ path: '/shop', views: 20, visits: 5 }],
  ebooks: [
    { ebookId: 'raizes', title: 'Raízes', views: 20, carts: 4, checkouts: 3, copies: 2 },
    { ebookId: 'brotos', title: 'Brotos', views: 0, carts: 0, checkouts: 0, copies: 1 },
  ],
  episodes: [
    { slug: 'ruth', title: 'Ruth', views: 9, plays: 7, listens: 20, downloads: 1_234 },
    { slug: 'noemi', title: 'Noemi', views: 1, plays: 0, listens: 0, downloads: 0 },
  ],
  allEpisodes: { views: 12, plays: 8, listens: 20, downloads: 1_234 },
});

/**
 * Answers of the API for the other sections. The status 403 is final. After a 503 the page would retry twice and show nothing until then.
 */
const others = {
  'GET /api/admin/payouts': () => refused(403, 'forbidden'),
  'GET /api/admin/analytics': () => refused(403, 'forbidden'),
  'GET /api/admin/page-reports': () => ({ pages: [], errors: [] }),
  'GET /api/admin/subscriber-growth': () => refused(403, 'forbidden'),
};
const open = () => renderInSite({ routes, at: '/dashboard?tab=analytics&more=visits&from=2026-03-01&to=2026-03-01' });
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const rowsOf = (table: { getAllByRole: typeof screen.getAllByRole }) =>
  table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')));

beforeEach(() => {
  polyfillDialog();
  signIn();
  stubResizeObserver();
});

it('the visits show their sources, and the resulting purchases', async () => {
  playApi({ ...others, 'GET /api/admin/visits': () => visits });
  await open();
  expect(rowsOf(await panel('De onde vêm'))).toEqual([
    ['Instagram', '12', '30', '4', '2', 'R$ 59,80'],
    ['Direto (sem origem)', '12', '30', '4', '0', '–'],
    ['Outros', '12', '30', '4', '2', 'R$ 59,80'],
  ]);
  expect(rowsOf(await panel('Campanhas'))[0]?.slice(0, 3)).toEqual(['natal', 'Instagram', '12']);
  // If more copies were sold than visits counted, there is no percentage, because not every visitor is counted.
  expect(rowsOf(await panel('Dos livros vistos aos pagos'))).toEqual([
    ['Raízes', '20', '420% das vistas', '315% das vistas', '210% das vistas'],
    ['Brotos', '0', '0', '0', '1'],
  ]);
  const episodes = await panel('Episódios');
  expect(rowsOf(episodes)).toEqual([
    ['Ruth', '20', '7', '1.234', '9'],
    ['Noemi', '0', '0', '0', '1'],
    ['Todos os episódios', '20', '8', '1.234', '12'],
  ]);
  expect(episodes.getByText(/o mesmo aparelho pode contar mais de uma vez/)).toBeDefined();
});

it('the visits show the sources of a single page', async () => {
  const asked = playApi({
    ...others,
    'GET /api/admin/visits': () => visits,
    'GET /api/admin/visits/page': () => ({ views: 6, plays: 0, listens: 0, downloads: 0, sources: [{ name: '', views: 6, visits: 6 }] }),
  });
  await open();
  await userEvent.click((await panel('Dos livros vistos aos pagos')).getByRole('button', { name: 'Raízes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'De onde vieram: Raízes' }));
  expect(await dialog.findByRole('row', { name: /Direto/ })).toBeDefined();
  expect(asked).toContainEqual(expect.stringMatching(/path=%2Fshop%2Febook%2Fraizes/));
});

it('the link maker creates a campaign link, and rejects another site', async () => {
  playApi({ ...others, 'GET /api/admin/visits': () => visits });
  await open();
  const user = userEvent.setup();
  const maker = await panel('Link para divulgar');
  await user.selectOptions(maker.getByLabelText('Onde vai divulgar'), 'WhatsApp');
  await user.type(maker.getByLabelText('Campanha (opcional)'), 'natal');
  const link = maker.getByLabelText<HTMLInputElement>('Link pronto');
  expect(link.value).toBe(`${location.origin}/?utm_source=whatsapp&utm_campaign=natal`);
  await user.click(maker.getByRole('button', { name: 'Copiar link' }));
  expect(await navigator.clipboard.readText()).toBe(link.value);
  await user.clear(maker.getByLabelText('Página do site'));
  await user.type(maker.getByLabelText('Página do site'), 'https://outro.test/');
  expect(maker.getByText('Cole um endereço deste site.')).toBeDefined();
  expect(maker.getByRole<HTMLButtonElement>('button', { name: 'Copiar link' }).disabled).toBe(true);
});

it('the visits can exclude this device, and include it again', async () => {
  playApi({ ...others, 'GET /api/admin/visits': () => visits });
  await open();
  const device = await panel('Este aparelho');
  await userEvent.click(device.getByRole('button', { name: 'Não contar este aparelho' }));
  expect(localStorage.getItem('uncounted')).not.toBeNull();
  await userEvent.click(device.getByRole('button', { name: 'Voltar a contar este aparelho' }));
  expect(localStorage.getItem('uncounted')).toBeNull();
});
