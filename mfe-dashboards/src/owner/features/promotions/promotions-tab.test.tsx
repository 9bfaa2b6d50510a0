import type { AdminBundle, AdminCoupon } from '@site/shared/contracts/admin-promotions.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './promotions-tab.tsx';

const coupon: AdminCoupon = {
  id: 'c-1',
  code: 'NATAL-10',
  terms: {
    percent: 10,
    amounts: { BRL: { minor: null, minimum: 5_000 } },
    ebookIds: ['raizes'],
    period: { startsAt: null, endsAt: toInstant('2026-12-26T02:59:00Z') },
    ...{ maxUses: 50, maxPerBuyer: 1, firstPurchase: false, stacks: false },
  },
  revision: 3,
  createdAt: toInstant('2026-11-01T12:00:00Z'),
  archivedAt: null,
  ...{ used: 12, held: 2, beyond: 1 },
  sums: [{ revenue: toMoney(32_184, 'BRL'), discount: toMoney(3_576, 'BRL') }],
};
const bundle: AdminBundle = {
  id: 'b-1',
  terms: { title: 'Os dois', ebookIds: ['raizes', 'rute'], percent: 20, period: { startsAt: null, endsAt: null } },
  revision: 1,
  createdAt: toInstant('2026-11-01T12:00:00Z'),
  archivedAt: null,
  orders: 7,
  sums: [{ revenue: toMoney(36_288, 'BRL'), discount: toMoney(9_072, 'BRL') }],
};
const { price: _price, currentPrices: listPrices, ...raizes } = anEbook({ title: 'Raízes' });
const began = { state: 'published', hasFile: true, fileVersion: 1, revision: 1, isOwned: false, sale: null, sold: 0 };
const book = { ...raizes, ...began, listPrices, suggested: byCurrency(() => null) };
const shop = {
  'GET /api/admin/coupons': () => ({ coupons: [coupon], nextCursor: null, previousCursor: null }),
  'GET /api/admin/bundles': () => ({ bundles: [] }),
  'GET /api/admin/ebooks': () => ({ ebooks: [book], nextCursor: null, previousCursor: null }),
};
const open = (search = '') => openTab(Component, '/dashboard', `/dashboard?tab=promotions${search}`);
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the promotions page', () => {
  it('the promotions page shows each coupon’s discount, uses and results', async () => {
    playApi(shop);
    await open();
    const row = await screen.findByRole('row', { name: /NATAL-10/ });
    expect(plain(row.textContent)).toMatch(
      /10% a menos, em 1 livro, a partir de R\$ 50,00.*12 de 50.*2 aguardando pagamento.*1 além do limite.*R\$ 321,84.*R\$ 35,76/,
    );
  });

  it('the promotions page links from a coupon to its orders', async () => {
    playApi(shop);
    await open();
    const link = await screen.findByRole('link', { name: 'Ver pedidos, NATAL-10' });
    expect(link.getAttribute('href')).toBe('/dashboard?tab=orders&coupon=NATAL-10');
  });

  it('the promotions page shows each bundle’s income and cost, including archived bundles', async () => {
    const user = userEvent.setup();
    const archived = { ...bundle, id: 'b-2', terms: { ...bundle.terms, title: 'Os de antes' }, archivedAt: bundle.createdAt };
    playApi({
      ...shop,
      'GET /api/admin/bundles': ({ url }) => ({ bundles: [url.searchParams.get('state') === 'archived' ? archived : bundle] }),
    });
    await open();
    const table = await screen.findByRole('table', { name: 'Coleções' });
    expect(plain(within(table).getByRole('row', { name: /Os dois/ }).textContent)).toMatch(
      /20% a menos, em 2 livros.*7.*R\$ 362,88.*R\$ 90,72/,
    );
    await user.selectOptions(screen.getByRole('combobox', { name: 'Mostrar' }), 'Arquivados');
    expect(await screen.findByRole('row', { name: /Os de antes/ })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Arquivar *Os de antes$/ })).toBeNull();
  });

  it('the promotions page keeps the open promotion and the archive filter in the URL', async () => {
    const user = userEvent.setup();
    playApi({ ...shop, 'GET /api/admin/bundles': () => ({ bundles: [bundle] }) });
    const { router } = await open();
    await user.click(await screen.findByRole('link', { name: 'Os dois' }));
    expect(router.state.location.search).toBe('?tab=promotions&bundle=b-1');
    await screen.findByRole('form', { name: 'Os dois' });
    await user.click(screen.getByRole('link', { name: /Todas as promoções/ }));
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Mostrar' }), 'Arquivados');
    expect(router.state.location.search).toBe('?tab=promotions&state=archived');
    cleanup();
    await open('&coupon=c-1');
    expect(await screen.findByRole('form', { name: 'Cupom NATAL-10' })).toBeDefined();
    cleanup();
    await open('&coupon=gone');
    expect(await screen.findByRole('heading', { name: 'Esta promoção não existe mais ou foi arquivada' })).toBeDefined();
  });

  it('the promotions page archives a promotion behind “Mais”, after a confirmation', async () => {
    const user = userEvent.setup();
    const asked = playApi({ ...shop, 'DELETE /api/admin/promotions/c-1': () => new Response(null, { status: 204 }) });
    await open();
    const row = within(await screen.findByRole('row', { name: /NATAL-10/ }));
    await user.click(row.getByText('Mais'));
    await user.click(row.getByRole('button', { name: /^Arquivar/ }));
    await user.click(within(screen.getByRole('dialog', { name: 'Arquivar NATAL-10?' })).getByRole('button', { name: 'Arquivar' }));
    await waitFor(() => expect(asked).toContain('DELETE /api/admin/promotions/c-1'));
  });

  it('the promotions page reports missing values at the field, previews a coupon, and sends it as typed', async () => {
    const user = userEvent.setup();
    const bodies: unknown[] = [];
    playApi({
      ...shop,
      'POST /api/admin/coupons': ({ body }) => {
        bodies.push(body);
        return bodies.length === 1
          ? Response.json({ error: { code: 'invalid_input', message: '', requestId: 'r', fields: { code: 'taken' } } }, { status: 400 })
          : coupon;
      },
    });
    await open();
    await user.click(await screen.findByRole('link', { name: 'Novo cupom' }));
    const form = within(await screen.findByRole('form', { name: 'Novo cupom' }));
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(document.activeElement?.getAttribute('aria-invalid') ?? form.getByLabelText('Código').getAttribute('aria-invalid')).toBe('true');
    expect(bodies).toEqual([]);
    await user.type(form.getByLabelText('Código'), 'páscoa');
    await user.click(form.getByRole('radio', { name: 'Só estes' }));
    await user.type(form.getByLabelText('Buscar livro'), 'Raízes{Enter}');
    expect(form.queryByText('Escolha mais livros.')).toBeNull();
    await user.click(form.getByRole('radio', { name: 'Todos os livros' }));
    // The amount is ambiguous: one or a thousand.
    await user.type(form.getByLabelText(/^Usos no total/), '1.000');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(form.getByLabelText(/^Usos no total/).getAttribute('aria-invalid')).toBe('true');
    expect(bodies).toEqual([]);
    await user.clear(form.getByLabelText(/^Usos no total/));
    await user.clear(form.getByLabelText('Porcentagem'));
    await user.type(form.getByLabelText('Porcentagem'), '50');
    expect(plain((await form.findByText(/^Raízes: de/)).textContent)).toBe('Raízes: de R$ 34,90 por R$ 17,45');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await form.findByText('Este código já foi usado. Escolha outro.')).toBeDefined();
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('row', { name: /NATAL-10/ })).toBeDefined();
    expect(bodies[1]).toMatchObject({ code: 'páscoa', terms: { percent: 50, amounts: {}, ebookIds: null, maxUses: null, maxPerBuyer: 1 } });
  });

  it('the promotions page restores a typed promotion after a reload, until it is cancelled', async () => {
    const user = userEvent.setup();
    playApi(shop);
    const begin = async () => {
      await open();
      await user.click(await screen.findByRole('link', { name: 'Novo cupom' }));
      return within(await screen.findByRole('form', { name: 'Novo cupom' }));
    };
    await user.type((await begin()).getByLabelText('Código'), 'PASCOA');
    cleanup();
    const form = await begin();
    expect(form.getByLabelText<HTMLInputElement>('Código').value).toBe('PASCOA');
    await user.click(form.getByRole('button', { name: 'Cancelar' }));
    await user.click(await screen.findByRole('link', { name: 'Novo cupom' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Código')).value).toBe('');
  });

  it('the promotions page explains a refused value at the field, with both readings of an ambiguous amount', async () => {
    const user = userEvent.setup();
    playApi(shop);
    await open();
    await user.click(await screen.findByRole('link', { name: 'Novo cupom' }));
    const form = within(await screen.findByRole('form', { name: 'Novo cupom' }));
    const problemAt = async (label: string | RegExp, typed: string) => {
      const field = form.getByLabelText<HTMLInputElement>(label);
      await user.clear(field);
      if (typed) await user.type(field, typed);
      await user.click(form.getByRole('button', { name: 'Salvar' }));
      // The focus moves to the first refused field with the next frame. Typing must not begin before.
      await new Promise(requestAnimationFrame);
      const ids = field.getAttribute('aria-invalid') === 'true' ? (field.getAttribute('aria-describedby') ?? '').split(' ') : [];
      return plain(document.getElementById(ids.at(-1) ?? '')?.textContent ?? '');
    };
    expect(await problemAt('Código', 'a!')).toBe('Use de 3 a 32 letras, números e hífens, sem outros sinais.');
    expect(await problemAt('Porcentagem', '101')).toBe('O desconto vai até 100%.');
    expect(await problemAt('Porcentagem', '0')).toBe('O mínimo é 1.');
    expect(await problemAt('Porcentagem', '-5')).toBe('O mínimo é 1.');
    expect(await problemAt('Porcentagem', '12,5')).toBe('Escreva um número inteiro, sem ponto nem vírgula.');
    expect(await problemAt('Porcentagem', '')).toBe('Preencha este campo.');
    expect(await problemAt('Porcentagem', '10 %')).toBe('');
    expect(await problemAt(/^Usos por pessoa/, '1001')).toBe('O máximo é 1.000. Para não ter limite, deixe vazio.');
    await user.selectOptions(form.getByLabelText('Tipo de desconto'), 'Valor fixo');
    expect(await problemAt('Desconto em reais', '1.190')).toBe('Isto pode ser R$ 1.190,00 ou R$ 1,19. Escreva 1190,00 ou 1,19.');
    expect(await problemAt('Desconto em reais', '0')).toBe('Escreva um valor acima de zero.');
    expect(await problemAt('Desconto em reais', '1.190,50')).toBe('');
    expect(await problemAt('Em reais', 'dez')).toBe('Escreva o valor assim: 29,90');
  });

  it('the promotions page previews a coupon on current prices, and leaves out books that it does not discount', async () => {
    const user = userEvent.setup();
    const sale = (startsAt: string, now: number) => ({
      startsAt: toInstant(startsAt),
      endsAt: toInstant('2099-01-01T00:00:00Z'),
      prices: { BRL: { now: toMoney(now, 'BRL').minor, before: null } },
    });
    const launch = (isSold: boolean, isOver: boolean) => ({
      ...{ at: toInstant(isOver ? '2026-01-01T12:00:00Z' : '2099-01-01T12:00:00Z'), isSold, isOver },
      ...{ buyers: 0, pending: 0, waiting: 0 },
    });
    const ebooks = [
      { ...book, id: 'em-oferta', title: 'Em oferta', sale: sale('2026-01-01T00:00:00Z', 1_990) },
      { ...book, id: 'aberto', title: 'Aberto', suggested: { ...book.suggested, BRL: listPrices.BRL } },
      { ...book, id: 'anunciado', title: 'Anunciado', launch: launch(false, false) },
      { ...book, id: 'oferta-que-vem', title: 'Oferta que vem', sale: sale('2098-01-01T00:00:00Z', 1_990) },
      { ...book, id: 'pre-venda', title: 'Pré-venda', launch: launch(true, false) },
      { ...book, id: 'lancado', title: 'Lançado', launch: launch(false, true) },
    ];
    playApi({ ...shop, 'GET /api/admin/ebooks': () => ({ ebooks, nextCursor: null, previousCursor: null }) });
    await open();
    await user.click(await screen.findByRole('link', { name: 'Novo cupom' }));
    const form = within(await screen.findByRole('form', { name: 'Novo cupom' }));
    await user.clear(form.getByLabelText('Porcentagem'));
    await user.type(form.getByLabelText('Porcentagem'), '10');
    const shown = () => form.queryAllByText(/: de R\$/).map(({ textContent }) => plain(textContent));
    const atListPrice = ['Oferta que vem', 'Pré-venda', 'Lançado'].map((title) => `${title}: de R$ 34,90 por R$ 31,41`);
    await waitFor(() => expect(shown()).toEqual(atListPrice));
    await user.click(form.getByRole('checkbox', { name: 'Soma com outras promoções' }));
    expect(shown()).toEqual(['Em oferta: de R$ 19,90 por R$ 17,91', ...atListPrice.slice(0, 2)]);
    await user.type(form.getByLabelText('Em reais'), '50');
    expect(plain(form.getByText(/^: /).textContent)).toBe(
      ': a partir de R$ 50,00 · Todos os livros · 1 por pessoa · Soma com outras promoções',
    );
  });

  it.each([
    ['Novo cupom', 'Novo cupom', 'POST /api/admin/coupons'],
    ['Nova coleção', 'Nova coleção', 'POST /api/admin/bundles'],
  ])('the promotions page rejects an incomplete date at the field (%s)', async (button, name, call) => {
    const user = userEvent.setup();
    const bodies: unknown[] = [];
    playApi({ ...shop, [call]: ({ body }) => bodies.push(body) });
    await open();
    await user.click(await screen.findByRole('link', { name: button }));
    const form = within(await screen.findByRole('form', { name }));
    const start = form.getByLabelText<HTMLInputElement>('Começa em');
    for (const value of ['0002-11-20T10:00', '202611-11-20T10:00']) {
      fireEvent.change(start, { target: { value } });
      expect(start.value).toBe(value);
    }
    fireEvent.change(form.getByLabelText('Termina em'), { target: { value: '2026-12-26T10:00' } });
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(form.getAllByText('Escreva a data e a hora inteiras.')).toHaveLength(1);
    expect(start.getAttribute('aria-invalid')).toBe('true');
    expect(form.queryByText('O fim precisa vir depois do começo.')).toBeNull();
    expect(bodies).toEqual([]);
  });

  it('the promotions page shows both versions of a coupon that another admin saved, and saves the chosen one', async () => {
    const user = userEvent.setup();
    const theirs = { ...coupon, revision: 4, terms: { ...coupon.terms, percent: 25, maxUses: 90 } };
    let saved = coupon;
    const bodies: unknown[] = [];
    playApi({
      ...shop,
      // This test starts on a page other than the first.
      'GET /api/admin/coupons': ({ url }) =>
        saved === coupon || url.searchParams.get('after')
          ? { coupons: [saved], nextCursor: null, previousCursor: null }
          : { coupons: [], nextCursor: 'next', previousCursor: null },
      'PUT /api/admin/coupons/c-1': ({ body }) => {
        bodies.push(body);
        if (bodies.length > 1) return theirs;
        saved = theirs;
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByRole('link', { name: 'NATAL-10' }));
    const form = within(await screen.findByRole('form', { name: 'Cupom NATAL-10' }));
    const percent = form.getByLabelText('Porcentagem');
    await user.clear(percent);
    await user.type(percent, '15');
    await user.click(form.getByRole('checkbox', { name: 'Só na primeira compra' }));
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    const conflict = within(await form.findByRole('region', { name: 'Outra pessoa mudou esta promoção enquanto você editava' }));
    await waitFor(() => expect(document.activeElement).toBe(conflict.getAllByRole('button')[0]));
    const compared = conflict.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
    expect(compared).toEqual([
      'PorcentagemSalvo agora25Nesta página15',
      'Usos no totalSalvo agora90Nesta página50',
      'Só na primeira compraSalvo agoraNãoNesta páginaSim',
    ]);
    await user.click(conflict.getByRole('button', { name: 'Ficar com esta página' }));
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByRole('link', { name: 'Novo cupom' })).toBeDefined();
    expect(bodies[1]).toMatchObject({ revision: 4, terms: { percent: 15, maxUses: 50, firstPurchase: true } });
  });

  it('the promotions page says that another admin archived a bundle meanwhile, and keeps the typed values', async () => {
    const user = userEvent.setup();
    let isArchived = false;
    playApi({
      ...shop,
      'GET /api/admin/bundles': () => ({ bundles: isArchived ? [] : [bundle] }),
      'PUT /api/admin/bundles/b-1': () => {
        isArchived = true;
        return refused(409, 'changed_meanwhile');
      },
    });
    await open();
    await user.click(await screen.findByRole('link', { name: 'Os dois' }));
    const form = within(await screen.findByRole('form', { name: 'Os dois' }));
    await user.type(form.getByLabelText('Nome da coleção'), ' e mais');
    await user.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await form.findByText(/Outra pessoa arquivou esta promoção/)).toBeDefined();
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Salvar' }).disabled).toBe(true);
    expect(form.getByLabelText<HTMLInputElement>('Nome da coleção').value).toBe('Os dois e mais');
  });
});
