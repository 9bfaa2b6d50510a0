import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { cartStore } from '@site/shared/site/site.ts';
import { anEbook, anOrder, anOrderDetail, aReceipt } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../../routes.tsx';
import { type Answers, playApi, refused, signIn } from '../../../testing/signed-in.ts';

const open = (preferences = {}) => renderInSite({ routes, at: '/user-dashboard/orders/order-1', preferences });

/** Opens the page of an order. `answers` mocks the other API calls. */
async function show(changes: Parameters<typeof anOrderDetail>[0] = {}, answers: Answers = {}, preferences = {}) {
  const api = playApi({ 'GET /api/me/orders/order-1': () => anOrderDetail(changes), ...answers });
  await open(preferences);
  return api;
}

const [book] = anOrderDetail().items;
const [line] = aReceipt().lines;
if (!book || !line) throw new Error('an order has items');

const text = (element: HTMLElement) => element.textContent?.replaceAll('\u00a0', ' ');

beforeAll(polyfillDialog);
afterEach(() => vi.unstubAllGlobals());

describe('an order of the reader', () => {
  beforeEach(() => void signIn());

  it('an order of the reader opens from the list, and shows the state of payment, delivery and each book', async () => {
    const user = userEvent.setup();
    playApi({
      'GET /api/me/orders': () => ({ orders: [anOrder()], nextCursor: null }),
      'GET /api/me/orders/order-1': () =>
        anOrderDetail({
          state: 'partly_refunded',
          refunded: toMoney(1_000, 'BRL'),
          items: [
            { ...book, access: 'readable' },
            { ...book, ebookId: 'rute', name: 'Rute', access: 'refunded' },
          ],
        }),
    });
    await renderInSite({ routes, at: '/user-dashboard?tab=orders' });
    await user.click(await screen.findByRole('link', { name: /Pedido 1042/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Pedido 1042' })).toBeDefined();
    expect(screen.getByText('Parte do valor foi devolvida.')).toBeDefined();
    expect(screen.getByText('Enviamos o link da sua biblioteca para cliente@semente.test.')).toBeDefined();
    const books = screen.getAllByRole('listitem').map(text);
    expect(books).toContain('RaízesPronto para ler e baixar');
    expect(books).toContain('RuteReembolsado: o acesso foi encerrado');
    expect(books).toContain('Pagamento confirmado1 de mar. de 2026, 09:01');
  });

  it('the page of an order shows which book was paid twice, in which order, and how to get one payment back', async () => {
    await show({ items: [{ ...book, paidAlsoIn: { id: 'order-2', number: 1043 } }] });
    expect(await screen.findByText(/Você pagou “Raízes” duas vezes/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Pedido 1043' }).getAttribute('href')).toBe('/user-dashboard/orders/order-2');
    expect(screen.getByText(/Peça o reembolso de um dos dois pedidos/)).toBeDefined();
  });

  it.each([
    ['pt-BR', 'Enviamos o e-mail deste pedido para cliente@semente.test.'],
    ['en', 'We sent the email of this order to cliente@semente.test.'],
  ] as const)('an order that contains only gifts does not mention a library (%s)', async (locale, said) => {
    await show({ items: [{ ...book, quantity: 2, gifts: 2, access: 'gift' }] }, {}, { locale });
    expect(await screen.findByText(said)).toBeDefined();
  });

  it('the page of an order shows a closed dispute as closed', async () => {
    const items = [{ ...book, access: 'refunded' as const }];
    await show({ state: 'disputed', disputeState: 'lost', canRequestRefund: false, items });
    expect(await screen.findByText('Devolvido pelo banco')).toBeDefined();
    expect(screen.getByText(/O acesso aos livros terminou/)).toBeDefined();
    expect(screen.queryByText('Em contestação')).toBeNull();
  });

  it('the page of an order has a printable receipt, which says that it is not a tax document', async () => {
    const user = userEvent.setup();
    const print = vi.spyOn(window, 'print').mockReturnValue();
    await show({ receipts: [aReceipt({ lines: [{ ...line, quantity: 2 }] })] });
    expect(await screen.findByRole('heading', { name: 'Recibo R 12' })).toBeDefined();
    expect(screen.getAllByRole('row').map(text)).toEqual(['ItemQtd.Valor', 'Raízes PDF2R$ 34,90', 'TotalR$ 34,90']);
    expect(screen.getByText(/não é um documento fiscal/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Imprimir ou salvar em PDF' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('the page of an order shows neither a receipt nor a delivery before it is paid', async () => {
    await show({
      state: 'waiting',
      paidAt: null,
      emailState: 'none',
      canRequestRefund: false,
      items: [{ ...book, access: 'waiting' }],
    });
    expect(await screen.findByRole('heading', { name: 'Resumo do pedido' })).toBeDefined();
    expect(screen.getByText('Liberado quando o pagamento for confirmado')).toBeDefined();
    expect(screen.queryByText('Entrega')).toBeNull();
    for (const action of [/Imprimir/, /Reenviar/, /reembolso/]) expect(screen.queryByRole('button', { name: action })).toBeNull();
  });

  it('the page of an order shows the boleto to pay, and cancels it after a confirmation', async () => {
    const user = userEvent.setup();
    const copied: string[] = [];
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: async (text: string) => void copied.push(text) } });
    const number = '1'.repeat(47);
    const toPay = {
      with: 'boleto' as const,
      code: number,
      pdfUrl: 'https://pay.test/b.pdf',
      url: 'https://pay.test/b',
      by: toInstant(new Date(Date.now() + 86_400_000)),
    };
    const unpaid = { paidAt: null, paymentMethod: null, canRequestRefund: false, items: [{ ...book, access: 'waiting' as const }] };
    let order = anOrderDetail({ ...unpaid, state: 'waiting', toPay, canCancel: true });
    let isDown = true;
    playApi({
      'GET /api/me/orders/order-1': () => order,
      'POST /api/me/orders/order-1/cancel': () => {
        if (isDown) return refused(503, 'payment_unavailable');
        const past = { ...toPay, code: null, pdfUrl: null, url: null };
        order = anOrderDetail({ ...unpaid, state: 'failed', toPay: past, canceledAt: toInstant('2026-03-02T12:00:00Z') });
        return order;
      },
    });
    await open();
    const panel = within(await screen.findByRole('region', { name: 'Boleto' }));
    expect(panel.getByText(/^Pague o boleto até \d\d\/\d\d para receber os livros\.$/)).toBeDefined();
    expect(panel.getByRole('link', { name: /PDF/ }).getAttribute('href')).toBe('https://pay.test/b.pdf');
    await user.click(panel.getByRole('button', { name: 'Copiar número' }));
    expect(copied).toEqual([number]);

    await user.click(panel.getByRole('button', { name: 'Cancelar boleto' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Cancelar este boleto?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancelar boleto' }));
    expect(await dialog.findByText('O boleto não foi cancelado.')).toBeDefined();
    isDown = false;
    await user.click(dialog.getByRole('button', { name: 'Cancelar boleto' }));
    expect(await screen.findByText(/Você cancelou o boleto e nada foi cobrado/)).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Boleto' })).toBeNull();
  });

  it('the page of an order shows that a boleto expired, and adds its books to the cart without duplicates', async () => {
    const user = userEvent.setup();
    cartStore.setState({ lines: [{ id: 'raizes', quantity: 1 }] });
    const by = toInstant('2026-03-05T02:59:00Z');
    playApi({
      'GET /api/me/orders/order-1': () =>
        anOrderDetail({
          state: 'failed',
          paidAt: null,
          paymentMethod: null,
          canRequestRefund: false,
          toPay: { with: 'boleto', code: null, pdfUrl: null, url: null, by },
          items: [
            { ...book, quantity: 2, gifts: 1, access: 'unpaid' },
            { ...book, ebookId: 'rute', name: 'Rute', quantity: 30, gifts: 30, gift: 'group', access: 'unpaid' },
            { ...book, ebookId: 'salmos', name: 'Salmos', price: toMoney(0, 'BRL'), list: toMoney(1_500, 'BRL'), access: 'unpaid' },
          ],
          discounts: [{ kind: 'coupon', label: 'NATAL', amount: toMoney(500, 'BRL') }],
        }),
    });
    await renderInSite({ routes: [...routes, { path: '/cart', Component: () => 'O carrinho' }], at: '/user-dashboard/orders/order-1' });
    expect(await screen.findByText('O boleto venceu e nada foi cobrado.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Comprar de novo' }));
    expect(await screen.findByText('O carrinho')).toBeDefined();
    expect(cartStore.getState().lines).toEqual([
      { id: 'raizes', quantity: 2, chosen: toMoney(3_490, 'BRL') },
      { id: 'rute', quantity: 30, gift: 'group', chosen: toMoney(3_490, 'BRL') },
      { id: 'salmos', quantity: 1, chosen: toMoney(1_500, 'BRL') },
    ]);
    expect(sessionStorage.getItem('coupon')).toBe('NATAL');
    sessionStorage.removeItem('coupon');
  });

  it('the page of an order names seller, buyer, payment method and discounts on its receipt', async () => {
    const receipt = aReceipt({
      buyer: { name: 'Ana Ltda.', email: 'ana@leitores.test', taxId: { kind: 'cnpj', text: '12.ABC.345/01DE-35' } },
      lines: [{ ...line, list: toMoney(4_000, 'BRL') }],
    });
    await show({ receipts: [receipt] });
    expect(await screen.findByRole('heading', { name: 'Recibo R 12' })).toBeDefined();
    const fact = (name: string) => text(screen.getByText(name).parentElement as HTMLElement);
    expect(fact('Vendido por')).toBe('Vendido porAlvorada EdiçõesCNPJ 1Rua A, 1');
    expect(fact('Comprador')).toBe('CompradorAna Ltda.CNPJ 12.ABC.345/01DE-35ana@leitores.test');
    expect(fact('Pago com')).toBe('Pago comVisa final 4242');
    expect(text(screen.getByRole('row', { name: /Desconto/ }))).toBe('Desconto já aplicadoR$ 5,10');
  });

  it('the page of an order shows each credit note, with the site’s name when the seller gave no details', async () => {
    const user = userEvent.setup();
    const seller = { legalName: '', taxId: '', address: '' };
    const credit = aReceipt({
      ...{ series: 'NC' as const, number: 3, kind: 'credit' as const, of: 12, isOfDispute: true, seller },
      lines: [{ ...line, ebookId: null, title: null, language: null }],
    });
    await show({ receipts: [aReceipt({ seller }), credit] });
    await user.click(await screen.findByRole('button', { name: 'Nota de crédito NC 3' }));
    expect(screen.getByRole('heading', { name: 'Nota de crédito NC 3' })).toBeDefined();
    expect(text(screen.getByText('Sobre o recibo').parentElement as HTMLElement)).toBe('Sobre o reciboR 12');
    expect(text(screen.getByText('Motivo').parentElement as HTMLElement)).toBe('MotivoContestação decidida pelo banco');
    expect(screen.getByText('Valor sem indicação de livro')).toBeDefined();
  });

  it('the page of an order changes the buyer on its receipt, and rejects an invalid tax id', async () => {
    const user = userEvent.setup();
    const { sent } = await show({ canChangeReceipt: true }, { 'PUT /api/me/orders/order-1/receipt-buyer': () => anOrderDetail() });
    await user.click(await screen.findByRole('button', { name: 'Mudar nome, CPF ou CNPJ' }));
    const field = screen.getByRole('textbox', { name: 'CPF, CNPJ ou NIF' });
    await user.type(field, '111.444.777-36');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(screen.getByText(/não é um CPF, CNPJ ou NIF válido/)).toBeDefined();
    await user.type(field, '{Backspace}5');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Ana', taxId: '111.444.777-35' }]));
  });

  it('the page of an order sends its email again, or explains why it cannot', async () => {
    const user = userEvent.setup();
    let isLimited = true;
    await show(
      {},
      {
        'POST /api/me/orders/order-1/email': () => (isLimited ? refused(429, 'too_many_requests') : { email: 'queued' }),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Reenviar o e-mail' }));
    expect(await screen.findByText('O e-mail não foi enviado.')).toBeDefined();
    isLimited = false;
    await user.click(screen.getByRole('button', { name: 'Reenviar o e-mail' }));
    expect(await screen.findByText('O e-mail está a caminho.')).toBeDefined();
  });

  it('the page of an order requests a refund with a reason, after a confirmation', async () => {
    const user = userEvent.setup();
    let order = anOrderDetail();
    const { sent } = playApi({
      'GET /api/me/orders/order-1': () => order,
      'POST /api/me/orders/order-1/refund-request': () => {
        const requestedAt = toInstant('2026-03-02T12:00:00Z');
        order = anOrderDetail({ canRequestRefund: false, refundRequestedAt: requestedAt });
        return { requestedAt };
      },
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Pedir reembolso' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Pedir o reembolso deste pedido?' }));
    await user.type(dialog.getByLabelText('Motivo (opcional)'), 'Comprei duas vezes');
    await user.click(dialog.getByRole('button', { name: 'Pedir reembolso' }));
    expect(await screen.findByText('Você pediu o reembolso em 2 de mar. de 2026, 09:00. Respondemos por e-mail.')).toBeDefined();
    expect(sent).toEqual([{ reason: 'Comprei duas vezes' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the page of an order shows that a refund is on its way, and that the buyer must act to receive it', async () => {
    await show({ canRequestRefund: false, refundPending: toMoney(2_990, 'BRL'), refundAsksBuyer: true });
    const line = await screen.findByText(/em andamento/);
    expect(text(line)).toContain('Reembolso de R$ 29,90 em andamento. O Stripe perguntou a você por e-mail');
    expect(screen.queryByText(/não pode mais ser reembolsado/)).toBeNull();
  });

  it('the page of an order keeps the typed reason when the refund request failed', async () => {
    const user = userEvent.setup();
    await show(
      {},
      {
        'POST /api/me/orders/order-1/refund-request': () => refused(500, 'unexpected'),
      },
    );
    await user.click(await screen.findByRole('button', { name: 'Pedir reembolso' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByLabelText('Motivo (opcional)'), 'Comprei duas vezes');
    await user.click(dialog.getByRole('button', { name: 'Pedir reembolso' }));
    expect(await dialog.findByText('Seu pedido não foi enviado.')).toBeDefined();
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Motivo (opcional)').value).toBe('Comprei duas vezes');
  });

  it('the page of another account’s order shows “not found”, in English too', async () => {
    playApi({ 'GET /api/me/orders/order-1': () => refused(404, 'not_found') });
    await open({ locale: 'en' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeDefined();
    expect(screen.getAllByRole('link', { name: 'My orders' }).map((link) => link.getAttribute('href'))).toContain(
      '/user-dashboard?tab=orders',
    );
  });

  it('the page of an order can be reloaded after a loading failure', async () => {
    const user = userEvent.setup();
    let isDown = true;
    playApi({ 'GET /api/me/orders/order-1': () => (isDown ? refused(500, 'unexpected') : anOrderDetail()) });
    await open();
    expect(await screen.findByText('Não foi possível carregar o pedido')).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Pedido 1042' })).toBeDefined());
  });
});

const key = 'k'.repeat(22);
const openLink = async (preferences = {}) => {
  window.history.replaceState(null, '', `/order/order-1#${key}`);
  await renderInSite({ routes, at: `/order/order-1#${key}`, preferences });
};
function leaveLink(): void {
  window.history.replaceState(null, '', '/');
  sessionStorage.clear();
}

const libraryOf = (isGiven: boolean) => ({
  items: isGiven ? [{ ebook: anEbook({ title: 'Raízes' }), acquiredAt: toInstant('2026-03-01T12:01:00Z'), position: null }] : [],
  nextCursor: null,
});

it.each([
  ['pt-BR', 'Abra de novo o link do e-mail'],
  ['en', 'Open the link in your email again'],
] as const)('an order page whose link key is missing asks for the link (%s)', async (locale, title) => {
  playApi({ 'GET /api/me/orders/order-1': () => refused(404, 'not_found') });
  await renderInSite({ routes, at: '/order/order-1', preferences: { locale } });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined();
  leaveLink();
});

describe('an unpaid Pix order, opened by its link', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => {
    vi.useRealTimers();
    leaveLink();
  });

  it('an unpaid Pix order, opened by its link, shows its books as soon as it is paid', async () => {
    const toPay = { with: 'pix' as const, code: '000201', pdfUrl: null, url: null, by: toInstant(new Date(Date.now() + 1_800_000)) };
    const unpaid = { state: 'waiting' as const, paidAt: null, canRequestRefund: false, items: [{ ...book, access: 'waiting' as const }] };
    let isPaid = false;
    playApi({
      'GET /api/me/orders/order-1': () => (isPaid ? anOrderDetail() : anOrderDetail({ ...unpaid, toPay })),
      'GET /api/me/library': () => libraryOf(isPaid),
    });
    await openLink();
    expect(await screen.findByText('Liberado quando o pagamento for confirmado')).toBeDefined();
    isPaid = true;
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByRole('link', { name: 'Ler: Raízes' }, { timeout: 2_000 })).toBeDefined();
  });
});

describe('a free order, opened by its link', () => {
  const zero = toMoney(0, 'BRL');
  const freeBook = { ...book, price: zero, amount: zero, access: 'unpaid' as const };
  const free = {
    ...{
      id: 'order-1',
      total: zero,
      paidAt: null,
      receipts: [],
      canRequestRefund: false,
      paymentMethod: null,
      emailState: 'none' as const,
    },
    timeline: [{ kind: 'created' as const, at: toInstant('2026-03-01T12:00:00Z') }],
    items: [freeBook],
  };
  afterEach(leaveLink);

  it('a free order, opened by its link, reloads when a newer link is pasted over an older one', async () => {
    const newer = 'n'.repeat(22);
    playApi({
      'GET /api/me/orders/order-1': ({ headers }) =>
        headers.get('authorization') === `Order order-1.${newer}`
          ? anOrderDetail({ ...free, state: 'open', receiveBy: toInstant('2026-03-08T12:00:00Z') })
          : refused(404, 'not_found'),
      'GET /api/me/library': () => ({ items: [], nextCursor: null }),
    });
    window.history.replaceState(null, '', `/order/order-1#${key}`);
    const { router } = await renderInSite({ routes, at: `/order/order-1#${key}` });
    expect(await screen.findByText(/não abre nenhum pedido/)).toBeDefined();
    window.history.replaceState(null, '', `/order/order-1#${newer}`);
    await act(() => router.navigate(`/order/order-1#${newer}`));
    expect(await screen.findByRole('button', { name: 'Receber meus livros' })).toBeDefined();
  });

  it('a free order, opened by its link, waits for the buyer’s press, and removes the book from the cart, too', async () => {
    const user = userEvent.setup();
    let isReceived = false;
    cartStore.setState({
      lines: [
        { id: 'raizes', quantity: 1 },
        { id: 'rute', quantity: 1 },
      ],
    });
    const given = () =>
      isReceived
        ? anOrderDetail({
            ...free,
            state: 'paid',
            paidAt: toInstant('2026-03-02T12:00:00Z'),
            items: [{ ...freeBook, access: 'readable' }],
          })
        : anOrderDetail({ ...free, state: 'open', receiveBy: toInstant('2026-03-08T12:00:00Z') });
    playApi({
      'GET /api/me/orders/order-1': given,
      'GET /api/me/library': () => libraryOf(isReceived),
      'POST /api/me/orders/order-1/receive': () => {
        isReceived = true;
        return given();
      },
    });
    await openLink();
    expect(await screen.findByText(/Toque no botão até 8 de mar/)).toBeDefined();
    expect(screen.queryByText(/pagamento/i)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Receber meus livros' }));
    expect(await screen.findByText('Não havia nada a pagar.')).toBeDefined();
    expect(await screen.findByRole('link', { name: 'Ler: Raízes' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Receber meus livros' })).toBeNull();
    expect(cartStore.getState().lines).toEqual([{ id: 'rute', quantity: 1 }]);
  });

  it('a free order, opened by its link, shows that it has expired, and offers the same books again', async () => {
    playApi({
      'GET /api/me/orders/order-1': () => anOrderDetail({ ...free, state: 'expired' }),
      'GET /api/me/library': () => ({ items: [], nextCursor: null }),
    });
    await openLink({ locale: 'en' });
    expect(await screen.findByText(/The time to claim the books has expired/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Buy again' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Receive my books' })).toBeNull();
  });
});
