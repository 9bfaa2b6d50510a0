import { permissionsOf } from '@site/shared/contracts/team.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import { stubResizeObserver } from '../../testing/stub-resize-observer.ts';

const none = { tasks: [], counts: { orders: 0, messages: 0, ebooks: 0, support: 0 } };
const open = (at: string) => renderInSite({ routes, at });
const linksIn = (place: HTMLElement) =>
  within(place)
    .getAllByRole('link', { hidden: true })
    .map((link) => link.textContent);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(stubResizeObserver);
afterEach(() => vi.unstubAllGlobals());

describe('a support member’s area', () => {
  it('a support member’s area shows the sections of the role, and loads no statistics', async () => {
    signIn({}, permissionsOf.support);
    const asked = playApi({ 'GET /api/admin/tasks': () => none });
    await open('/dashboard');
    await heading('Início');
    expect(linksIn(screen.getByRole('navigation', { hidden: true }))).toEqual([
      ...['Início', 'Avaliações', 'Vendas', 'Mensagens', 'Precisa de ajuda?', 'Ver o site'],
    ]);
    expect([...new Set(asked)]).toEqual(['GET /api/admin/tasks']);
  });

  it.each(['/dashboard?tab=ebooks', '/dashboard?tab=team', '/dashboard/ebooks/raizes'])(
    'a page without permission (%s) says whom to ask, and loads none of its data',
    async (at) => {
      signIn({}, permissionsOf.support);
      const asked = playApi({ 'GET /api/admin/tasks': () => none });
      await open(at);
      await heading('Esta página não é da sua função');
      expect(screen.getByRole('link', { name: 'Ir para o início' }).getAttribute('href')).toBe('/dashboard');
      expect([...new Set(asked)]).toEqual(['GET /api/admin/tasks']);
    },
  );
});

it('an editor’s overview shows the numbers without the audit log or links to people', async () => {
  signIn({}, permissionsOf.editor);
  const nothing = { today: [], week: [], month: [] };
  playApi({
    'GET /api/admin/tasks': () => none,
    'GET /api/stats': () => ({
      ...{ today: 3, week: 3, month: 3, completedOrders: 3, users: { total: 3, newThisWeek: 0 } },
      ...{
        takings: nothing,
        takingsBefore: nothing,
        curve: [],
        refunds: nothing,
        fees: nothing,
        disputes: nothing,
        topProducts: [],
        recentEntries: null,
      },
    }),
  });
  await open('/dashboard');
  expect(await screen.findByRole('heading', { level: 2, name: 'Compras de hoje' })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Compras de hoje' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Mudanças recentes' })).toBeNull();
});

it('the admin area keeps open pages when the session expires', async () => {
  signIn({}, permissionsOf.support);
  playApi({ 'GET /api/admin/tasks': () => none });
  await open('/dashboard');
  await heading('Início');
  act(() => sessionStore.setState({ session: { status: 'signed-out' } }));
  expect(screen.getByRole('heading', { level: 1, name: 'Início' })).toBeDefined();
});
