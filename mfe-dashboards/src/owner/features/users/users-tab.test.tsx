import type { User } from '@site/shared/contracts/admin-users.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './users-tab.tsx';

const aUser = (changes: Partial<User> = {}): User => ({
  uid: 'uid-2',
  displayName: 'Ana Souza',
  email: 'ana@leitores.test',
  photoURL: null,
  createdAt: toInstant('2026-01-02T12:00:00Z'),
  firstPurchaseAt: toInstant('2026-02-03T12:00:00Z'),
  lastPurchaseAt: toInstant('2026-03-04T12:00:00Z'),
  orders: 2,
  ...changes,
});
const list = (...users: User[]) => ({ users, nextCursor: null, previousCursor: null });
const open = (at = '/dashboard?tab=users') => openTab(Component, '/dashboard', at);
const row = async (name: RegExp) => within((await screen.findByRole('rowheader', { name })).closest('tr') as HTMLElement);

afterEach(() => vi.unstubAllGlobals());

describe('the user list', () => {
  it('the user list shows name, email, first and last purchase, with links to the orders', async () => {
    signIn();
    playApi({
      'GET /users': () =>
        list(
          aUser(),
          aUser({ uid: 'uid-3', displayName: null, email: 'bia@leitores.test', orders: 0, firstPurchaseAt: null, lastPurchaseAt: null }),
        ),
    });
    await open();
    const ana = await row(/Ana Souza/);
    expect(ana.getByText('AS')).toBeDefined();
    expect(ana.getByText('3 de fev. de 2026')).toBeDefined();
    expect(ana.getByText('4 de mar. de 2026')).toBeDefined();
    expect(ana.getByRole('link', { name: '2, pedidos de Ana Souza' }).getAttribute('href')).toBe(
      '/dashboard?tab=orders&q=ana%40leitores.test',
    );
    const bia = await row(/bia@leitores\.test/);
    expect(bia.getByText('B')).toBeDefined();
    expect(bia.getAllByText('nenhuma')).toHaveLength(2);
  });

  it('the user list keeps a user’s initials when the picture is unavailable', async () => {
    signIn();
    const asked = playApi({
      'GET /users': () => list(aUser({ photoURL: '/user-photo/uid-2' })),
      'GET /user-photo/uid-2': () => refused(404, 'not_found'),
    });
    await open();
    expect((await row(/Ana Souza/)).getByText('AS')).toBeDefined();
    await waitFor(() => expect(asked).toContain('GET /user-photo/uid-2'));
    expect((await row(/Ana Souza/)).getByText('AS')).toBeDefined();
  });

  it('the user list searches users, and says if none was found', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /users': ({ url }) => (url.searchParams.get('q') === 'zzz' ? list() : list(aUser())) });
    await open();
    await row(/Ana Souza/);
    await user.click(screen.getByRole('searchbox', { name: 'Pesquisar usuários' }));
    await user.keyboard('zzz{Enter}');
    expect(await screen.findByRole('heading', { name: 'Nada encontrado' })).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Mostrar tudo' }));
    await row(/Ana Souza/);
  });

  it('the user list reports a loading failure, and retries', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /users': () => (isDown ? refused(500, 'unexpected') : list(aUser())) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar os usuários' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await row(/Ana Souza/);
  });
});
