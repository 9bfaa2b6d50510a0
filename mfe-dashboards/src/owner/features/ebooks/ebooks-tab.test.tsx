import type { ListedEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';

const { price: _price, currentPrices: _currentPrices, launch: _launch, ...plain } = anEbook();
const book = (change: Partial<ListedEbook> = {}): ListedEbook => ({
  ...plain,
  state: 'published',
  listPrices: { ...byCurrency(() => null), BRL: toMoney(3_490, 'BRL').minor },
  hasFile: true,
  suggested: byCurrency(() => null),
  fileVersion: 1,
  revision: 1,
  sale: null,
  isOwned: false,
  sold: 12,
  ...change,
});
const list = (...ebooks: ListedEbook[]) => ({ ebooks, nextCursor: null, previousCursor: null });
const open = (locale: 'pt-BR' | 'en' = 'en', search = '') =>
  renderInSite({ routes, at: `/dashboard?tab=ebooks${search}`, preferences: { locale } });
const row = (title: string) => screen.findByRole('row', { name: new RegExp(title) });
beforeEach(() => {
  polyfillDialog();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the owner’s book list', () => {
  it('the owner’s book list shows state, prices, sales and waiting list, and links to each book’s page and shop page', async () => {
    signIn();
    const launch = { at: toInstant('2099-01-01T12:00:00Z'), isSold: false, isOver: false, buyers: 0, pending: 0, waiting: 3 };
    playApi({
      'GET /api/admin/ebooks': () =>
        list(book({ launch }), book({ id: 'b', title: 'Rascunho', state: 'draft', listPrices: byCurrency(() => null), sold: 0 })),
    });
    await open('pt-BR');
    const first = await row('Raízes');
    expect(first.textContent?.replaceAll('\u00a0', ' ')).toMatch(/Em breve.*3 pessoas esperam o aviso.*R\$ 34,90.*12/);
    expect(within(first).getByRole('link', { name: 'Raízes' }).getAttribute('href')).toBe('/dashboard/ebooks/raizes');
    expect(within(first).getByRole('link', { name: 'Ver na loja: Raízes' }).getAttribute('href')).toBe('/shop/ebook/raizes');
    const second = within(await row('Rascunho'));
    expect(second.getByText('Sem preço')).toBeDefined();
    expect(second.queryByRole('link', { name: /^Ver na loja/ })).toBeNull();
  });

  it('the owner’s book list reports a loading failure, and retries', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/ebooks': () => (isDown ? refused(500, 'unexpected') : list(book())) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Failed to load ebooks. Please try again later.' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Raízes')).toBeDefined();
  });

  it('the owner’s book list deletes a book after a confirmation, and restores it when the call fails', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({
      'GET /api/admin/ebooks': () => list(book()),
      'DELETE /api/admin/ebooks/raizes': () => refused(503, 'service_unavailable'),
    });
    await open();
    const menu = within(await row('Raízes'));
    await user.click(menu.getByText('More'));
    await user.click(menu.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete this ebook?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete ebook')).toBeDefined();
    expect(await row('Raízes')).toBeDefined();
    await waitFor(() => expect(asked.filter((call) => call.startsWith('GET /api/admin/ebooks'))).toHaveLength(2));
  });
});

describe('adding a book', () => {
  it('adding a book opens its own page from the button of the book list', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/admin/ebooks': () => list(book()) });
    const { router } = await open();
    await user.click(await screen.findByRole('link', { name: 'Add an eBook' }));
    expect(router.state.location.search).toBe('?tab=ebooks&add=book');
    expect(await screen.findByRole('form', { name: 'Add an eBook' })).toBeDefined();
    await user.click(screen.getByRole('link', { name: /All eBooks/ }));
    expect(await row('Raízes')).toBeDefined();
  });

  it('adding a book starts from the only button of an empty shop', async () => {
    signIn();
    playApi({ 'GET /api/admin/ebooks': () => list() });
    await open();
    await screen.findByRole('heading', { name: 'No eBooks yet' });
    expect(screen.getAllByRole('link', { name: 'Add an eBook' })).toHaveLength(1);
    expect(screen.queryByRole('searchbox', { name: 'Search eBooks' })).toBeNull();
  });
});
