import { type Channel, ChannelSchema } from '@site/shared/contracts/admin-episodes.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './episodes-tab.tsx';

const at = '2026-03-01T12:00:00.000Z';
const aChannel = (changes: object = {}): Channel =>
  v.parse(ChannelSchema, {
    channel: { id: 'UCraiz', url: 'https://videos.test/UCraiz' },
    isReading: false,
    lastReading: { at, error: null, added: 0, changed: 0, removed: 0 },
    syncedAt: at,
    shown: 23,
    hidden: 1,
    ...changes,
  });
const nothing = { episodes: [], nextCursor: null, previousCursor: null };
/** Returns the channel's panel once its data has loaded. The empty panel is on the page before that. */
async function channel(): Promise<HTMLElement> {
  const region = await screen.findByRole('region', { name: 'Canal' });
  await waitFor(() => expect(region.textContent).not.toContain('Carregando'));
  return region;
}

afterEach(() => vi.unstubAllGlobals());

it('the channel panel explains a wrong channel address, and shows the result of a sync', async () => {
  const user = userEvent.setup();
  signIn();
  let now = aChannel({ lastReading: { at, error: 'channel_not_found', added: 0, changed: 0, removed: 0 } });
  playApi({
    'GET /api/admin/channel': () => now,
    'GET /api/admin/episodes': () => nothing,
    'POST /api/admin/channel-readings': () => {
      now = aChannel({ lastReading: { at, error: null, added: 2, changed: 1, removed: 0 } });
      return { outcome: 'read', reason: null };
    },
  });
  await openTab(Component, '/dashboard', '/dashboard?tab=episodes');
  expect((await channel()).textContent).toMatch(
    /23 episódios no site · 1 oculto.*O YouTube não encontra mais o canal do site.*toque em “Sincronizar agora”/,
  );
  await user.click(screen.getByRole('button', { name: 'Sincronizar agora' }));
  expect(await screen.findByText(/2 episódios novos, 1 mudou\.$/)).toBeDefined();
  expect((await channel()).textContent).not.toContain('O YouTube não encontra');
});

it('an empty episode list offers a new episode and the channel, and keeps a title that could not be sent', async () => {
  const user = userEvent.setup();
  polyfillDialog();
  signIn();
  playApi({
    'GET /api/admin/channel': () => aChannel({ channel: null, lastReading: null }),
    'GET /api/admin/episodes': () => nothing,
    'POST /api/admin/episodes': ({ body }) => {
      expect(body).toEqual({ title: 'Rute' });
      return refused(503, 'service_unavailable');
    },
  });
  await openTab(Component, '/dashboard', '/dashboard?tab=episodes');
  expect((await screen.findByRole('link', { name: 'Conectar o canal' })).getAttribute('href')).toContain('block=channel');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Canal' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Novo episódio' }));
  await user.click(screen.getByRole('button', { name: 'Criar rascunho' }));
  expect(await screen.findByText('Escreva um título.')).toBeDefined();
  await user.type(screen.getByLabelText('Título'), 'Rute');
  await user.click(screen.getByRole('button', { name: 'Criar rascunho' }));
  expect(await screen.findByText(/O rascunho não foi criado/)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Título').value).toBe('Rute');
});

it('the channel panel says that the channel was removed', async () => {
  signIn();
  playApi({ 'GET /api/admin/channel': () => aChannel({ channel: null }), 'GET /api/admin/episodes': () => nothing });
  await openTab(Component, '/dashboard', '/dashboard?tab=episodes');
  expect((await channel()).textContent).toContain('O site não tem canal');
  expect(screen.queryByRole('button', { name: 'Sincronizar agora' })).toBeNull();
});
