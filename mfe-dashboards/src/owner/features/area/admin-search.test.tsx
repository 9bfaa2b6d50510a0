import type { AdminSearch } from '@site/shared/contracts/admin-search.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { AdminSearch as Search } from './admin-search.tsx';

const found: AdminSearch = {
  orders: [
    {
      id: 'order-1',
      number: 1042,
      name: 'Ana',
      email: 'ana@leitores.test',
      total: toMoney(3_490, 'BRL'),
      state: 'paid',
      date: toInstant('2026-03-01T12:00:00Z'),
    },
  ],
  users: [{ uid: 'u', displayName: 'Ana', email: 'ana@leitores.test' }],
  subscribers: [],
  ebooks: [],
  messages: [],
  episodes: [],
  posts: [],
  campaigns: [],
};

const nothing: AdminSearch = { orders: [], users: [], subscribers: [], ebooks: [], messages: [], episodes: [], posts: [], campaigns: [] };

const Page = () => (
  <SignedInData>
    <Search />
  </SignedInData>
);
const open = () => renderInSite({ routes: [{ path: '*', Component: Page }], at: '/dashboard' });
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Pesquisar pedidos/ });
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent?.replaceAll('\u00a0', ' ');

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

describe('the admin search', () => {
  it('the admin search opens with Ctrl+K, finds orders and users, and follows Enter', async () => {
    const user = userEvent.setup();
    const asked = playApi({ 'GET /api/admin/search': () => found });
    const { router } = await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.click(box());
    await user.keyboard('1042');
    expect(await screen.findByText('2 resultados')).toBeDefined();
    expect(active()).toContain('Pedido nº 1042 · Ana');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe('Anaana@leitores.test');
    await user.keyboard('{ArrowDown}');
    expect(active()).toContain('Pedido nº 1042');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/orders/order-1'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(asked.at(-1)).toBe('GET /api/admin/search?q=1042');
  });

  it('the admin search opens the result for the current words when Enter is pressed before the answer arrives', async () => {
    const user = userEvent.setup();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    playApi({
      'GET /api/admin/search': async ({ url }) => {
        if (url.searchParams.get('q') === 'ana') return found;
        await answered;
        return { ...found, orders: found.orders.map((order) => ({ ...order, id: 'order-2', name: 'Bia' })) };
      },
    });
    const { router } = await open();
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await user.click(box());
    await user.keyboard('ana');
    expect(await screen.findByRole('option', { name: /Pedido nº 1042 · Ana/ })).toBeDefined();
    await user.clear(box());
    await user.keyboard('1042{Enter}');
    expect(router.state.location.pathname).toBe('/dashboard');
    answer();
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/orders/order-2'));
  });

  it('the admin search lists the area’s sections before anything is typed, without a call', async () => {
    const user = userEvent.setup();
    const asked = playApi({});
    await open();
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    expect(screen.getByRole('option', { name: /^Pedidos/ }).getAttribute('href')).toBe('/dashboard?tab=orders');
    await user.click(screen.getByRole('button', { name: 'Fechar a pesquisa' }));
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('the admin search finds a setting by an owner’s words, and the answer to a question', async () => {
    const user = userEvent.setup();
    playApi({ 'GET /api/admin/search': () => nothing });
    const { router } = await open();
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await user.type(box(), 'como reembolsar');
    await screen.findByText('1 resultado');
    expect(active()).toMatch(/^Alguém pediu o dinheiro de voltaAbra o pedido e reembolse/);
    await user.clear(box());
    await user.type(box(), 'currency{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?tab=settings&block=currencies'));
  });

  it.each([
    ['novo texto', 'Textos'],
    ['presentear', 'Usuários'],
    ['reembolso', 'Pedidos'],
    ['desconto', 'Promoções'],
    ['subir áudio', 'Episódios'],
  ])('the admin search for the task “%s” finds the section %s first', async (task, tab) => {
    const user = userEvent.setup();
    playApi({ 'GET /api/admin/search': () => nothing });
    await open();
    await user.keyboard('{Control>}k{/Control}');
    await user.click(box());
    await user.keyboard(task);
    await waitFor(() => expect(active()).toContain(tab));
  });

  it('the admin search says that nothing was found', async () => {
    const user = userEvent.setup();
    playApi({ 'GET /api/admin/search': () => nothing });
    await open();
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await user.click(box());
    await user.keyboard('zzz');
    expect(await screen.findByText('Nada encontrado para “zzz”')).toBeDefined();
    await user.keyboard('{Enter}');
    expect(box().value).toBe('zzz');
  });

  it('the admin search shows a failure, and retries', async () => {
    const user = userEvent.setup();
    let isDown = true;
    playApi({ 'GET /api/admin/search': () => (isDown ? refused(500, 'unexpected') : found) });
    await open();
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await user.click(box());
    await user.keyboard('1042');
    expect(await screen.findByText('A busca não respondeu.')).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Pesquisar de novo' }));
    expect(await screen.findByRole('option', { name: /Pedido nº 1042/ })).toBeDefined();
  });
});
