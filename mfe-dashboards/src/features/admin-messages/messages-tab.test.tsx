import { type AdminMessage, AdminMessageSchema } from '@site/shared/contracts/admin-messages.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../testing/signed-in.ts';
import { Component } from './messages-tab.tsx';

const aMessage = (changes: object = {}): AdminMessage =>
  v.parse(AdminMessageSchema, {
    id: 'm1',
    number: 1001,
    name: 'Ana Souza',
    email: 'ana@leitores.test',
    subject: 'ebook_support',
    message: 'Não consigo abrir.\nPode ajudar?',
    locale: 'pt-BR',
    state: 'new',
    receivedAt: '2026-03-01T12:00:00.000Z',
    ...changes,
  });
const list = (...messages: AdminMessage[]) => ({ messages, nextCursor: null, previousCursor: null });
const open = (query = '') => openTab(Component, '/dashboard', `/dashboard?tab=messages${query}`);

afterEach(() => vi.unstubAllGlobals());

describe('the messages', () => {
  it('open to be read and answered by mail', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/admin/messages': () => list(aMessage()) });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    expect(screen.getByText('Ajuda com um eBook')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Responder por e-mail' }).getAttribute('href')).toContain(
      'mailto:ana%40leitores.test?subject=',
    );
  });

  it('are marked, and shown as they are then', async () => {
    const user = userEvent.setup();
    signIn();
    let state = 'new';
    const bodies: unknown[] = [];
    playApi({
      'GET /api/admin/messages': () => list(aMessage({ state })),
      'PUT /api/admin/messages/m1/state': ({ body }) => {
        bodies.push(body);
        state = 'answered';
        return aMessage({ state });
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.click(screen.getByRole('button', { name: 'Marcar como respondida' }));
    expect(await screen.findByRole('button', { name: 'Marcar como nova' })).toBeDefined();
    expect(bodies).toEqual([{ state: 'answered', previousState: 'new' }]);
    expect(await screen.findByText('Mensagem marcada como respondida')).toBeDefined();
  });

  it('say that another admin marked one meanwhile, and show how', async () => {
    const user = userEvent.setup();
    signIn();
    let state = 'new';
    playApi({
      'GET /api/admin/messages': () => list(aMessage({ state })),
      'PUT /api/admin/messages/m1/state': () => {
        state = 'spam';
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByText('Ana Souza'));
    await user.click(screen.getByRole('button', { name: 'Marcar como respondida' }));
    expect(await screen.findByText(/Alguém mudou isto enquanto você olhava/)).toBeDefined();
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Marcar como spam' })).toBeNull());
  });

  it.each([
    ['', 'Nenhuma mensagem ainda'],
    ['&q=xyz', 'Nada encontrado'],
    ['&state=spam', 'Nada encontrado'],
  ])('at %j are none: %s', async (query, title) => {
    signIn();
    playApi({ 'GET /api/admin/messages': () => list() });
    await open(query);
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
  });
});
