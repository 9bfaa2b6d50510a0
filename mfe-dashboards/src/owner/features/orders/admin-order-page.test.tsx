import type { AdminOrder } from '@site/shared/contracts/admin-orders.ts';
import { permissionsOf } from '@site/shared/contracts/team.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { anOrder, aReceipt } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { type Answers, playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './admin-order-page.tsx';

const at = toInstant('2026-03-01T12:00:00Z');

const raizesPrices = [toMoney(3_490, 'BRL'), toMoney(3_490, 'BRL')];

type Item = AdminOrder['items'][number];
const item = (ebookId: string, name: string, changes: Pick<Item, 'price' | 'amount' | 'refundable'> & Partial<Item>): Item => ({
  ebookId,
  name,
  language: 'pt-BR',
  quantity: 1,
  gifts: 0,
  claimed: 0,
  format: 'PDF',
  access: 'readable',
  paidAlsoIn: null,
  ...changes,
});

type OneRefund = AdminOrder['refunds'][number];
const refund = (changes: Partial<OneRefund> = {}): OneRefund => ({
  id: 'r',
  amount: toMoney(9_970, 'BRL'),
  items: null,
  state: 'done',
  waitsFor: null,
  obstacle: null,
  channel: 'stripe',
  evidence: null,
  keepsAccess: false,
  reason: '',
  requestedAt: at,
  by: 'admin@semente.test',
  ...changes,
});

const order = (changes: Partial<AdminOrder> = {}): AdminOrder => ({
  ...anOrder(),
  coupon: null,
  total: toMoney(9_970, 'BRL'),
  items: [
    item('raizes', 'Raízes', { quantity: 2, price: toMoney(3_490, 'BRL'), amount: toMoney(6_980, 'BRL'), refundable: raizesPrices }),
    item('rute', 'Rute', { price: toMoney(2_990, 'BRL'), amount: toMoney(2_990, 'BRL'), refundable: [toMoney(2_990, 'BRL')] }),
  ],
  buyerUid: 'uid-2',
  link: null,
  locale: 'pt-BR',
  country: 'BR',
  termsVersion: '2024-03-01',
  sessionId: 'cs_test_1',
  paymentIntentId: 'pi_1',
  dispute: null,
  isDisputeUnread: false,
  awaitsNewOwner: false,
  fee: toMoney(468, 'BRL'),
  feeTax: toMoney(349, 'BRL'),
  refundPending: toMoney(0, 'BRL'),
  refundable: toMoney(9_970, 'BRL'),
  owed: toMoney(0, 'BRL'),
  obstacle: null,
  refundChannels: ['stripe'],
  refunds: [],
  receipts: [aReceipt()],
  refundRequest: null,
  emails: [{ kind: 'purchase_paid', recipient: 'cliente@semente.test', state: 'sent', at }],
  timeline: [
    { kind: 'created', at, amount: null },
    { kind: 'paid', at, amount: toMoney(9_970, 'BRL') },
  ],
  auditEntries: [],
  ...changes,
});

const open = (locale: 'pt-BR' | 'en' = 'pt-BR') => openTab(Component, '/dashboard/orders/:id', '/dashboard/orders/order-1', locale);

/** Opens the page of an order. `answers` mocks the other API calls. */
async function show(changes: Partial<AdminOrder> = {}, answers: Answers = {}, locale: 'pt-BR' | 'en' = 'pt-BR') {
  const api = playApi({ 'GET /api/admin/orders/order-1': () => order(changes), ...answers });
  await open(locale);
  return api;
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

it('the order page shows an order’s coupon, links to its other orders, and says if its limit was exceeded', async () => {
  const discounts = [{ kind: 'coupon' as const, label: 'NATAL-10', amount: toMoney(500, 'BRL') }];
  await show({ discounts, coupon: { code: 'NATAL-10', isBeyond: true } });
  const items = await section('Itens');
  expect(items.getByRole('link', { name: 'Cupom NATAL-10: ver os pedidos' }).getAttribute('href')).toBe(
    '/dashboard?tab=orders&coupon=NATAL-10',
  );
  expect(items.getByText(/^Cupom NATAL-10 além do limite/)).toBeDefined();
  expect(items.getByText(/O pedido foi entregue pelo preço pago/)).toBeDefined();
});

describe('a dispute', () => {
  const dispute: NonNullable<AdminOrder['dispute']> = {
    reason: 'product_not_received',
    state: 'needs_response',
    amount: toMoney(9_970, 'BRL'),
    dueBy: toInstant('2026-03-08T12:00:00Z'),
    openedAt: at,
    answeredAt: null,
    closedAt: null,
    url: 'https://dashboard.stripe.com/test/payments/pi_1',
  };

  it('a dispute shows the reason, the amount, the deadline and the place to answer', async () => {
    await show({ state: 'disputed', obstacle: 'disputed', dispute });
    const panel = await section('Contestação');
    expect(panel.getByText('Precisa de resposta')).toBeDefined();
    expect(panel.getByText('diz que não recebeu o livro')).toBeDefined();
    expect(panel.getByText('8 de mar. de 2026, 09:00')).toBeDefined();
    expect(plain(panel.getByText(/99,70/).textContent)).toBe('R$ 99,70');
    expect(panel.getByRole('link', { name: 'Abrir no painel do Stripe' }).getAttribute('href')).toBe(dispute.url);
  });

  it('a dispute that is only an inquiry says that the order can still be refunded', async () => {
    await show({ state: 'disputed', obstacle: null, dispute });
    expect((await section('Contestação')).getByText(/^Por enquanto o banco só pede informações/)).toBeDefined();
  });

  it('a dispute needs no action once it was lost', async () => {
    await show({ state: 'disputed', disputeState: 'lost', obstacle: 'disputed', dispute: { ...dispute, state: 'lost' } });
    const panel = await section('Contestação');
    expect(panel.getByText('Perdida')).toBeDefined();
    expect(screen.getByText('Contestação perdida')).toBeDefined();
    expect(screen.queryByText('Em contestação')).toBeNull();
    expect(panel.queryByText('8 de mar. de 2026, 09:00')).toBeNull();
    expect(screen.queryByText(/o banco decide\./)).toBeNull();
  });

  it('a dispute asks for no answer if it cannot be answered', async () => {
    await show({ state: 'disputed', obstacle: 'disputed', dispute: { ...dispute, dueBy: null } });
    const panel = await section('Contestação');
    expect(panel.getByText(/^Não é possível responder/)).toBeDefined();
    expect(panel.queryByText('Responder até')).toBeNull();
  });

  it('a dispute that Stripe does not let us read names the missing permission', async () => {
    await show({ state: 'disputed', isDisputeUnread: true });
    expect((await section('Contestação')).getByText(/a permissão “Disputes: Read”/)).toBeDefined();
  });
});

it('an order page names the other order in which a book was also paid, and the button to press', async () => {
  const [first, ...others] = order().items;
  if (!first) throw new Error('an order has items');
  const items = [{ ...first, paidAlsoIn: { id: 'order-2', number: 1043 } }, ...others];
  await show({ items });
  const panel = await section('Reembolsos');
  expect(panel.getByText(/pagou “Raízes” também em outro pedido\. Use “Reembolsar”/)).toBeDefined();
  expect(panel.getByRole('link', { name: 'Pedido nº 1043' }).getAttribute('href')).toBe('/dashboard/orders/order-2');
});

describe('the order page', () => {
  it('the order page links to the person, and names each email by its content', async () => {
    const timeline: AdminOrder['timeline'] = [
      { kind: 'created', at, amount: null },
      { kind: 'purchase_waiting', at, amount: null },
      { kind: 'refund_asked', at, amount: toMoney(100, 'BRL') },
    ];
    await show({ state: 'waiting', paidAt: null, timeline });
    const events = (await section('Linha do tempo')).getAllByRole('listitem').map((event) => plain(event.textContent));
    expect(events[1]).toMatch(/^E-mail enviado: como pagar/);
    expect(events[2]).toMatch(/^Reembolso iniciado pela loja/);
    expect(plain((await section('Itens')).getByText('Líquido').nextSibling?.textContent ?? '')).toBe('R$ 95,02');
    expect((await section('Comprador')).getByRole('link', { name: 'Ver a pessoa' }).getAttribute('href')).toBe(
      '/dashboard/people/of/order/order-1',
    );
    expect((await section('Comprador')).getByText('Visa final 4242')).toBeDefined();
  });

  it('the order page shows the items, the buyer and the events', async () => {
    await show();
    expect(await screen.findByRole('heading', { level: 1, name: 'Pedido nº 1042' })).toBeDefined();
    expect(plain((await section('Itens')).getByRole('row', { name: /^Raízes/ }).textContent)).toBe('RaízesPDFDisponível2 × R$ 34,90');
    expect((await section('Comprador')).getByText('Brasil')).toBeDefined();
    expect(plain((await section('Linha do tempo')).getAllByRole('listitem')[1]?.textContent)).toContain('Pago · R$ 99,70');
    expect((await section('E-mails deste pedido')).getByText('Enviado')).toBeDefined();
    expect((await section('Referências')).getByText('pi_1')).toBeDefined();
  });

  it('the order page revokes a free order without mentioning money', async () => {
    const user = userEvent.setup();
    const nothing = toMoney(0, 'BRL');
    const [raizes] = order().items;
    if (!raizes) throw new Error('no book');
    const item = { ...raizes, price: nothing, amount: nothing, refundable: [nothing, nothing] };
    const free = { items: [item], total: nothing, refundable: nothing, sessionId: null, paymentIntentId: null, fee: null };
    const { sent } = await show(free, {
      'POST /api/admin/orders/order-1/refunds': () =>
        order({
          ...free,
          items: [{ ...item, access: 'taken_back', refundable: [] }],
          state: 'refunded',
          obstacle: 'already_refunded',
          refunds: [refund({ amount: nothing, channel: 'none' })],
        }),
    });
    await user.click((await section('Itens')).getByRole('button', { name: 'Encerrar o acesso' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/nenhum dinheiro volta/)).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'Só alguns itens' }));
    expect(dialog.getByRole('button', { name: 'Encerrar o acesso' }).hasAttribute('disabled'), 'without a choice').toBe(true);
    await user.click(dialog.getByRole('radio', { name: 'Todos os que restam' }));
    await user.click(dialog.getByRole('button', { name: 'Encerrar o acesso' }));
    expect(await screen.findByText(/Era um pedido gratuito/)).toBeDefined();
    expect(sent).toMatchObject([{ items: null, amount: nothing, takesClaimed: false }]);
    expect(screen.getAllByText('Acesso encerrado').length).toBeGreaterThan(0);
    expect((await section('Itens')).queryByRole('button')).toBeNull();
    expect((await section('Reembolsos')).queryByText(/^Reembolso de/)).toBeNull();
  });

  it('the order page refunds the whole amount once, after a confirmation', async () => {
    const user = userEvent.setup();
    const { sent } = await show(
      {},
      {
        'POST /api/admin/orders/order-1/refunds': () =>
          order({
            state: 'refunded',
            refunded: toMoney(9_970, 'BRL'),
            refundable: toMoney(0, 'BRL'),
            obstacle: 'already_refunded',
            refunds: [refund()],
          }),
      },
    );
    await user.click((await section('Itens')).getByRole('button', { name: 'Reembolsar' }));
    await user.click(screen.getByRole('button', { name: /^Reembolsar R\$/ }));
    expect(await screen.findByText('Tudo já foi devolvido.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(plain((await section('Reembolsos')).getByText(/^Reembolso de/).textContent)).toContain('Reembolso de R$ 99,70');
    expect(sent).toEqual([
      {
        attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        items: null,
        amount: toMoney(9_970, 'BRL'),
        takesClaimed: false,
        left: 9_970,
        keepsAccess: false,
        reason: '',
      },
    ]);
  });

  it('the order page refunds the chosen copies, and nothing before a copy is chosen', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    playApi({
      'GET /api/admin/orders/order-1': () => order(),
      'POST /api/admin/orders/order-1/refunds': ({ body }) => {
        sent.push(body);
        return refused(409, 'changed_meanwhile');
      },
    });
    await open('en');
    await user.click((await section('Items')).getByRole('button', { name: 'Refund' }));
    await user.click(screen.getByRole('radio', { name: 'Only some items' }));
    expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Refund' }).disabled).toBe(true);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Copies of Raízes' }), '1');
    await user.click(screen.getByRole('button', { name: 'Refund R$34.90' }));
    expect(await screen.findByText(/Nothing was refunded\./)).toBeDefined();
    expect(screen.getByText(/Someone changed this while you were looking at it/)).toBeDefined();
    expect(sent).toEqual([
      {
        attemptId: expect.any(String),
        items: [{ ebookId: 'raizes', quantity: 1 }],
        amount: toMoney(3_490, 'BRL'),
        takesClaimed: false,
        left: 9_970,
        keepsAccess: false,
        reason: '',
      },
    ]);
  });

  it('the order page records the proof of a refund that the owner makes by hand, when Stripe cannot refund', async () => {
    const user = userEvent.setup();
    const { sent } = await show(
      { refundChannels: ['manual'] },
      {
        'POST /api/admin/orders/order-1/refunds': () => order(),
      },
    );
    await user.click((await section('Itens')).getByRole('button', { name: 'Reembolsar' }));
    await user.click(screen.getByRole('button', { name: /^Anotar a devolução/ }));
    expect(screen.getByText('Escreva com que comprovante o valor foi enviado.')).toBeDefined();
    await user.type(screen.getByLabelText(/^Comprovante/), 'E123, 23/11');
    await user.click(screen.getByRole('button', { name: /^Anotar a devolução/ }));
    expect(await screen.findByText('Devolução anotada')).toBeDefined();
    expect(sent).toEqual([
      {
        attemptId: expect.any(String),
        items: null,
        takesClaimed: false,
        amount: toMoney(9_970, 'BRL'),
        left: 9_970,
        keepsAccess: false,
        reason: '',
        evidence: 'E123, 23/11',
      },
    ]);
  });

  it('the order page refunds any part, lets the buyer keep the book, and sends the buyer a text', async () => {
    const user = userEvent.setup();
    const { sent } = await show(
      {},
      {
        'POST /api/admin/orders/order-1/refunds': () => order(),
      },
    );
    await user.click((await section('Itens')).getByRole('button', { name: 'Reembolsar' }));
    const dialog = within(screen.getByRole('dialog'));
    const amount = dialog.getByLabelText<HTMLInputElement>('Valor a devolver');
    expect(amount.value, 'what is left').toBe('99,70');
    const give = () => user.click(dialog.getByRole('button', { name: /^Reembolsar/ }));
    for (const [typed, problem] of [
      ['1.000', 'Isto pode ser R$ 1.000,00 ou R$ 1,00. Escreva 1000,00 ou 1,00.'],
      ['99,71', 'Escreva um valor acima de zero e de no máximo R$ 99,70.'],
      ['0', 'Escreva um valor acima de zero e de no máximo R$ 99,70.'],
      ['dez', 'Escreva o valor assim: 29,90'],
      [' ', 'Escreva o valor assim: 29,90'],
    ] as const) {
      await user.clear(amount);
      await user.type(amount, typed);
      await give();
      expect(plain(amount.closest('div')?.textContent), typed).toContain(problem);
    }
    expect(sent).toEqual([]);
    await user.clear(amount);
    await user.type(amount, 'R$ 10');
    await user.click(dialog.getByRole('radio', { name: 'O comprador fica com o livro' }));
    await user.type(dialog.getByLabelText(/^Mensagem para quem comprou/), 'Desculpe a demora.');
    expect(plain(dialog.getByText(/O comprador fica com o livro\. Não há como desfazer\./).textContent)).toMatch(
      /^O valor de R\$ 10,00 volta/,
    );
    await give();
    expect(await screen.findByText('Reembolso iniciado')).toBeDefined();
    expect(sent).toMatchObject([
      { items: null, amount: toMoney(1_000, 'BRL'), left: 9_970, keepsAccess: true, reason: 'Desculpe a demora.', takesClaimed: false },
    ]);
  });

  it('the order page shows for each refund whether the buyer keeps the book, and the text sent with it', async () => {
    const kept = refund({ amount: toMoney(1_000, 'BRL'), keepsAccess: true, reason: 'Desculpe a demora.' });
    await show({ refunded: toMoney(1_000, 'BRL'), state: 'partly_refunded', refunds: [kept] });
    const refunds = await section('Reembolsos');
    expect(refunds.getByText('O comprador fica com o livro')).toBeDefined();
    expect(refunds.getByText('Desculpe a demora.')).toBeDefined();
  });

  it('the order page says that a refund may have been recorded when no answer arrived, and shows that refund', async () => {
    const user = userEvent.setup();
    let isAsked = false;
    const pending = refund({ state: 'pending' });
    playApi({
      'GET /api/admin/orders/order-1': () =>
        isAsked ? order({ refundable: toMoney(0, 'BRL'), obstacle: 'already_refunded', refunds: [pending] }) : order(),
      'POST /api/admin/orders/order-1/refunds': () => {
        isAsked = true;
        return refused(503, 'service_unavailable');
      },
    });
    await open();
    await user.click((await section('Itens')).getByRole('button', { name: 'Reembolsar' }));
    await user.click(screen.getByRole('button', { name: /^Reembolsar R\$/ }));
    expect(await screen.findByText('O Stripe ainda não respondeu. O site continua tentando.')).toBeDefined();
    expect(screen.queryByText('Nada foi reembolsado.')).toBeNull();
    expect(screen.queryByText('Tudo já foi devolvido.')).toBeNull();
  });

  it('the order page distinguishes pending and completed refunds, and explains what to do about a failed refund', async () => {
    const amount = toMoney(1_000, 'BRL');
    await show({
      refunded: toMoney(300, 'BRL'),
      refundPending: toMoney(1_000, 'BRL'),
      refundable: toMoney(8_670, 'BRL'),
      refunds: [
        refund({ id: 'one', amount, state: 'pending', waitsFor: 'balance' }),
        refund({ id: 'two', amount, state: 'failed', obstacle: 'returned' }),
      ],
    });
    const refunds = await section('Reembolsos');
    expect(refunds.getAllByText('Em andamento')).toHaveLength(1);
    expect(plain(refunds.getByText('Feito no painel do Stripe').parentElement?.textContent)).toContain('Reembolso de R$ 3,00');
    expect(refunds.getByText('Falta saldo no Stripe. Adicione saldo, e o reembolso segue sozinho.')).toBeDefined();
    expect(refunds.getByText(/^O banco do comprador não aceitou/)).toBeDefined();
    const sums = plain((await section('Itens')).getByText('Reembolso em andamento').closest('dl')?.textContent);
    expect(sums).toBe(
      'TotalR$ 99,70Reembolsado− R$ 3,00Reembolso em andamento− R$ 10,00SaldoR$ 86,70Tarifa do Stripe e IOF de R$ 3,49− R$ 4,68LíquidoR$ 82,02',
    );
  });

  it('the order page explains why nothing can be refunded, and shows the buyer’s request', async () => {
    await show({
      state: 'disputed',
      refundable: toMoney(0, 'BRL'),
      obstacle: 'disputed',
      refundRequest: { reason: 'Comprei duas vezes.', at, decision: null, decidedAt: null, note: null },
    });
    const refunds = await section('Reembolsos');
    expect(refunds.getByText('O pagamento está em contestação: o banco decide.')).toBeDefined();
    expect(refunds.getByText('Comprei duas vezes.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Reembolsar' })).toBeNull();
  });

  it('the order page declines the buyer’s refund request with a text, and then shows that text', async () => {
    const user = userEvent.setup();
    const request = { reason: 'Não gostei.', at, decision: null, decidedAt: null, note: null };
    const { sent } = await show(
      { refundRequest: request },
      {
        'POST /api/admin/orders/order-1/refund-refusal': () =>
          order({ refundRequest: { ...request, decision: 'declined', decidedAt: at, note: 'O prazo acabou.' } }),
      },
    );
    await user.click((await section('Reembolsos')).getByRole('button', { name: 'Recusar pedido' }));
    const dialog = within(screen.getByRole('dialog', { name: /^Recusar o reembolso/ }));
    await user.click(dialog.getByRole('button', { name: 'Recusar e enviar' }));
    expect(dialog.getByText('Escreva por que o valor não será devolvido.')).toBeDefined();
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: 'Explicação para quem comprou' }), 'O prazo acabou.');
    await user.click(dialog.getByRole('button', { name: 'Recusar e enviar' }));
    expect(sent).toEqual([{ note: 'O prazo acabou.' }]);
    const refunds = await section('Reembolsos');
    expect(await refunds.findByText('O prazo acabou.')).toBeDefined();
    expect(refunds.queryByRole('button', { name: 'Recusar pedido' })).toBeNull();
  });

  it('the order page leaves a refund request to members who may refund', async () => {
    signIn({}, permissionsOf.support);
    await show({ refundRequest: { reason: 'Não gostei.', at, decision: null, decidedAt: null, note: null } });
    const refunds = await section('Reembolsos');
    expect(refunds.getByText('Não gostei.')).toBeDefined();
    expect(refunds.queryByRole('button')).toBeNull();
  });

  it('the order page sends the books again, or explains why it cannot', async () => {
    const user = userEvent.setup();
    let isDown = true;
    const emails: AdminOrder['emails'] = [{ kind: 'purchase_paid', recipient: 'cliente@semente.test', state: 'queued', at }];
    await show({}, { 'POST /api/admin/orders/order-1/email': () => (isDown ? refused(429, 'too_many_requests') : order({ emails })) });
    const panel = await section('E-mails deste pedido');
    await user.click(panel.getByRole('button', { name: 'Reenviar' }));
    expect(await panel.findByText('O e-mail não foi reenviado.')).toBeDefined();
    isDown = false;
    await user.click(panel.getByRole('button', { name: 'Reenviar' }));
    expect(await panel.findByText('Na fila')).toBeDefined();
  });

  it('the order page corrects a mistyped email address, and explains what is wrong with an invalid one', async () => {
    const user = userEvent.setup();
    const sent: unknown[] = [];
    await show(
      {},
      {
        'PUT /api/admin/orders/order-1/buyer-email': ({ body }) => {
          sent.push(body);
          if (sent.length > 1) return order({ email: 'certa@semente.test', awaitsNewOwner: true });
          return Response.json(
            { error: { code: 'invalid_input', message: '', requestId: 'r', fields: { email: 'invalid' } } },
            { status: 400 },
          );
        },
      },
    );
    await user.click((await section('Comprador')).getByRole('button', { name: 'Corrigir e-mail' }));
    const field = screen.getByRole('textbox', { name: 'E-mail correto' });
    await user.clear(field);
    await user.type(field, 'certa@semente.test');
    await user.click(screen.getByRole('button', { name: 'Corrigir' }));
    expect(await screen.findByText(/Este endereço não parece certo/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Corrigir' }));
    expect(await screen.findByText(/Falta esta pessoa entrar com ele/)).toBeDefined();
    expect(sent.at(-1)).toEqual({ email: 'certa@semente.test', previousEmail: 'cliente@semente.test' });
  });

  it('the order page says that the order does not exist, or that it could not be loaded', async () => {
    const user = userEvent.setup();
    let isDown = true;
    playApi({ 'GET /api/admin/orders/order-1': () => (isDown ? refused(500, 'unexpected') : refused(404, 'not_found')) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar o pedido' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Este pedido não existe' })).toBeDefined();
  });
});
