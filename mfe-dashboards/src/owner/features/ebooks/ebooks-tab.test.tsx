import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
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

const { price: _price, prices: _prices, launch: _launch, ...plain } = anEbook();
const book = (change: Partial<AdminEbook> = {}): AdminEbook => ({
  ...plain,
  state: 'published',
  prices: { ...byCurrency(() => null), BRL: toMoney(3_490, 'BRL').minor },
  hasFile: true,
  suggested: byCurrency(() => null),
  fileVersion: 1,
  revision: 1,
  sale: null,
  isOwned: false,
  ...change,
});
const list = (...ebooks: AdminEbook[]) => ({ ebooks, nextCursor: null, previousCursor: null });
const open = (locale: 'pt-BR' | 'en' = 'en') => renderInSite({ routes, at: '/dashboard?tab=ebooks', preferences: { locale } });
beforeEach(() => polyfillDialog());
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the owner’s books', () => {
  it('are shown with state and prices', async () => {
    signIn();
    playApi({
      'GET /api/admin/ebooks': () => list(book(), book({ id: 'b', title: 'Rascunho', state: 'draft', prices: byCurrency(() => null) })),
    });
    await open('pt-BR');
    const [first, second] = await screen.findAllByRole('article');
    expect(first?.textContent?.replaceAll('\u00a0', ' ')).toContain('R$ 34,90');
    expect(within(first as HTMLElement).getByText('Publicado')).toBeDefined();
    expect(within(second as HTMLElement).getByText('Sem preço')).toBeDefined();
  });

  it('that could not be loaded say so, and are asked for again', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/ebooks': () => (isDown ? refused(500, 'unexpected') : list(book())) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Failed to load ebooks. Please try again later.' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('article')).toBeDefined();
  });

  it('are deleted after a question, and are back when that fails', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({
      'GET /api/admin/ebooks': () => list(book()),
      'DELETE /api/admin/ebooks/raizes': () => refused(503, 'service_unavailable'),
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Delete: Raízes' }));
    const dialog = screen.getByRole('dialog', { name: 'Are you sure you want to delete this ebook?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete ebook')).toBeDefined();
    expect(await screen.findByRole('article')).toBeDefined();
    await waitFor(() => expect(asked.filter((call) => call.startsWith('GET /api/admin/ebooks'))).toHaveLength(2));
  });
});
