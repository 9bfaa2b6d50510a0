import { type SubscriberGrowth, SubscriberGrowthSchema } from '@site/shared/contracts/admin-subscribers.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import { stubResizeObserver } from '../../testing/stub-resize-observer.ts';
import './analytics-tab.tsx';

const growth = v.parse(SubscriberGrowthSchema, {
  step: 'day',
  series: [
    { from: '2026-03-01', to: '2026-03-01', joined: 5, left: 0, readers: 1_205 },
    { from: '2026-03-02', to: '2026-03-02', joined: 0, left: 2, readers: 1_203 },
  ],
  sources: [
    { source: 'home', joined: 4, left: 0, readers: 900 },
    { source: 'import', joined: 1, left: 1, readers: 303 },
    { source: null, joined: 0, left: 1, readers: 0 },
  ],
});

function play(answer: () => unknown) {
  playApi({
    'GET /api/admin/payouts': () => refused(503, 'payment_unavailable'),
    'GET /api/admin/analytics': () => refused(404, 'not_found'),
    'GET /api/admin/visits': () => refused(503, 'service_unavailable'),
    'GET /api/admin/page-reports': () => ({ pages: [], errors: [] }),
    'GET /api/admin/subscriber-growth': answer,
  });
}
async function open(locale: 'pt-BR' | 'en' = 'pt-BR') {
  await renderInSite({ routes, at: '/dashboard?tab=analytics&more=readers&from=2026-03-01&to=2026-03-02', preferences: { locale } });
  return within(await screen.findByRole('region', { name: locale === 'en' ? 'Newsletter readers' : 'Leitores da newsletter' }));
}
const rowsOf = (table: HTMLTableElement) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent));

beforeEach(() => {
  signIn();
  stubResizeObserver();
});

it('reader growth shows how many joined, left and from where, in words too', async () => {
  play(() => growth);
  const panel = await open();
  const chart = (await panel.findByRole('heading', { name: 'Leitores' })).closest('figure');
  expect(rowsOf(chart?.querySelector('table') as HTMLTableElement)).toEqual([
    ['Período', 'Leitores'],
    ['1 de mar.', '1.205'],
    ['2 de mar.', '1.203'],
  ]);
  expect(panel.getByRole('slider', { name: 'Novas inscrições' }).getAttribute('aria-valuetext')).toBe('2 de mar.: 0; Saídas: 2');
  expect(rowsOf(panel.getByRole('table', { name: 'De onde vêm os leitores' }))).toEqual([
    ['Origem', 'Novas inscrições', 'Saídas', 'Leitores no fim do período'],
    ['Rodapé: página inicial', '4', '0', '900'],
    ['Importação', '1', '1', '303'],
    ['Não informada', '0', '1', '0'],
  ]);
  expect(panel.getByText(/^Quem veio de uma importação/)).toBeDefined();
});

it('reader growth says when there is no data, and when loading failed', async () => {
  let answer: () => unknown = () => refused(500, 'unexpected');
  play(() => answer());
  const panel = await open('en');
  await panel.findByText('Failed to load the newsletter’s readers');
  const nobody: SubscriberGrowth = {
    ...growth,
    series: growth.series.map((point) => ({ ...point, joined: 0, left: 0, readers: 0 })),
    sources: [],
  };
  answer = () => nobody;
  await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
  await panel.findByText(/^No data: nobody had confirmed/);
  expect(panel.queryByRole('table')).toBeNull();
});
