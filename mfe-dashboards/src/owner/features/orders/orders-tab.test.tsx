import type { ListedOrder } from '@site/shared/contracts/admin-orders.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { anOrder as aPlainOrder } from '@site/shared/testing/builders.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './orders-tab.tsx';

const anOrder = (changes: Partial<ListedOrder> = {}): ListedOrder => ({ ...aPlainOrder(), coupon: null, ...changes });
const open = (at = '/dashboard?tab=orders') => openTab(Component, '/dashboard', at);

afterEach(() => vi.unstubAllGlobals());

const page = (name: string, cursors: { nextCursor?: string; previousCursor?: string } = {}) => ({
  orders: [anOrder({ id: name, name })],
  nextCursor: null,
  previousCursor: null,
  ...cursors,
});

/** Mocks three pages of one order each, in both directions. */
const threePages = {
  'GET /api/admin/orders': ({ url: { searchParams } }: { url: URL }) => {
    if (searchParams.get('after') === 'nonsense') return refused(400, 'invalid_input');
    if (searchParams.get('after') === 'a' || searchParams.get('before') === 'c')
      return page('Bia', { nextCursor: 'b', previousCursor: 'b' });
    if (searchParams.get('after') === 'b') return page('Cora', { previousCursor: 'c' });
    return page('Ana', { nextCursor: 'a' });
  },
};

const buyer = (name: string) => screen.findByRole('cell', { name: new RegExp(`^${name}`) });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

describe('the owner’s order list', () => {
  it('the owner’s order list shows books, number, day, time, buyer, email, state and total, with links to the orders', async () => {
    signIn();
    const [item] = anOrder().items as [ListedOrder['items'][number]];
    const items = [item, { ...item, ebookId: 'rute', name: 'Rute' }, { ...item, ebookId: 'ester', name: 'Ester' }];
    playApi({ 'GET /api/admin/orders': () => ({ ...page('Cliente'), orders: [anOrder({ name: 'Cliente', items })] }) });
    await open();
    const row = (await buyer('Cliente')).closest('tr') as HTMLElement;
    expect(
      within(row)
        .getByRole('link', { name: /^Raízes ?\+ 2, Pedido nº 1042$/ })
        .getAttribute('href'),
    ).toMatch(/^\/dashboard\/orders\//);
    expect(within(row).getByText('Pedido nº 1042 · 3 itens')).toBeDefined();
    expect(within(row).getByText(/^1 de mar\. de 2026.*\d\d:\d\d$/)).toBeDefined();
    expect(within(row).getByText('cliente@semente.test')).toBeDefined();
    expect(within(row).getByText('Pago')).toBeDefined();
    expect(within(row).getByRole('cell', { name: /^R\$\s34,90$/ })).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Páginas da lista' })).toBeNull();
  });

  it('the owner’s order list shows how and until when an unpaid order can be paid', async () => {
    signIn();
    const toPay = { with: 'boleto', by: toInstant('2026-03-05T02:59:00Z'), code: null, url: null, pdfUrl: null } as const;
    playApi({
      'GET /api/admin/orders': () => ({
        ...page('Cliente'),
        orders: [anOrder({ name: 'Cliente', state: 'waiting', paidAt: null, toPay })],
      }),
    });
    await open();
    await buyer('Cliente');
    expect(screen.getByText('Boleto até 04/03')).toBeDefined();
  });

  it('the owner’s order list shows the orders of one coupon, marks those beyond its limit, and shows all again on request', async () => {
    const user = userEvent.setup();
    signIn();
    const asked: (string | null)[] = [];
    playApi({
      'GET /api/admin/orders': ({ url }: { url: URL }) => {
        asked.push(url.searchParams.get('coupon'));
        return { ...page('Ana'), orders: [anOrder({ name: 'Ana', coupon: { code: 'NATAL-10', isBeyond: true } })] };
      },
    });
    const { router } = await open('/dashboard?tab=orders&coupon=NATAL-10');
    await buyer('Ana');
    expect(screen.getByText('Cupom NATAL-10 além do limite')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Com o cupom NATAL-10, tirar este filtro' }));
    await waitFor(() => expect(asked).toEqual(['NATAL-10', null]));
    expect(router.state.location.search).toBe('?tab=orders');
  });

  it('the owner’s order list unfolds an order to show each item with its format and price', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/admin/orders': () => page('Cliente') });
    await open();
    await user.click(await screen.findByText('Pedido nº 1042 · 1 item'));
    const items = within(screen.getByRole('list', { name: 'Itens do pedido 1042' }));
    expect(plain(items.getByRole('listitem').textContent)).toBe('Raízes · PDF · R$ 34,90');
  });

  it('the owner’s order list pages forward and back, and starts each page at its heading', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(threePages);
    const { router } = await open();
    await buyer('Ana');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Anterior' }).disabled).toBe(true);

    await user.click(screen.getByRole('button', { name: 'Próxima' }));
    await buyer('Bia');
    await user.click(screen.getByRole('button', { name: 'Próxima' }));
    await buyer('Cora');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Próxima' }).disabled).toBe(true);
    expect(document.activeElement?.textContent).toBe('Pedidos');

    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await buyer('Bia');
    expect(router.state.location.search).toBe('?tab=orders&before=c');
  });

  it('the owner’s order list filters by the words in the URL, beginning at the first page', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ 'GET /api/admin/orders': () => page('Ana', { nextCursor: 'a' }) });
    const { router } = await open('/dashboard?tab=orders&after=a');
    await user.click(await screen.findByLabelText('Pesquisar pedidos', { selector: 'input' }));
    await user.paste('ana');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('GET /api/admin/orders?q=ana'));
    expect(router.state.location.search).toBe('?tab=orders&q=ana');
  });

  it('the owner’s order list filters by days and state, and can be reset', async () => {
    signIn();
    const asked = playApi({ 'GET /api/admin/orders': () => page('Ana') });
    const { router } = await open('/dashboard?tab=orders&from=2026-03-01');
    fireEvent.change(screen.getByLabelText('Até'), { target: { value: '2026-03-31' } });
    await waitFor(() => expect(router.state.location.search).toContain('to=2026-03-31'));
    fireEvent.change(screen.getByLabelText('Situação'), { target: { value: 'refunded' } });
    await waitFor(() => expect(asked.at(-1)).toBe('GET /api/admin/orders?from=2026-03-01&to=2026-03-31&state=refunded'));
    fireEvent.click(screen.getByText('Limpar filtros'));
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders'));
  });

  it('the owner’s order list filters by a typed day once its year is complete, and follows the URL', async () => {
    signIn();
    const asked = playApi({ 'GET /api/admin/orders': () => page('Ana') });
    const { router } = await open('/dashboard?tab=orders');
    await buyer('Ana');
    let from = screen.getByLabelText<HTMLInputElement>('De');
    for (const typed of ['0002-11-20', '0020-11-20', '0202-11-20']) {
      fireEvent.change(from, { target: { value: typed } });
      await buyer('Ana');
      expect(from.value).toBe(typed);
    }
    fireEvent.blur(from);
    screen.getByText('Escreva a data inteira.');
    fireEvent.change(from, { target: { value: '2026-11-20' } });
    expect(screen.queryByText('Escreva a data inteira.')).toBeNull();
    await waitFor(() => expect(asked).toEqual(['GET /api/admin/orders', 'GET /api/admin/orders?from=2026-11-20']));

    await act(() => router.navigate('/dashboard?tab=orders&from=2026-03-01'));
    expect(from.value).toBe('2026-03-01');
    fireEvent.change(from, { target: { value: '0002-03-01' } });
    fireEvent.click(screen.getByText('Limpar filtros'));
    from = screen.getByLabelText('De');
    await waitFor(() => expect(from.value).toBe(''));
    expect(router.state.location.search).toBe('?tab=orders');
    fireEvent.change(from, { target: { value: '2026-03-01' } });
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders&from=2026-03-01'));
    fireEvent.change(from, { target: { value: '' } });
    await waitFor(() => expect(router.state.location.search).toBe('?tab=orders'));
    await act(() => router.navigate('/dashboard?tab=orders&from=2026-03-01'));
    expect(from.value).toBe('2026-03-01');
  });

  it('the owner’s order list says that nothing matches, and can show all orders again', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({
      'GET /api/admin/orders': ({ url }) =>
        url.searchParams.has('q') ? { orders: [], nextCursor: null, previousCursor: null } : page('Ana'),
    });
    await open('/dashboard?tab=orders&q=zzz');
    expect(await screen.findByRole('heading', { name: 'Nada encontrado' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Mostrar tudo' }));
    await buyer('Ana');
  });

  it('the owner’s order list says that a URL with invalid filters shows nothing', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(threePages);
    await open('/dashboard?tab=orders&after=nonsense');
    expect(await screen.findByRole('heading', { name: 'Este endereço não mostra nada' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Mostrar tudo' }));
    await buyer('Ana');
  });

  it('the owner’s order list copies a buyer’s email address, and confirms it', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/admin/orders': () => page('Cliente') });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copiar cliente@semente.test' }));
    expect(await screen.findByText('E-mail copiado')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('cliente@semente.test');
  });

  it('the owner’s order list exports the filtered orders as a table, or explains why it cannot', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    const asked = playApi({
      'GET /api/admin/orders': () => page('Ana'),
      'GET /api/admin/orders.csv': () =>
        isDown
          ? refused(503, 'service_unavailable')
          : new Response('número', { headers: { 'content-disposition': 'attachment; filename="pedidos.csv"' } }),
    });
    vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => 'blob:orders', revokeObjectURL: () => undefined }));
    const saved: string[] = [];
    const note = (event: Event) => {
      if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
      event.preventDefault();
      saved.push(event.target.download);
    };
    document.addEventListener('click', note);
    await open('/dashboard?tab=orders&q=ana');
    await buyer('Ana');
    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    expect(await screen.findByText(/Não foi possível exportar/)).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Exportar CSV' }));
    await waitFor(() => expect(saved).toEqual(['pedidos.csv']));
    document.removeEventListener('click', note);
    expect(asked.at(-1)).toBe('GET /api/admin/orders.csv?q=ana&locale=pt-BR');
  });

  it('the owner’s order list says that there are no orders yet', async () => {
    signIn();
    playApi({ 'GET /api/admin/orders': () => ({ orders: [], nextCursor: null, previousCursor: null }) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Nenhum pedido ainda' })).toBeDefined();
  });

  it('the owner’s order list reports a loading failure, and retries on request', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/orders': () => (isDown ? refused(500, 'unexpected') : page('Cliente')) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar os pedidos' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await buyer('Cliente');
  });

  it('the owner’s order list redirects customers to their own account', async () => {
    signIn();
    playApi({ 'GET /api/admin/orders': () => refused(403, 'forbidden') });
    await open();
    expect((await screen.findByRole('link', { name: 'Ir para a minha conta' })).getAttribute('href')).toBe('/user-dashboard');
  });
});
