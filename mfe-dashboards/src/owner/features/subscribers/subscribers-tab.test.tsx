import { type AdminSubscriber, AdminSubscriberSchema } from '@site/shared/contracts/admin-subscribers.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './subscribers-tab.tsx';

const aSubscriber = (changes: object = {}): AdminSubscriber =>
  v.parse(AdminSubscriberSchema, {
    id: 's1',
    email: 'ana@leitores.test',
    state: 'confirmed',
    locale: 'pt-BR',
    source: 'footer',
    consentVersion: '2026-11-24',
    consentedAt: '2026-03-01T12:00:00.000Z',
    confirmedAt: '2026-03-02T12:00:00.000Z',
    unsubscribedAt: null,
    bouncedAt: null,
    reason: null,
    ...changes,
  });
const list = (...subscribers: AdminSubscriber[]) => ({ subscribers, nextCursor: null, previousCursor: null });
const open = (query = '') => openTab(Component, '/dashboard', `/dashboard?tab=subscribers${query}`);

afterEach(() => vi.unstubAllGlobals());

describe('the subscriber list', () => {
  it('the subscriber list shows each subscriber’s state, its date and the consent', async () => {
    signIn();
    playApi({ 'GET /api/admin/subscribers': () => list(aSubscriber()) });
    await open();
    const row = (await screen.findByRole('rowheader', { name: /ana@leitores\.test/ })).closest('tr');
    expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
      'Confirmado',
      '2 de mar. de 2026',
      'Rodapé: outras páginas · português',
      'Texto de consentimento de 2026-11-24, 1 de mar. de 2026',
    ]);
  });

  it('the subscriber list explains why an address no longer gets newsletter issues', async () => {
    signIn();
    const left = { state: 'unsubscribed', unsubscribedAt: '2026-03-03T12:00:00.000Z', reason: 'complaint' };
    playApi({ 'GET /api/admin/subscribers': () => list(aSubscriber(left)) });
    await open();
    const row = (await screen.findByRole('rowheader', { name: /ana@leitores\.test/ })).closest('tr');
    expect(row?.querySelector('td')?.textContent).toBe('CanceladoMarcou uma carta como spam');
  });

  it('the subscriber list filters by state and source, and keeps the filters in the URL', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ 'GET /api/admin/subscribers': () => list(aSubscriber()) });
    const { router } = await open('&q=ana&after=c1');
    await screen.findByRole('rowheader', { name: /ana@leitores\.test/ });
    await user.selectOptions(screen.getByLabelText('Situação'), 'Cancelado');
    await vi.waitFor(() => expect(asked.at(-1)).toBe('GET /api/admin/subscribers?q=ana&state=unsubscribed'));
    expect(router.state.location.search).toBe('?tab=subscribers&q=ana&state=unsubscribed');
    await user.selectOptions(screen.getByLabelText('Origem'), 'Rodapé: página inicial');
    await vi.waitFor(() => expect(asked.at(-1)).toBe('GET /api/admin/subscribers?q=ana&state=unsubscribed&source=home'));
  });

  it('the subscriber list says that loading failed, and that there are no subscribers', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/subscribers': () => (isDown ? refused(500, 'unexpected') : list()) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar os inscritos' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('heading', { name: 'Nenhuma inscrição ainda' })).toBeDefined();
  });
});
