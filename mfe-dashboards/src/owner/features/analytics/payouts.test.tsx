import { type Payouts, PayoutsSchema } from '@site/shared/contracts/admin-payouts.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import './analytics-tab.tsx';

/**
 * Answers of the API for the other sections. The status 403 is final. After a 503 the page would retry twice and show nothing until then.
 */
const others = {
  'GET /api/admin/analytics': () => refused(403, 'forbidden'),
  'GET /api/admin/visits': () => refused(403, 'forbidden'),
  'GET /api/admin/page-reports': () => ({ pages: [], errors: [] }),
};
const payout = (id: string, state: Payouts['payouts'][number]['state'], minor: number, currency: string) => ({
  ...{ id, state, amount: { minor, currency } },
  ...{ createdAt: '2026-03-01T12:00:00.000Z', arrivesOn: '2026-03-02' },
});
const answer = (change: Partial<Record<keyof Payouts, unknown>>) =>
  v.parse(PayoutsSchema, { isAllowed: true, payouts: [], nextCursor: null, onTheWay: [], ...change });
const open = () => renderInSite({ routes, at: '/dashboard?tab=analytics&more=payouts' });
const panel = async () => within(await screen.findByRole('region', { name: 'Repasses da Stripe' }));
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const rows = (of: Awaited<ReturnType<typeof panel>>) =>
  of
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => plain(cell.textContent)));

beforeEach(() => signIn());

it('the payouts show pending amounts by currency, never added up, and load older payouts on request', async () => {
  const first = answer({
    payouts: [payout('po_2', 'in_transit', 4_200, 'BRL'), payout('po_1', 'failed', 100, 'JPY')],
    onTheWay: [
      { minor: 4_200, currency: 'BRL' },
      { minor: 990, currency: 'EUR' },
    ],
    nextCursor: 'po_1',
  });
  playApi({
    ...others,
    'GET /api/admin/payouts': ({ url }) =>
      url.searchParams.get('after') === 'po_1' ? answer({ payouts: [payout('po_0', 'paid', -50, 'BRL')] }) : first,
  });
  await open();
  const shown = await panel();
  expect(plain((await shown.findByText('A caminho do banco')).parentElement?.textContent)).toBe('A caminho do bancoR$ 42,00€ 9,90');
  expect(rows(shown)).toEqual([
    ['1 de mar. de 2026', 'R$ 42,00', 'A caminho', '2 de mar. de 2026'],
    ['1 de mar. de 2026', 'JP¥ 100', 'Devolvido pelo banco', '–'],
  ]);
  await userEvent.click(shown.getByRole('button', { name: 'Mostrar mais' }));
  await shown.findByText('-R$ 0,50');
  expect(shown.queryByRole('button')).toBeNull();
});

it('the payouts say when there are none, and when the key may not read them', async () => {
  playApi({ ...others, 'GET /api/admin/payouts': () => answer({}) });
  await open();
  await (await panel()).findByText(/Nenhum repasse ainda/);
});

it('the payouts name the permission that the key lacks', async () => {
  playApi({ ...others, 'GET /api/admin/payouts': () => answer({ isAllowed: false }) });
  await open();
  await (await panel()).findByText(/“Payouts: Read”/);
});

it('the payouts offer a retry when Stripe does not answer', async () => {
  playApi({ ...others, 'GET /api/admin/payouts': () => refused(503, 'payment_unavailable') });
  await open();
  const shown = await panel();
  await shown.findByText('Não foi possível carregar os repasses');
  playApi({ ...others, 'GET /api/admin/payouts': () => answer({}) });
  await userEvent.click(shown.getByRole('button', { name: 'Tentar novamente' }));
  await shown.findByText(/Nenhum repasse ainda/);
});
