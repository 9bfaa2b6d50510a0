import type { AdminSeries, SeriesStep } from '@site/shared/contracts/admin-series.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './series-page.tsx';

const POST = 'f6c1f1a0-0000-4000-8000-000000000002';
const aStep = (changes: Partial<SeriesStep> = {}): SeriesStep => ({
  ...{ id: 'f6c1f1a0-0000-4000-8000-000000000001', postId: 'f6c1f1a0-0000-4000-8000-000000000009', title: 'Bem-vinda', afterDays: 0 },
  ...{ state: 'sent', isPublished: true, locales: ['pt-BR', 'en'], sent: 1_204, waiting: 0, unknown: 0, left: 2 },
  ...changes,
});
const aSeries = (changes: Partial<AdminSeries> = {}): AdminSeries => ({
  ...{ state: 'off', since: null, takesImports: false, due: { own: 0, imported: 0 }, steps: [aStep()], revision: 7 },
  ...changes,
});
const SINCE = toInstant('2026-11-01T12:00:00Z');

/** Mocks the API with this series. Returns the bodies of the calls that change it. */
function playSeries(series: AdminSeries, answer: (body: unknown) => unknown = () => series) {
  const sent: unknown[] = [];
  const change = ({ body }: { body: unknown }) => {
    sent.push(body);
    return answer(body);
  };
  const aPost = { kind: 'text', slug: 'ficar', state: 'published', visibility: 'campaign', publishAt: null, isNew: false, news: null };
  playApi({
    'GET /api/admin/series': () => series,
    'PUT /api/admin/series': change,
    'POST /api/admin/series/steps': change,
    'GET /api/admin/posts': () => ({
      posts: [
        { ...aPost, id: series.steps[0]?.postId, title: 'Bem-vinda', firstPublishedAt: SINCE, editedAt: SINCE },
        { ...aPost, id: POST, title: 'Ficar', firstPublishedAt: SINCE, editedAt: SINCE },
      ],
      ...{ nextCursor: null, previousCursor: null },
    }),
  });
  return sent;
}
const open = async () => {
  await openTab(Component, '/dashboard/campaigns/series', '/dashboard/campaigns/series');
  await screen.findByRole('region', { name: 'Envio' });
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

test('the dialog that switches the series on says in one sentence who gets the series, and includes imported readers only by choice', async () => {
  const sent = playSeries(aSeries({ since: SINCE, due: { own: 1, imported: 1_200 } }));
  await open();
  await press('Ligar…');
  expect(dialog().getByRole('status').textContent).toMatch(/^1 pessoa, que já devia .* mais de 30 dias de atraso fica de fora\.$/);
  await userEvent.click(dialog().getByRole('checkbox'));
  expect(dialog().getByRole('status').textContent).toContain('1.201 pessoas');
  await userEvent.click(dialog().getByRole('button', { name: 'Ligar' }));
  expect(sent).toEqual([{ revision: 7, isOn: true, takesImports: true }]);
});

test('existing subscribers do not get the series when it is first switched on', async () => {
  playSeries(aSeries());
  await open();
  await press('Ligar…');
  expect(dialog().getByRole('status').textContent).toContain('Quem já está na lista não recebe nada.');
});

test('a new step is chosen among the posts outside the series, with a day, and a refusal says what to do', async () => {
  const sent = playSeries(aSeries(), () =>
    Response.json(
      { error: { code: 'invalid_input', message: '', requestId: 'request-1', fields: { afterDays: 'taken' } } },
      { status: 400 },
    ),
  );
  await open();
  await press('Incluir uma carta…');
  const texts = await dialog().findAllByRole('radio');
  expect(texts).toHaveLength(1);
  await userEvent.click(dialog().getByRole('button', { name: 'Incluir na série' }));
  expect(dialog().getByText('Escolha um texto.')).toBeTruthy();
  await userEvent.click(dialog().getByRole('radio', { name: /Ficar/ }));
  await userEvent.click(dialog().getByRole('button', { name: 'Incluir na série' }));
  expect(await dialog().findByText('Outra carta da série já sai nesse dia.')).toBeTruthy();
  expect(sent).toEqual([{ revision: 7, postId: POST, afterDays: 3 }]);
});

test('a step shows what prevents sending, and is read-only for members who may not send', async () => {
  signIn({}, ['content']);
  playSeries(
    aSeries({
      ...{ state: 'on', since: SINCE },
      steps: [aStep({ isPublished: false }), aStep({ id: POST, postId: POST, afterDays: 3, state: 'stopped', locales: ['en'] })],
    }),
  );
  await open();
  const [first, second] = screen.getAllByRole('listitem').filter((item) => item.closest('ol'));
  expect(first?.textContent).toContain('1.204 pessoas já receberam · 2 saíram da lista depois dela');
  expect(first?.textContent).toContain('O texto saiu do site');
  expect(second?.textContent).toContain('Parou sozinha');
  expect(screen.getByText('Seu papel na equipe não permite mudar a série.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Ligar|Desligar|Mudar|Tirar|Pôr/ })).toBeNull();
});

test('a series that another admin changed is reloaded, and the dialog says so', async () => {
  playSeries(aSeries(), () => refused(409, 'changed_meanwhile'));
  await open();
  await press('Ligar…');
  await userEvent.click(dialog().getByRole('button', { name: 'Ligar' }));
  expect(await dialog().findByText(/Alguém mudou isto/)).toBeTruthy();
});
