import { type Channel, ChannelSchema } from '@site/shared/contracts/admin-episodes.ts';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, signIn } from '../../../testing/signed-in.ts';
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
/** Returns the channel's panel once it has loaded: the panel is on the page before that. */
async function channel(): Promise<HTMLElement> {
  const region = await screen.findByRole('region', { name: 'Canal' });
  await waitFor(() => expect(region.textContent).not.toContain('Carregando'));
  return region;
}

afterEach(() => vi.unstubAllGlobals());

it('the channel panel explains a wrong channel, and shows the result of a sync', async () => {
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

it('the channel panel says that no channel is configured, and where to change that', async () => {
  signIn();
  playApi({ 'GET /api/admin/channel': () => aChannel({ channel: null, lastReading: null }), 'GET /api/admin/episodes': () => nothing });
  await openTab(Component, '/dashboard', '/dashboard?tab=episodes');
  expect((await channel()).textContent).toContain('O site não tem canal');
  expect(screen.queryByRole('button', { name: 'Sincronizar agora' })).toBeNull();
});
