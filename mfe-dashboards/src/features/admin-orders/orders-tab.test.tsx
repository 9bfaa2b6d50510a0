// @vitest-environment jsdom
import { anOrder } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../testing/admin-routes.ts';
import { playApi, refused, signIn } from '../../testing/signed-in.ts';
import './orders-tab.tsx';

const open = (at = '/dashboard?tab=orders') => renderInSite({ routes, at });

afterEach(() => vi.unstubAllGlobals());

const PAGES: Readonly<Record<string, { name: string; nextCursor: string | null }>> = {
  '': { name: 'Ana', nextCursor: 'c1' },
  c1: { name: 'Bia', nextCursor: 'c2' },
  c2: { name: 'Cora', nextCursor: null },
};

/** Three pages of one order each. */
const threePages = {
  'GET /api/completed-orders': ({ url }: { url: URL }) => {
    const page = PAGES[url.searchParams.get('after') ?? ''];
    if (!page) return refused(400, 'invalid_input');
    return { orders: [anOrder({ id: page.name, name: page.name })], nextCursor: page.nextCursor };
  },
};

const buyer = (name: string) => screen.findByRole('rowheader', { name });

describe('the owner’s orders', () => {
  it('are a table with day, buyer, e-mail, state and total', async () => {
    signIn();
    playApi({ 'GET /api/completed-orders': () => ({ orders: [anOrder()], nextCursor: null }) });
    await open();
    const row = (await buyer('Cliente')).closest('tr');
    expect(row?.textContent?.replaceAll('\u00a0', ' ')).toContain('1 de mar. de 2026Cliente');
    expect(within(row as HTMLElement).getByText('cliente@semente.test')).toBeDefined();
    expect(within(row as HTMLElement).getByText('Pago')).toBeDefined();
    expect(within(row as HTMLElement).getByText(/34,90/)).toBeDefined();
    expect(screen.queryByRole('navigation', { name: 'Páginas de pedidos' })).toBeNull();
  });

  it('open to show each item with its format and price', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/completed-orders': () => ({ orders: [anOrder()], nextCursor: null }) });
    await open();
    const toggle = await screen.findByRole('button', { name: '1 item, Itens do pedido 1042', expanded: false });
    expect(screen.queryByRole('table', { name: 'Itens do pedido 1042' })).toBeNull();
    await user.click(toggle);
    const items = within(screen.getByRole('table', { name: 'Itens do pedido 1042' }));
    expect(items.getAllByRole('row')[1]?.textContent?.replaceAll('\u00a0', ' ')).toBe('RaízesPDFR$ 34,90');
    await user.click(toggle);
    expect(screen.queryByRole('table', { name: 'Itens do pedido 1042' })).toBeNull();
  });

  it('go forward and back, and begin at their heading each time', async () => {
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
    expect(screen.getByText('Página 3')).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Pedidos');

    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await buyer('Bia');
    expect(router.state.location.search).toBe('?tab=orders&after=c1');
    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await buyer('Ana');
    expect(router.state.location.search).toBe('?tab=orders');
  });

  it('go back to the first page from an address whose way is not known', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(threePages);
    await open('/dashboard?tab=orders&after=c2');
    await buyer('Cora');
    expect(screen.queryByText(/Página \d/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Anterior' }));
    await buyer('Ana');
    expect(screen.getByText('Página 1')).toBeDefined();
  });

  it('say that a page does not exist when the address was made up', async () => {
    const user = userEvent.setup();
    signIn();
    playApi(threePages);
    await open('/dashboard?tab=orders&after=nonsense');
    expect(await screen.findByRole('heading', { name: 'Esta página de pedidos não existe' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Voltar à primeira página' }));
    await buyer('Ana');
  });

  it('copy a buyer’s e-mail and say so', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/completed-orders': () => ({ orders: [anOrder()], nextCursor: null }) });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Copiar cliente@semente.test' }));
    expect(await screen.findByText('E-mail copiado')).toBeDefined();
    expect(await navigator.clipboard.readText()).toBe('cliente@semente.test');
  });

  it('say that nobody has bought yet', async () => {
    signIn();
    playApi({ 'GET /api/completed-orders': () => ({ orders: [], nextCursor: null }) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Nenhum pedido ainda' })).toBeDefined();
  });

  it('say that they could not be loaded, and try again when asked', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/completed-orders': () => (isDown ? refused(500, 'unexpected') : { orders: [anOrder()], nextCursor: null }) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar os pedidos' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await buyer('Cliente');
  });

  it('are not for customers, who are led to their own account', async () => {
    signIn();
    const asked = playApi({ 'GET /api/completed-orders': () => refused(403, 'forbidden') });
    await open();
    expect((await screen.findByRole('link', { name: 'Ir para a minha conta' })).getAttribute('href')).toBe('/user-dashboard');
    await waitFor(() => expect(asked).toHaveLength(1));
  });
});
