import { type AdminPerson, AdminPersonSchema } from '@site/shared/contracts/admin-people.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './person-page.tsx';

const at = '2026-03-01T12:00:00.000Z';
const account = { uid: 'uid-2', displayName: 'Ana Souza', createdAt: at, isConfirmed: true, isInTeam: false };
const aPerson = (changes: object = {}): AdminPerson =>
  v.parse(AdminPersonSchema, {
    id: 'p1',
    email: 'ana@leitores.test',
    note: 'Gosta de Rute',
    accounts: [account],
    orders: [],
    books: [],
    messages: [],
    subscription: null,
    emails: [],
    ordersKept: 0,
    ...changes,
  });
const aBook = (changes: object = {}) => ({
  ebookId: 'rute',
  name: 'Rute',
  language: 'pt-BR',
  order: { id: 'o1', number: 1042 },
  gift: null,
  since: at,
  endedAt: null,
  downloads: 0,
  lastDownloadedAt: null,
  ...changes,
});
const shopEbook = (id: string, changes: object = {}) => ({ id, title: id, state: 'published', ...changes });
const open = () => openTab(Component, '/dashboard/people/:id', '/dashboard/people/p1');
const panel = async (name: string) => within(await screen.findByRole('region', { name }));

polyfillDialog();
afterEach(() => vi.unstubAllGlobals());

describe('the page of a person', () => {
  it('the page of a person gives a book that the person does not have, once per opening of the form, and explains a refusal', async () => {
    const user = userEvent.setup();
    signIn();
    const bodies: { attemptId: string; ebookId: string; reason: string; uid: string }[] = [];
    playApi({
      'GET /api/admin/people/p1': () => aPerson({ books: [aBook()] }),
      'GET /api/admin/ebooks': () =>
        Response.json({ ebooks: [shopEbook('rute'), shopEbook('jo'), shopEbook('rascunho', { state: 'draft' })], nextCursor: null }),
      'POST /api/admin/people/p1/gifts': ({ body }) => {
        bodies.push(body as (typeof bodies)[number]);
        if (bodies.length === 1) return refused(409, 'ebook_pending');
        return aPerson({ books: [aBook(), aBook({ ebookId: 'jo', name: 'Jó', gift: { reason: 'Revisão' } })] });
      },
    });
    await open();
    await user.click((await panel('Livros')).getByRole('button', { name: 'Dar um livro' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Dar um livro de presente' }));
    expect((await dialog.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Escolha um livro', 'jo']);
    await user.click(dialog.getByRole('button', { name: 'Dar um livro' }));
    expect(await dialog.findByText('Escolha o livro.')).toBeDefined();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Livro' }), 'jo');
    await user.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Revisão');
    await user.click(dialog.getByRole('button', { name: 'Dar um livro' }));
    expect(await dialog.findByText(/há um pagamento em andamento/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Dar um livro' }));
    expect(await (await panel('Livros')).findByText('Motivo: Revisão')).toBeDefined();
    expect(bodies[1]).toEqual({ attemptId: bodies[0]?.attemptId, uid: 'uid-2', ebookId: 'jo', reason: 'Revisão' });
  });

  it('the page of a person gives nothing to an address without a confirmed account', async () => {
    signIn();
    playApi({ 'GET /api/admin/people/p1': () => aPerson({ accounts: [{ ...account, isConfirmed: false }] }) });
    await open();
    expect(await screen.findByText('E-mail não confirmado')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Dar um livro' })).toBeNull();
  });

  it('the page of a person shows purchases from another shop, and revokes them after a confirmation', async () => {
    const user = userEvent.setup();
    signIn();
    const book = { id: 'i1', ebookId: 'rute', name: 'Rute', language: 'pt-BR', source: 'gumroad', importedAt: at, downloads: 0 };
    const asked = playApi({
      'GET /api/admin/people/p1': () => aPerson({ importedBooks: [{ ...book, claimedAt: null, lastDownloadedAt: null }] }),
      'DELETE /api/admin/people/p1/imported-books/i1': () => aPerson(),
    });
    await open();
    const books = await panel('Livros');
    expect(books.getByRole('listitem').textContent).toMatch(/^RuteComprado na Gumroad · importado em .* · ainda não está na biblioteca/);
    await user.click(await screen.findByRole('button', { name: 'Excluir dados' }));
    expect(screen.getByText('o acesso a 1 livro')).toBeDefined();
    await user.keyboard('{Escape}');
    await user.click(books.getByRole('button', { name: 'Retirar' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Retirar este livro?' })).getByRole('button', { name: 'Retirar' }));
    expect(await screen.findByText('Nenhum livro ainda.')).toBeDefined();
    expect(asked).toContain('DELETE /api/admin/people/p1/imported-books/i1');
  });

  it('the page of a person shows what is erased and what the law keeps, and deletes only after the address was typed', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({
      'GET /api/admin/people/p1': () => aPerson({ books: [aBook()], ordersKept: 2 }),
      'DELETE /api/admin/people/p1': () => new Response(null, { status: 204 }),
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Excluir dados' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Excluir os dados desta pessoa?' }));
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'o acesso a 1 livro',
      'a sua nota',
      expect.stringContaining('o nome nos pedidos'),
    ]);
    expect(dialog.getByText('Por lei ficam 2 pedidos pagos, com o e-mail e sem o nome.')).toBeDefined();
    const field = dialog.getByRole('textbox', { name: 'Para confirmar, digite ana@leitores.test' });
    await user.type(field, 'outra@leitores.test');
    await user.click(dialog.getByRole('button', { name: 'Excluir para sempre' }));
    expect(await dialog.findByText('Este não é o endereço desta pessoa.')).toBeDefined();
    expect(asked).not.toContain('DELETE /api/admin/people/p1');
    await user.clear(field);
    await user.type(field, ' Ana@leitores.test');
    await user.click(dialog.getByRole('button', { name: 'Excluir para sempre' }));
    await vi.waitFor(() => expect(asked).toContain('DELETE /api/admin/people/p1'));
  });

  it('the page of a person keeps the typed note next to the note that another admin saved', async () => {
    const user = userEvent.setup();
    signIn();
    let note = 'Gosta de Rute';
    const bodies: unknown[] = [];
    playApi({
      'GET /api/admin/people/p1': () => aPerson({ note }),
      'PUT /api/admin/people/p1/note': ({ body }) => {
        bodies.push(body);
        if (bodies.length === 2) return aPerson({ note: 'Minha' });
        note = 'Gosta de Jó';
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    const field = await screen.findByRole('textbox', { name: 'Nota' });
    await user.clear(field);
    await user.type(field, 'Minha');
    await user.click(screen.getByRole('button', { name: 'Salvar nota' }));
    expect(await screen.findByText('Gosta de Jó')).toBeDefined();
    expect((field as HTMLTextAreaElement).value).toBe('Minha');
    await user.click(screen.getByRole('button', { name: 'Substituir pela minha' }));
    await vi.waitFor(() => expect(bodies[1]).toEqual({ note: 'Minha', previousNote: 'Gosta de Jó' }));
  });

  it('the page of a person keeps the note that is typed during a save', async () => {
    const user = userEvent.setup();
    signIn();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const bodies: { note: string }[] = [];
    playApi({
      'GET /api/admin/people/p1': () => aPerson(),
      'PUT /api/admin/people/p1/note': async ({ body }) => {
        bodies.push(body as { note: string });
        await held;
        return aPerson({ note: bodies.at(-1)?.note });
      },
    });
    await open();
    const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Nota' });
    await user.type(field, '.');
    await user.click(screen.getByRole('button', { name: 'Salvar nota' }));
    await user.type(field, ' E de Jó.');
    release();
    const button = await screen.findByRole('button', { name: 'Salvar nota', busy: false });
    expect(field.value).toBe('Gosta de Rute. E de Jó.');
    await user.click(button);
    await vi.waitFor(() => expect(bodies[1]).toEqual({ note: 'Gosta de Rute. E de Jó.', previousNote: 'Gosta de Rute.' }));
  });

  it('the page of a person says that the person does not exist', async () => {
    signIn();
    playApi({ 'GET /api/admin/people/p1': () => refused(404, 'not_found') });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não há ninguém aqui' })).toBeDefined();
  });
});
