import type { TableBook } from '@site/shared/contracts/admin-ebooks.ts';
import { permissionsOf } from '@site/shared/contracts/team.ts';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './ebooks-tab.tsx';

const aBook = (changes: Partial<TableBook>): TableBook => ({
  line: 2,
  title: 'Raízes',
  author: '',
  description: '',
  language: 'pt-BR',
  listPrices: { BRL: '', USD: '', NZD: '' },
  pdf: 'raizes.pdf',
  cover: 'raizes.jpg',
  isKnown: false,
  ...changes,
});
const files = ['livros.csv', 'raizes.pdf', 'raizes.jpg', 'Dois  espaços.pdf'].map((name) => new File(['x'], name));

afterEach(() => vi.unstubAllGlobals());

it('the folder import previews what would happen to each book, and sends nothing by itself', async () => {
  const user = userEvent.setup({ applyAccept: false });
  signIn();
  const asked = playApi({
    'GET /api/admin/settings': () => refused(503, 'service_unavailable'),
    'POST /api/admin/book-tables': ({ body }) => {
      expect(body).toEqual({ csv: btoa('x') });
      return {
        problem: null,
        books: [
          aBook({}),
          aBook({ line: 3, title: 'Sementes', isKnown: true }),
          aBook({ line: 4, title: 'Sem capa', cover: 'outra.jpg' }),
          aBook({ line: 6, title: 'Com dois espaços', pdf: 'dois espaços.pdf' }),
          aBook({ line: 5, title: 'Caro', listPrices: { BRL: '1.190', USD: '', NZD: '' } }),
        ],
      };
    },
  });
  await openTab(Component, '/dashboard', '/dashboard?tab=ebooks&add=folder');
  await user.upload(await screen.findByLabelText('Escolher arquivos'), files);
  const stateOf = (title: string) => screen.getByRole('rowheader', { name: title }).closest('tr')?.lastElementChild?.textContent;
  expect(await screen.findByRole('rowheader', { name: 'Raízes' })).toBeDefined();
  expect(['Raízes', 'Sementes', 'Sem capa', 'Com dois espaços', 'Caro'].map(stateOf)).toEqual([
    'Novo',
    'Já existe: não muda',
    'Recusado A capa não está entre os arquivos.',
    'Novo',
    expect.stringMatching(/^Recusado Isto pode ser R\$\s1\.190,00 ou/),
  ]);
  expect(screen.getByRole('button', { name: 'Criar 2 rascunhos' })).toBeDefined();
  expect(asked.filter((call) => call.includes('uploads'))).toEqual([]);
});

it('the folder import ignores prices of a member who may not set them', async () => {
  const user = userEvent.setup({ applyAccept: false });
  signIn({}, permissionsOf.editor);
  playApi({
    'GET /api/admin/settings': () => refused(503, 'service_unavailable'),
    'POST /api/admin/book-tables': () => ({ problem: null, books: [aBook({ listPrices: { BRL: '1.190', USD: '', NZD: '' } })] }),
  });
  await openTab(Component, '/dashboard', '/dashboard?tab=ebooks&add=folder');
  await user.upload(await screen.findByLabelText('Escolher arquivos'), files);
  const row = (await screen.findByRole('rowheader', { name: 'Raízes' })).closest('tr');
  expect(row?.lastElementChild?.textContent).toBe('Novo');
  expect(screen.getByText('Os preços da planilha não são usados: só titulares definem preços.')).toBeDefined();
});

it('the folder import requires exactly one table', async () => {
  const user = userEvent.setup({ applyAccept: false });
  signIn();
  playApi({ 'GET /api/admin/settings': () => refused(503, 'service_unavailable') });
  await openTab(Component, '/dashboard', '/dashboard?tab=ebooks&add=folder');
  await user.upload(await screen.findByLabelText('Escolher arquivos'), files.slice(1));
  expect(await screen.findByText('Escolha uma pasta com exatamente um arquivo CSV.')).toBeDefined();
});
