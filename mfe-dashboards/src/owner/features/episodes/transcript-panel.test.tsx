import { type AdminEpisode, AdminEpisodeSchema } from '@site/shared/contracts/admin-episodes.ts';
import type { Cue } from '@site/shared/contracts/transcript-rules.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { TranscriptPanel } from './transcript-panel.tsx';

const episode: AdminEpisode = v.parse(AdminEpisodeSchema, {
  ...{ id: 'rZp4Lq0TnWa', slug: 'rute', title: 'Rute', publishedAt: '2026-03-01T12:00:00.000Z', durationSeconds: 130, picture: null },
  ...{ state: 'shown', origin: 'channel', description: '', media: null, audio: null, season: null, number: null, kind: 'full' },
  ...{ publishAt: null, isHidden: false, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] },
  ...{ hasOwnPicture: false, revision: 1, themes: [] },
});
const CUES: Cue[] = [
  [0, 4_000, 'A istoria de Rute', 'Marina'],
  [4_000, 8_000, 'começa com fome.', 'Marina'],
  [120_000, 130_000, 'E termina com pão.', 'Marina'],
];
const path = `/api/admin/episodes/${episode.id}/transcripts`;

/** Mocks the API with the Portuguese transcript. The mock rejects a correction with an old revision. */
function playTranscript(cues: Cue[] = CUES) {
  let stored = { locale: 'pt-BR', cues, revision: cues.length > 0 ? 1 : 0 };
  const corrected: unknown[] = [];
  playApi({
    [`GET ${path}/pt-BR`]: () => stored,
    [`GET ${path}/en`]: () => ({ locale: 'en', cues: [], revision: 0 }),
    'POST /api/admin/transcript-readings': ({ body }) =>
      (body as { file: string }).file === btoa('<html>')
        ? refused(400, 'invalid_input', { fields: { file: 'markup' } })
        : { cues: [[0, 300_000, 'Outra história.', 'Ana']] },
    [`PUT ${path}/pt-BR`]: ({ body }) => {
      stored = { ...stored, cues: [[0, 300_000, 'Outra história.', 'Ana']], revision: (body as { revision: number }).revision + 1 };
      return stored;
    },
    [`PUT ${path}/pt-BR/paragraph`]: ({ body }) => {
      const { from, to, text, revision } = body as { from: number; to: number; text: string; revision: number };
      if (revision !== stored.revision) return refused(409, 'changed_meanwhile');
      corrected.push({ from, to, text });
      stored = { ...stored, cues: [[0, 8_000, text, 'Marina'], ...stored.cues.slice(to)], revision: revision + 1 };
      return stored;
    },
    [`DELETE ${path}/pt-BR`]: () => {
      stored = { ...stored, cues: [], revision: 0 };
      return stored;
    },
  });
  return {
    corrected,
    changeElsewhere: (text: string) => {
      stored = { ...stored, cues: [[0, 8_000, text, 'Marina'], ...CUES.slice(2)], revision: stored.revision + 1 };
    },
  };
}

const Panel = () => <TranscriptPanel uid="uid-1" episode={episode} />;
const open = () => openTab(Panel, '/dashboard/episodes/:id', `/dashboard/episodes/${episode.id}`);
const paragraphs = async () => within(await screen.findByRole('list', { name: 'Parágrafos' })).getAllByRole('listitem');
const choose = (file: string) =>
  userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File([file], 'rute.srt'));

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('a chosen transcript file shows its facts and warnings before the owner saves it', async () => {
  const user = userEvent.setup();
  playTranscript([]);
  await open();
  expect(await screen.findByText('Ainda não há transcrição neste idioma.')).toBeDefined();
  await choose('<html>');
  expect((await screen.findByText(/é uma página HTML/)).closest('[role=alert]')).not.toBeNull();
  await choose('1');
  const found = await screen.findByRole('region', { name: 'O que está no arquivo' });
  expect(found.textContent).toContain('1 legenda, até 5:00 · Quem fala: Ana');
  expect(found.textContent).toContain('As legendas terminam em 5:00, e o episódio tem 2:10.');
  expect(screen.queryByRole('list', { name: 'Parágrafos' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Salvar transcrição' }));
  const [only] = await paragraphs();
  expect(only?.textContent).toContain('0:00 · AnaOutra história.');
});

it('the owner finds a paragraph by a search without accents, and corrects its words', async () => {
  const user = userEvent.setup();
  const { corrected } = playTranscript();
  await open();
  expect(await paragraphs()).toHaveLength(2);
  await user.type(screen.getByRole('searchbox', { name: 'Procurar na transcrição' }), 'COMECA');
  expect(await screen.findByText('1 parágrafo')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Corrigir o parágrafo de 0:00' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Texto do parágrafo');
  await user.clear(field);
  await user.type(field, 'A história de Rute começa com fome.');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(corrected).toEqual([{ from: 0, to: 2, text: 'A história de Rute começa com fome.' }]));
  await waitFor(() => expect(screen.queryByLabelText('Texto do parágrafo')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Corrigir o parágrafo de 0:00');
});

it('a paragraph that another admin corrected shows both versions, and keeps the typed words after a reload', async () => {
  const user = userEvent.setup();
  const { corrected, changeElsewhere } = playTranscript();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Corrigir o parágrafo de 0:00' }));
  await user.type(screen.getByLabelText('Texto do parágrafo'), ' Meu.');
  changeElsewhere('Deles.');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect((await screen.findByRole('region', { name: /Outra pessoa mudou esta transcrição/ })).textContent).toContain('Salvo agoraDeles.');
  cleanup();

  await open();
  const conflict = await screen.findByRole('region', { name: /Outra pessoa mudou esta transcrição/ });
  expect(conflict.textContent).toContain('Nesta páginaA istoria de Rute começa com fome. Meu.');
  await user.click(within(conflict).getByRole('button', { name: 'Ficar com esta página' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(corrected).toEqual([{ from: 0, to: 1, text: 'A istoria de Rute começa com fome. Meu.' }]));
});

it('a transcript can be replaced, downloaded as WebVTT, and removed after a confirmation', async () => {
  const user = userEvent.setup();
  const files: Blob[] = [];
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL, revokeObjectURL: () => undefined }));
  playTranscript();
  await open();
  await user.click(await screen.findByRole('button', { name: 'Trocar o arquivo' }));
  await choose('1');
  await user.click(await screen.findByRole('button', { name: 'Salvar transcrição' }));
  await user.click(await screen.findByRole('button', { name: 'Baixar' }));
  expect(await files[0]?.text()).toBe('WEBVTT\n\n00:00:00.000 --> 00:05:00.000\n<v Ana>Outra história.\n\n');
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remover' }));
  expect(await screen.findByText('Ainda não há transcrição neste idioma.')).toBeDefined();
  await user.selectOptions(screen.getByLabelText('Idioma da transcrição'), 'Inglês');
  expect(await screen.findByText('Ainda não há transcrição neste idioma.')).toBeDefined();
});
