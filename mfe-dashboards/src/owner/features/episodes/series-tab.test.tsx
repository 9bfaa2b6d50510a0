import type { AdminEpisodeSeries } from '@site/shared/contracts/episode-series.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './series-tab.tsx';

const part = (number: number, away: 'draft' | 'hidden' | null = null) => ({ id: `e-${number}`, title: `Episódio ${number}`, away });
const rute: AdminEpisodeSeries = {
  id: 's-1',
  slug: 'rute',
  title: 'Rute, devagar',
  description: '',
  episodes: [part(1), part(2, 'draft'), part(3)],
  revision: 4,
};
const listed = (number: number) => ({
  ...{ id: `e-${number}`, slug: `e-${number}`, title: `Episódio ${number}`, publishedAt: '2026-03-01T12:00:00Z', durationSeconds: 60 },
  ...{ picture: null, state: 'shown', origin: 'own' },
});
const podcast = (series: readonly AdminEpisodeSeries[] = [rute]) => ({
  'GET /api/admin/episode-series': () => ({ series }),
  'GET /api/admin/episodes': () => ({ episodes: [1, 2, 3, 4].map(listed), nextCursor: null, previousCursor: null }),
});
const open = (search = '') => openTab(Component, '/dashboard', `/dashboard?tab=episode-series${search}`);
const form = async () => within(await screen.findByRole('form', { name: 'Série' }));
const order = () =>
  within(screen.getByRole('group', { name: 'Episódios, na ordem' }))
    .getAllByRole('listitem')
    .flatMap(({ textContent }) => textContent?.match(/^\dEpisódio \d/) ?? []);

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the series tab', () => {
  it('the series tab explains an empty list, and otherwise counts the episodes that visitors do not see', async () => {
    playApi(podcast([]));
    await open();
    expect(await screen.findByText('Ainda não há séries')).toBeDefined();
    cleanup();
    playApi(podcast());
    await open();
    expect((await screen.findByRole('row', { name: /Rute, devagar/ })).textContent).toContain('3, 1 fora do site');
  });

  it('the series tab creates a series from searched episodes, and reports missing values at their fields', async () => {
    const user = userEvent.setup();
    const asked = playApi({ ...podcast([]), 'POST /api/admin/episode-series': () => rute });
    await open('&series=new');
    await user.click((await form()).getByRole('button', { name: 'Salvar' }));
    expect((await form()).getByText('Escreva um título.')).toBeDefined();
    expect((await form()).getByText('Escolha pelo menos um episódio.')).toBeDefined();
    expect(asked.sent).toEqual([]);
    await user.type((await form()).getByLabelText('Título'), 'Rute, devagar');
    await user.click(await screen.findByRole('button', { name: 'Episódio 3' }));
    await user.click(screen.getByRole('button', { name: 'Episódio 1' }));
    await user.click((await form()).getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('link', { name: 'Nova série' })).toBeDefined();
    expect(asked.sent).toEqual([{ title: 'Rute, devagar', description: '', episodeIds: ['e-3', 'e-1'] }]);
    // The saved draft is gone.
    await user.click(screen.getByRole('link', { name: 'Nova série' }));
    expect((await form()).getByLabelText<HTMLInputElement>('Título').value).toBe('');
  });

  it('the series tab moves an episode with the keyboard and saves the order', async () => {
    const user = userEvent.setup();
    const asked = playApi({ ...podcast(), 'PUT /api/admin/episode-series/s-1': () => rute });
    await open('&series=s-1');
    await waitFor(() => expect(order()).toEqual(['1Episódio 1', '2Episódio 2', '3Episódio 3']));
    expect((await form()).getByText('Rascunho')).toBeDefined();
    (await form()).getByRole('button', { name: /Episódio 3.*(subir|cima)|(Subir|cima).*Episódio 3/i }).focus();
    await user.keyboard('{Enter}');
    expect(order()).toEqual(['1Episódio 1', '2Episódio 3', '3Episódio 2']);
    await user.click((await form()).getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(asked.sent).toEqual([expect.objectContaining({ episodeIds: ['e-1', 'e-3', 'e-2'], revision: 4 })]));
  });

  it('the series tab says which other series has an episode', async () => {
    const user = userEvent.setup();
    playApi(podcast());
    await open('&series=new');
    await user.click(await screen.findByRole('button', { name: 'Episódio 1' }));
    expect(await screen.findByText(/^“Episódio 1” já está na série “Rute, devagar”/)).toBeDefined();
  });

  it('the series tab shows both versions of a series that another admin saved', async () => {
    const user = userEvent.setup();
    let saved = rute;
    playApi({
      ...podcast(),
      'GET /api/admin/episode-series': () => ({ series: [saved] }),
      'PUT /api/admin/episode-series/s-1': () => {
        saved = { ...rute, episodes: [part(3), part(1)], revision: 5 };
        return refused(409, 'changed_meanwhile');
      },
    });
    await open('&series=s-1');
    await user.type((await form()).getByLabelText('Descrição'), 'Nova');
    await user.click((await form()).getByRole('button', { name: 'Salvar' }));
    const conflict = within(await screen.findByRole('region', { name: 'Outra pessoa salvou esta série enquanto você editava' }));
    expect(conflict.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'DescriçãoSalvo agora—Nesta páginaNova',
      'Episódios, na ordemSalvo agoraEpisódio 3, Episódio 1Nesta páginaEpisódio 1, Episódio 2, Episódio 3',
    ]);
  });

  it('the series tab deletes a series behind “Mais”, after a confirmation', async () => {
    const user = userEvent.setup();
    const asked = playApi({ ...podcast(), 'DELETE /api/admin/episode-series/s-1': () => new Response(null, { status: 204 }) });
    await open();
    const row = within(await screen.findByRole('row', { name: /Rute, devagar/ }));
    await user.click(row.getByText('Mais'));
    await user.click(row.getByRole('button', { name: /^Excluir/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Excluir a série “Rute, devagar”?' }));
    await user.click(dialog.getByRole('button', { name: 'Excluir' }));
    await waitFor(() => expect(asked.sent).toEqual([{ revision: 4 }]));
  });
});
