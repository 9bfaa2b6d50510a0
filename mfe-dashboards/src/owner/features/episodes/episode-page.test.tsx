import { type AdminEpisode, AdminEpisodeSchema, type EpisodeDraft } from '@site/shared/contracts/admin-episodes.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './episode-page.tsx';

const began: AdminEpisode = v.parse(AdminEpisodeSchema, {
  id: 'rZp4Lq0TnWa',
  slug: 'rute',
  title: 'Rute',
  publishedAt: '2026-03-01T12:00:00.000Z',
  durationSeconds: 2_841,
  picture: null,
  state: 'shown',
  origin: 'channel',
  audio: null,
  publishAt: null,
  season: null,
  number: null,
  kind: 'full',
  description: '',
  media: null,
  isHidden: false,
  ownSlug: '',
  categories: ['Velha'],
  notes: { 'pt-BR': '', en: '' },
  ebooks: [],
  hasOwnPicture: false,
  revision: 1,
  themes: ['Ruth', 'Apocalipse'],
});

/** Mocks the API with one episode. The mock rejects a slug that is taken, and a save with an old revision. */
function playEpisode(held: () => Promise<void> = async () => undefined) {
  let episode = began;
  const saved: EpisodeDraft[] = [];
  playApi({
    [`GET /api/admin/episodes/${began.id}`]: () => episode,
    [`GET /api/admin/episodes/${began.id}/free-slug`]: ({ url }) => ({ slug: `${url.searchParams.get('slug')}-2` }),
    'GET /api/admin/visits/page': () => ({ views: 9, plays: 3, listens: 12, downloads: 1_234, sources: [] }),
    'GET /api/ebooks': () => ({ ebooks: [], total: 0, isTotalCapped: false, nextCursor: null }),
    [`PUT /api/admin/episodes/${began.id}`]: async ({ body }) => {
      const { revision, ...written } = body as EpisodeDraft & { revision: number };
      await held();
      if (revision !== episode.revision) return refused(409, 'changed_meanwhile');
      const fields = { ownSlug: 'slug_taken' };
      if (written.ownSlug === 'noemi')
        return Response.json({ error: { code: 'invalid_input', message: '', requestId: 'request-1', fields } }, { status: 400 });
      saved.push(written);
      episode = { ...episode, ...(written as Partial<AdminEpisode>), state: written.isHidden ? 'hidden' : 'shown', revision: revision + 1 };
      return episode;
    },
  });
  return {
    saved,
    changeElsewhere: (change: Partial<AdminEpisode>) => {
      episode = { ...episode, ...change, revision: episode.revision + 1 };
    },
  };
}

const open = () => openTab(Component, '/dashboard/episodes/:id', `/dashboard/episodes/${began.id}`);
const save = () => screen.getByRole('button', { name: 'Salvar' });
const slug = () => screen.findByLabelText<HTMLInputElement>('Endereço próprio');

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('an episode is saved with its categories, including one that no longer exists', async () => {
  const user = userEvent.setup();
  const { saved } = playEpisode();
  await open();
  await user.selectOptions(await screen.findByLabelText('Quem vê'), 'hidden');
  await user.click(screen.getByRole('checkbox', { name: /^Velha/ }));
  await user.click(screen.getByRole('checkbox', { name: 'Ruth' }));
  await user.type(screen.getByLabelText('Em português'), 'Leia antes.');
  await user.click(save());
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toEqual({
    ...{ isHidden: true, ownSlug: '', categories: ['Ruth'], notes: { 'pt-BR': 'Leia antes.', en: '' }, ebooks: [] },
    ...{ season: null, number: null, kind: 'full' },
  });
  expect(await screen.findByText('Oculto')).toBeDefined();
});

it('an invalid episode slug is rejected in the browser, and a free slug is offered for a taken one', async () => {
  const user = userEvent.setup();
  const { saved } = playEpisode();
  await open();
  await user.type(await slug(), 'não é');
  await user.click(save());
  expect(await screen.findByText(/Use só letras minúsculas/)).toBeDefined();
  await user.clear(await slug());
  await user.type(await slug(), 'noemi');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Usar noemi-2' }));
  await user.click(save());
  await waitFor(() => expect(saved.map(({ ownSlug }) => ownSlug)).toEqual(['noemi-2']));
});

it('the page of an episode that another admin saved shows both versions, and overwrites only by choice', async () => {
  const user = userEvent.setup();
  const { saved, changeElsewhere } = playEpisode();
  await open();
  await user.type(await slug(), 'rute-e-noemi');
  changeElsewhere({ categories: ['Apocalipse'] });
  await user.click(save());
  const conflict = await screen.findByRole('region', { name: /Outra pessoa salvou este episódio/ });
  expect(conflict.textContent).toContain('Salvo agoraApocalipse');
  await user.click(within(conflict).getByRole('button', { name: 'Ficar com esta página' }));
  await user.click(save());
  await waitFor(() => expect(saved).toMatchObject([{ ownSlug: 'rute-e-noemi', categories: ['Velha'] }]));
});

it('the episode form keeps what the owner types during a save', async () => {
  const user = userEvent.setup();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { saved } = playEpisode(() => held);
  await open();
  await user.type(await slug(), 'rute');
  await user.click(save());
  await user.type(await slug(), '-1');
  release();
  await waitFor(() => expect(saved).toMatchObject([{ ownSlug: 'rute' }]));
  await user.click(await screen.findByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(saved).toMatchObject([{ ownSlug: 'rute' }, { ownSlug: 'rute-1' }]));
});

it('the page of an episode shows its plays and downloads to members who may see numbers', async () => {
  playEpisode();
  await open();
  expect((await screen.findByText(/Reproduções em 25 meses/)).textContent).toBe(
    'Reproduções em 25 meses: 12 de áudio, 3 de vídeo · Downloads: 1.234 · Ver em Análises',
  );
  cleanup();
  signIn({}, ['content']);
  playEpisode();
  await open();
  await slug();
  expect(screen.queryByText(/Reproduções em/)).toBeNull();
});
