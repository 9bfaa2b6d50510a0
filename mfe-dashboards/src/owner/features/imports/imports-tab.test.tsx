import { type Import, ImportSchema, ImportSummarySchema } from '@site/shared/contracts/admin-imports.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './imports-tab.tsx';

const anImport = (changes: object = {}): Import =>
  v.parse(ImportSchema, {
    id: 'i1',
    kind: 'purchases',
    source: 'gumroad',
    filename: 'vendas.csv',
    origin: '',
    state: 'ready',
    problem: null,
    rows: 4,
    added: 0,
    known: 0,
    refused: 0,
    createdAt: '2026-03-01T12:00:00.000Z',
    finishedAt: null,
    removed: 0,
    undoneAt: null,
    proofName: null,
    products: [{ product: 'Raízes (PDF)', rows: 3, ebookId: null }],
    ebooks: [{ id: 'raizes', title: 'Raízes' }],
    outcomes: { unmapped: 3, email_invalid: 1 },
    firstRows: [{ line: 2, email: 'ana@leitores.test', product: 'Raízes (PDF)', at: null, outcome: 'unmapped' }],
    firstRefused: [{ line: 5, email: 'ana', product: 'Raízes (PDF)', at: null, outcome: 'email_invalid' }],
    standings: {},
    firstKept: [],
    ...changes,
  });
const summary = (changes: object = {}) => v.parse(ImportSummarySchema, anImport(changes));
const open = (query = '') => openTab(Component, '/dashboard', `/dashboard?tab=imports${query}`);

beforeEach(polyfillDialog);
afterEach(() => vi.unstubAllGlobals());

describe('an import', () => {
  it('an import shows a preview, asks for the book of each product, and needs a confirmation', async () => {
    const user = userEvent.setup();
    signIn();
    let now = anImport();
    const asked = playApi({
      'GET /api/admin/imports/i1': () => now,
      'PUT /api/admin/imports/i1/products': ({ body }) => {
        expect(body).toEqual({ product: 'Raízes (PDF)', ebookId: 'raizes' });
        now = anImport({ products: [{ product: 'Raízes (PDF)', rows: 3, ebookId: 'raizes' }], outcomes: { new: 3, email_invalid: 1 } });
        return now;
      },
      'POST /api/admin/imports/i1/start': () => {
        now = anImport({ state: 'done', added: 3, refused: 1, outcomes: { email_invalid: 1 }, firstRows: [] });
        return now;
      },
      'GET /api/admin/imports': () => ({ imports: [], nextCursor: null, previousCursor: null }),
    });
    await open('&import=i1');
    const foreseen = await screen.findByRole('region', { name: 'O que vai acontecer' });
    expect(foreseen.textContent).toContain('4 linhas recusadas');
    expect(screen.getByText('Não há nada novo para importar.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Livro de “Raízes (PDF)”'), 'Raízes');
    expect(await within(foreseen).findByText('3 compras novas')).toBeDefined();
    expect(within(foreseen).getByText('1 linha recusada')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Importar' }));
    expect(asked).not.toContain('POST /api/admin/imports/i1/start');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Importar' }));
    const happened = await screen.findByRole('region', { name: 'O que aconteceu' });
    expect(happened.textContent).toContain('3 linhas importadas');
    expect(screen.getByRole('region', { name: 'Linhas recusadas' }).textContent).toContain('O e-mail falta ou não é um endereço válido.');
  });

  it('an import keeps the refused rows until they are discarded, after a confirmation', async () => {
    const user = userEvent.setup();
    signIn();
    let now = anImport({ state: 'done', added: 3, refused: 1, outcomes: { email_invalid: 1 }, firstRows: [] });
    const asked = playApi({
      'GET /api/admin/imports/i1': () => now,
      'DELETE /api/admin/imports/i1/refused-rows': () => {
        now = anImport({ state: 'done', added: 3, refused: 1, outcomes: {}, firstRows: [], firstRefused: [] });
        return now;
      },
      'GET /api/admin/imports': () => ({ imports: [], nextCursor: null, previousCursor: null }),
    });
    await open('&import=i1');
    const rows = within(await screen.findByRole('region', { name: 'Linhas recusadas' }));
    expect(rows.getByText(/Elas somem daqui 30 dias depois da importação/)).toBeDefined();
    await user.click(rows.getByRole('button', { name: 'Descartar estas linhas' }));
    expect(asked).not.toContain('DELETE /api/admin/imports/i1/refused-rows');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Descartar estas linhas' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Linhas recusadas' })).toBeNull());
    expect(screen.getByRole('region', { name: 'O que aconteceu' }).textContent).toContain('1 linha recusada');
  });

  it('an import is undone after the page has shown what goes and what stays, and then lists what stayed and why', async () => {
    const user = userEvent.setup();
    signIn();
    const done = { state: 'done', added: 1_203, outcomes: {}, firstRows: [], firstRefused: [] };
    let now = anImport({ ...done, standings: { removed: 1_200, used: 2, elsewhere: 1 } });
    const asked = playApi({
      'GET /api/admin/imports/i1': () => now,
      'POST /api/admin/imports/i1/undo': () => {
        const firstKept = [{ id: 'p1', email: 'ana@leitores.test', title: 'Raízes', reason: 'elsewhere' }];
        now = anImport({ ...done, state: 'undone', removed: 1_200, standings: { used: 2, elsewhere: 1 }, firstKept });
        return now;
      },
      'GET /api/admin/imports': () => ({ imports: [], nextCursor: null, previousCursor: null }),
    });
    await open('&import=i1');
    await user.click(await screen.findByRole('button', { name: 'Desfazer importação' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      '1.200 acessos deixam de valer',
      '2 ficam, porque já foram usados',
      '1 fica, porque também veio em outra importação',
    ]);
    expect(asked).not.toContain('POST /api/admin/imports/i1/undo');
    await user.click(dialog.getByRole('button', { name: 'Desfazer importação' }));
    expect((await screen.findByRole('region', { name: 'O que foi desfeito' })).textContent).toContain('1.200 linhas desfeitas');
    expect(screen.getByRole('region', { name: 'O que ficou' }).textContent).toContain(
      'ana@leitores.testRaízesTambém veio em outra importação.',
    );
    expect(screen.queryByRole('button', { name: 'Desfazer importação' })).toBeNull();
  });

  it('an import cannot be undone if all of its purchases or subscribers were used', async () => {
    signIn();
    playApi({ 'GET /api/admin/imports/i1': () => anImport({ state: 'done', added: 2, standings: { used: 2 } }) });
    await open('&import=i1');
    expect(await screen.findByText(/Não há nada para desfazer/)).toBeDefined();
  });

  it('an import needs a proof of consent for a list, and accepts only documents within the size limit', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({
      'GET /api/admin/imports/i1': () => anImport({ kind: 'subscribers', source: 'other', origin: 'Blog', proofName: 'formulário.pdf' }),
      'POST /api/admin/imports/i1/proof-link': () => refused(503, 'service_unavailable'),
    });
    await open('&import=i1');
    const proof = within(await screen.findByRole('region', { name: 'Prova de consentimento' }));
    expect(proof.getByText('formulário.pdf')).toBeDefined();
    await user.click(proof.getByRole('button', { name: 'Baixar' }));
    expect(asked).toContain('POST /api/admin/imports/i1/proof-link');
    const large = new File([new Uint8Array(5 * 1024 ** 2 + 1)], 'grande.pdf', { type: 'application/pdf' });
    await user.upload(proof.getByLabelText(/^Trocar o documento/), large);
    expect(proof.getByText(/passa de 5 MB/)).toBeDefined();
    expect(proof.queryByRole('button', { name: 'Guardar o documento' })).toBeNull();
    await user.upload(proof.getByLabelText(/^Trocar o documento/), new File(['%PDF-'], 'novo.pdf', { type: 'application/pdf' }));
    expect(proof.getByRole('button', { name: 'Guardar o documento' })).toBeDefined();
  });

  it('an import explains what to do after it was refused', async () => {
    signIn();
    playApi({
      'GET /api/admin/imports/i1': () =>
        anImport({ state: 'refused', problem: 'spreadsheet', outcomes: {}, firstRows: [], firstRefused: [] }),
    });
    await open('&import=i1');
    expect(await screen.findByText(/salve como CSV e envie esse arquivo/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Importar' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Descartar' })).toBeDefined();
  });
});

describe('the imports page', () => {
  it('the imports page lists the imports with their results', async () => {
    signIn();
    playApi({
      'GET /api/admin/imports': () => ({
        imports: [summary({ state: 'done', added: 1_200, known: 3, refused: 2 })],
        nextCursor: null,
        previousCursor: null,
      }),
    });
    await open();
    const row = (await screen.findByRole('rowheader', { name: 'vendas.csv' })).closest('tr');
    expect(row?.textContent).toContain('1.200 novas · 3 já existiam · 2 recusadas');
  });

  it('the imports page says that the imports could not be loaded', async () => {
    signIn();
    playApi({ 'GET /api/admin/imports': () => refused(500, 'unexpected') });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar as importações' })).toBeDefined();
  });

  it('the imports page asks for the content of each column, with known columns preselected', async () => {
    const user = userEvent.setup();
    signIn();
    class Sent extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 200;
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        for (const event of ['load', 'loadend']) this.dispatchEvent(new Event(event));
      }
    }
    vi.stubGlobal('XMLHttpRequest', Sent);
    const bodies: unknown[] = [];
    playApi({
      'GET /api/admin/imports': () => ({ imports: [], nextCursor: null, previousCursor: null }),
      'POST /api/admin/imports': () => ({ id: 'i1', url: 'https://storage.test/i1' }),
      'GET /api/admin/imports/i1/columns': () => ({
        columns: [
          { name: 'E-mail', cells: ['Ana', 'Bia'], field: 'email' },
          { name: 'Contato', cells: ['ana@leitores.test', ''], field: null },
          { name: 'Quando', cells: [], field: null },
        ],
      }),
      'PUT /api/admin/imports/i1/columns': ({ body }) => {
        bodies.push(body);
        return anImport({ state: 'reading' });
      },
      'POST /api/admin/imports/i1/reading': () => anImport({ state: 'reading' }),
      'GET /api/admin/imports/i1': () => anImport({ kind: 'subscribers', source: 'other', origin: 'Blog' }),
    });
    await open();
    await user.selectOptions(screen.getByLabelText('O que você vai trazer?'), 'Lista da newsletter');
    await user.type(screen.getByLabelText(/^De onde vem a lista/), 'Blog');
    await user.upload(screen.getByLabelText(/^Arquivo CSV/), new File(['x'], 'lista.csv', { type: 'text/csv' }));
    await user.click(screen.getByRole('button', { name: 'Ler o arquivo' }));

    const heading = await screen.findByRole('heading', { name: 'O que há em cada coluna?' });
    expect(document.activeElement).toBe(heading);
    const chosen = (name: string) => screen.getByLabelText<HTMLSelectElement>(`O que é “${name}”`);
    expect(chosen('E-mail').selectedOptions[0]?.text).toBe('E-mail');
    expect(screen.getByText('ana@leitores.test')).toBeDefined();
    await user.selectOptions(chosen('E-mail'), 'Não importar');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(screen.getByText('Falta dizer qual coluna é: E-mail.')).toBeDefined();
    expect(bodies).toEqual([]);

    await user.selectOptions(chosen('E-mail'), 'E-mail');
    await user.selectOptions(chosen('Contato'), 'E-mail');
    expect(chosen('E-mail').value).toBe('');
    await user.selectOptions(chosen('Quando'), 'Data em que aceitou');
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'vendas.csv' })).toBeDefined();
    expect(bodies).toEqual([{ fields: [null, 'email', 'consent'] }]);
  });

  it('the imports page starts with a file and, for a list, with its source', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ 'GET /api/admin/imports': () => ({ imports: [], nextCursor: null, previousCursor: null }) });
    await open();
    await user.selectOptions(screen.getByLabelText('O que você vai trazer?'), 'Lista da newsletter');
    await user.click(screen.getByRole('button', { name: 'Ler o arquivo' }));
    expect(screen.getByText('Escolha um arquivo.')).toBeDefined();
    expect(screen.getByText('Diga de onde vem a lista.')).toBeDefined();
    expect(asked.filter((call) => call.startsWith('POST'))).toEqual([]);
  });
});
