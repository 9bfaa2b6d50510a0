import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { ApiError, cartStore, type EmbeddedPayments, sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const raizes = anEbook({ title: 'Raízes', brl: 3_490 });
const rute = anEbook({ title: 'Rute', brl: 2_990 });
const announced = { ...rute, launch: { at: toInstant('2030-03-10T12:00:00Z'), isSold: true } };

type ListInput = { query: { ids: string } };
type CheckoutInput = {
  body: { items: { id: string; price: number; quantity: number }[]; attemptId: string; currency: string; ui: string };
};

const HOSTED = { sessionId: 'cs_test_12345', url: 'https://pay.test/cs_test_12345' };
const shop = (changes: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/ebooks': ({ query }: ListInput) => {
    const ebooks = [raizes, rute].filter(({ id }) => query.ids.split(',').includes(id));
    return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
  },
  'GET /api/me/bought-ebooks': () => ({ ebooks: [] }),
  'POST /api/create-checkout-session': () => HOSTED,
  ...changes,
});
const agreed = (prices: Record<string, number>, total = Object.values(prices).reduce((sum, minor) => sum + minor, 0)) => {
  const lines = Object.entries(prices).map(([id, minor]) => ({ id, currency: 'BRL', minor, quantity: 1 }));
  sessionStorage.setItem('cart-to-pay', JSON.stringify({ lines, total }));
};
const goOn = () => screen.findByRole('button', { name: 'Continuar para o pagamento' });
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';

let left: string[] = [];

beforeEach(() => {
  left = [];
  // jsdom cannot leave its page.
  vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', replace: (url: string) => left.push(url) });
  sessionStore.setState({
    session: { status: 'signed-in', uid: 'u1', email: 'cliente@semente.test', emailVerified: true, me: null },
  });
  cartStore.setState({ lines: ['raizes', 'rute'].map((id) => ({ id, quantity: 1 })) });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(window, 'Stripe');
});

/** The calls of Stripe.js that the page makes. The library loads once for all tests of this file. */
let opened: string[] = [];
let onShown = () => {};

/** Returns the part of Stripe.js that the page needs. */
function aFrame() {
  const own: string[] = [];
  opened = own;
  const payments: EmbeddedPayments = {
    publishableKey: 'pk_test_x',
    loadScript: async () => {
      const createEmbeddedCheckoutPage = async ({ clientSecret, onAnalyticsEvent }: Record<string, never>) => {
        opened.push(clientSecret ?? '');
        onShown = () => (onAnalyticsEvent as unknown as (event: object) => void)({ eventType: 'checkoutRendered' });
        return { mount: () => opened.push('mounted'), destroy: () => opened.push('destroyed') };
      };
      Object.assign(window, { Stripe: Object.assign(() => ({ createEmbeddedCheckoutPage }), { version: 'endive' }) });
    },
  };
  return { opened: own, payments, show: () => act(() => onShown()) };
}

it('the payment page opens the frame once, and removes the loading note when the frame appears', async () => {
  const bodies: CheckoutInput['body'][] = [];
  const frame = aFrame();
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      bodies.push(body);
      return { sessionId: 'cs_test_12345', clientSecret: 'cs_test_12345_secret_x' };
    },
  });
  await renderInSite({ routes, at: '/checkout', answers, payments: frame.payments });
  await waitFor(() => expect(frame.opened).toEqual(['cs_test_12345_secret_x', 'mounted']));
  frame.show();
  expect(screen.getByText('O formulário de pagamento está pronto.')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Resumo' })).getByText(/64,80/)).toBeDefined();
  expect(bodies).toMatchObject([
    {
      ui: 'embedded',
      currency: 'BRL',
      locale: 'pt-BR',
      items: [
        { id: 'raizes', name: 'Raízes', price: 3_490, quantity: 1 },
        { id: 'rute', name: 'Rute', price: 2_990, quantity: 1 },
      ],
    },
  ]);

  // A change of the cart in another tab does not affect the current payment.
  act(() => cartStore.setState({ lines: [{ id: 'rute', quantity: 1 }] }));
  expect(within(screen.getByRole('region', { name: 'Resumo' })).getByText(/64,80/)).toBeDefined();
  expect(bodies).toHaveLength(1);
});

it.each([
  ['books that are out', [raizes, rute], 'O PDF é liberado assim que o pagamento é confirmado.'],
  ['pre-ordered books', [announced], 'O PDF é liberado no dia do lançamento.'],
  [
    'both kinds of books',
    [raizes, announced],
    'Os livros já lançados são liberados assim que o pagamento é confirmado; os de pré-venda, no dia do lançamento de cada um.',
  ],
])('the payment page says when the buyer can read the books: for %s', async (_what, ebooks, promise) => {
  cartStore.setState({ lines: ebooks.map(({ id }) => ({ id, quantity: 1 })) });
  const list = () => ({ ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null });
  await renderInSite({ routes, at: '/checkout', answers: shop({ 'GET /api/ebooks': list }) });
  const summary = await screen.findByRole('region', { name: 'Resumo' });
  expect(summary.textContent?.endsWith(`este site não os vê. ${promise}`)).toBe(true);
  const line = within(summary)
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.includes('Rute'));
  expect(/Em pré-venda, sai em 10\D+2030/.test(line?.textContent ?? '')).toBe(ebooks.includes(announced));
});

it('the payment page requests only one hosted page if the script does not load', async () => {
  const asked: string[] = [];
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      asked.push(body.ui);
      return HOSTED;
    },
  });
  const payments = { publishableKey: 'pk_test_x', loadScript: () => Promise.reject(new Error('blocked')) };
  await renderInSite({ routes, at: '/checkout', answers, payments });
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
  expect(asked).toEqual(['hosted']);
});

it('the same cart has the same payment attempt after a reload, and another cart has another attempt', async () => {
  const attempts: string[] = [];
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      attempts.push(body.attemptId);
      return HOSTED;
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  await waitFor(() => expect(left).toHaveLength(1));
  await renderInSite({ routes, at: '/checkout', answers });
  await waitFor(() => expect(left).toHaveLength(2));
  cartStore.setState({ lines: [{ id: 'rute', quantity: 1 }] });
  sessionStorage.clear();
  await renderInSite({ routes, at: '/checkout', answers });
  await waitFor(() => expect(left).toHaveLength(3));
  expect(attempts[1]).toBe(attempts[0]);
  expect(attempts[2]).not.toBe(attempts[0]);
});

it('the payment page shows a price that changed since the cart, before it opens a payment', async () => {
  const user = userEvent.setup();
  agreed({ raizes: 2_990, rute: 2_990 });
  const { calls } = await renderInSite({ routes, at: '/checkout', answers: shop() });
  expect(await screen.findByText(/O preço mudou. Nada foi cobrado/)).toBeDefined();
  expect(text()).toContain('Raízes: de R$ 29,90 para R$ 34,90');
  expect(calls.some(({ endpoint }) => endpoint === 'POST /api/create-checkout-session')).toBe(false);
  await user.click(await goOn());
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
});

it("the payment page uses the checkout's price, even if the catalogue still shows the old one", async () => {
  const user = userEvent.setup();
  const prices: (number | undefined)[] = [];
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      prices.push(body.items[0]?.price);
      if (prices.length > 1) return HOSTED;
      throw new ApiError('price_changed', 409, { corrections: [{ id: 'raizes', unit: anEbook({ brl: 3_990 }).price }] });
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  expect(await screen.findByText(/O preço mudou. Nada foi cobrado/)).toBeDefined();
  expect(text()).toContain('Raízes: de R$ 34,90 para R$ 39,90');
  expect(text()).toContain('R$ 69,80');
  expect(left).toEqual([]);
  await user.click(await goOn());
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
  expect(prices).toEqual([3_490, 3_990]);
});

it('the payment page names a book that was bought meanwhile, and sells the rest after the buyer agrees', async () => {
  const user = userEvent.setup();
  const answers = shop({
    'GET /api/me/bought-ebooks': () => {
      throw new ApiError('service_unavailable', 503);
    },
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      if (body.items.length === 1) return HOSTED;
      throw new ApiError('ebook_pending', 409, { bought: [{ ebookId: 'rute', standing: 'waiting', orderId: 'order-7' }] });
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  expect(await screen.findByText(/Um livro do carrinho já foi pedido e espera o pagamento/)).toBeDefined();
  expect(left).toEqual([]);
  await user.click(await goOn());
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
});

it('the payment page opens the purchase of a cart that was already paid', async () => {
  const answers = shop({
    'POST /api/create-checkout-session': () => {
      throw new ApiError('already_paid', 409, { sessionId: 'cs_test_paid1' });
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  await waitFor(() => expect(left).toEqual(['/success?session_id=cs_test_paid1']));
});

it('the payment page starts a new attempt if the old attempt belongs to another cart', async () => {
  const attempts: string[] = [];
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
      attempts.push(body.attemptId);
      if (attempts.length === 1) throw new ApiError('attempt_reused', 409);
      return HOSTED;
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
  expect(new Set(attempts).size).toBe(2);
});

it.each([
  ['pt-BR', 'BRL', 'O pagamento está em outra aba', /continue na outra aba/, 'Pagar aqui'],
  ['en', 'USD', 'The payment is in another tab', /continue in the other tab/, 'Pay here'],
] as const)(
  'the payment page says in %s that a later payment is in another tab, and pays here on request',
  async (locale, currency, title, sentence, press) => {
    const user = userEvent.setup();
    let isFirst = true;
    const answers = shop({
      'POST /api/create-checkout-session': () => {
        if (!isFirst) return HOSTED;
        isFirst = false;
        throw new ApiError('checkout_elsewhere', 409);
      },
    });
    await renderInSite({ routes, at: '/checkout', answers, preferences: { locale, currency } });
    expect(await screen.findByText(title)).toBeDefined();
    expect(screen.getByText(sentence)).toBeDefined();
    await user.click(screen.getByRole('button', { name: press }));
    await waitFor(() => expect(left).toEqual([HOSTED.url]));
  },
);

it('the payment page says what to do if the payment cannot be started, and retries', async () => {
  const user = userEvent.setup();
  let isDown = true;
  const answers = shop({
    'POST /api/create-checkout-session': () => {
      if (isDown) throw new ApiError('service_unavailable', 503);
      return HOSTED;
    },
  });
  await renderInSite({ routes, at: '/checkout', answers, preferences: { locale: 'en', currency: 'USD' } });
  expect(await screen.findByText('Failed to start checkout process. Please try again.')).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Payment form' }));
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
});

it('the payment page asks a signed-out buyer to sign in, and sends an empty cart to the shop', async () => {
  sessionStore.setState({ session: { status: 'signed-out' } });
  await renderInSite({ routes, at: '/checkout', answers: shop() });
  expect((await screen.findByRole('link', { name: 'Entrar' })).getAttribute('href')).toBe('/signin?returnTo=%2Fcart');
  cartStore.setState({ lines: [] });
  act(() => sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'a@semente.test', emailVerified: true, me: null } }));
  expect((await screen.findByRole('link', { name: 'Conhecer os eBooks' })).getAttribute('href')).toBe('/shop');
});

it('the payment page shows the new total when a promotion changed, and pays it after the buyer agrees', async () => {
  const user = userEvent.setup();
  sessionStorage.setItem('coupon', 'NATAL');
  agreed({ raizes: 3_490, rute: 2_990 }, 5_000);
  const brl = (minor: number) => toMoney(minor, 'BRL');
  const costs = (total: number) => ({
    ...{ lines: [], subtotal: brl(6_480), discounts: [], total: brl(total), coupon: 'NATAL', couponProblem: null },
  });
  const totals: unknown[] = [];
  const answers = shop({
    'POST /api/quote': () => costs(5_000),
    'POST /api/create-checkout-session': ({ body }: { body: { total: number; coupon: string } }) => {
      totals.push([body.coupon, body.total]);
      if (body.total === 6_480) return { orderId: 'order-9' };
      const quote = { ...costs(6_480), couponProblem: { reason: 'used_up' as const, missing: null } };
      throw new ApiError('price_changed', 409, { corrections: [], quote });
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  expect(await screen.findByText(/^O total mudou/)).toBeDefined();
  expect(text()).toContain('Este cupom já se esgotou.');
  expect(text()).toContain('de R$ 50,00 para R$ 64,80');
  await user.click(await goOn());
  // The new total is zero, so the books are delivered and the cart is empty.
  await waitFor(() => expect(left).toEqual(['/user-dashboard/orders/order-9']));
  expect(totals).toEqual([
    ['NATAL', 5_000],
    ['NATAL', 6_480],
  ]);
  expect(cartStore.getState().lines).toEqual([]);
});

it('the payment page opens no payment until the buyer retries an unknown coupon discount, or pays without it', async () => {
  const user = userEvent.setup();
  sessionStorage.setItem('coupon', 'NATAL');
  agreed({ raizes: 3_490, rute: 2_990 }, 6_480);
  const asked: unknown[] = [];
  const answers = shop({
    'POST /api/quote': () => {
      throw new ApiError('too_many_requests', 429);
    },
    'POST /api/create-checkout-session': ({ body }: { body: { coupon?: string; total: number } }) => {
      asked.push([body.coupon, body.total]);
      return HOSTED;
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  expect(await screen.findByText(/Ainda não sabemos quanto o cupom NATAL desconta/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  expect(await screen.findByText(/Ainda não sabemos/)).toBeDefined();
  expect(asked).toEqual([]);
  const form = within(screen.getByRole('region', { name: 'Formulário de pagamento' }));
  await user.click(form.getByRole('button', { name: 'Remover o cupom' }));
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
  expect(asked).toEqual([[undefined, 6_480]]);
  expect(sessionStorage.getItem('coupon')).toBeNull();
});

it('entering a coupon closes the open payment frame, and another frame opens once the buyer has seen the new total', async () => {
  const user = userEvent.setup();
  sessionStorage.clear();
  const frame = aFrame();
  const brl = (minor: number) => toMoney(minor, 'BRL');
  const asked: unknown[] = [];
  const answers = shop({
    'POST /api/quote': () => ({
      ...{ lines: [], subtotal: brl(6_480), total: brl(5_000), coupon: 'NATAL', couponProblem: null },
      discounts: [{ kind: 'coupon', label: 'NATAL', amount: brl(1_480) }],
    }),
    'POST /api/create-checkout-session': ({ body }: { body: { coupon?: string; total: number; attemptId: string } }) => {
      asked.push([body.coupon, body.total]);
      return { sessionId: `cs_test_${asked.length}`, clientSecret: `secret_${asked.length}` };
    },
  });
  await renderInSite({ routes, at: '/checkout', answers, payments: frame.payments });
  await waitFor(() => expect(frame.opened).toEqual(['secret_1', 'mounted']));
  const summary = within(screen.getByRole('region', { name: 'Resumo' }));
  await user.click(summary.getByText('Tem um cupom?'));
  await user.type(summary.getByLabelText('Código do cupom'), 'natal');
  await user.click(summary.getByRole('button', { name: 'Aplicar' }));
  expect(await screen.findByText(/^O total mudou/)).toBeDefined();
  expect(text()).toContain('de R$ 64,80 para R$ 50,00');
  expect(frame.opened).toEqual(['secret_1', 'mounted', 'destroyed']);
  await user.click(await goOn());
  await waitFor(() => expect(frame.opened.slice(3)).toEqual(['secret_2', 'mounted']));
  expect(asked).toEqual([
    [undefined, 6_480],
    ['NATAL', 5_000],
  ]);
});

it('entering a code without a discount opens the same payment again, with the reason', async () => {
  const user = userEvent.setup();
  sessionStorage.clear();
  const frame = aFrame();
  const brl = (minor: number) => toMoney(minor, 'BRL');
  const answers = shop({
    'POST /api/quote': () => ({
      ...{ lines: [], subtotal: brl(6_480), total: brl(6_480), discounts: [], coupon: 'NADA' },
      couponProblem: { reason: 'unknown' as const, missing: null },
    }),
    'POST /api/create-checkout-session': () => ({ sessionId: 'cs_test_1', clientSecret: 'secret_1' }),
  });
  await renderInSite({ routes, at: '/checkout', answers, payments: frame.payments });
  await waitFor(() => expect(frame.opened).toEqual(['secret_1', 'mounted']));
  const summary = within(screen.getByRole('region', { name: 'Resumo' }));
  await user.click(summary.getByText('Tem um cupom?'));
  await user.type(summary.getByLabelText('Código do cupom'), 'nada');
  await user.click(summary.getByRole('button', { name: 'Aplicar' }));
  await waitFor(() => expect(frame.opened).toEqual(['secret_1', 'mounted', 'destroyed', 'secret_1', 'mounted']));
  expect(summary.getByText('Não conhecemos este cupom. Confira se o código está certo.')).toBeDefined();
  // The field keeps a mistyped code for a correction. An empty field means no coupon.
  const field = summary.getByLabelText<HTMLInputElement>('Código do cupom');
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['NADA', 'true']);
  await user.clear(field);
  await user.click(summary.getByRole('button', { name: 'Aplicar' }));
  expect(sessionStorage.getItem('coupon')).toBeNull();
});

it('the payment page asks before it sells gifts that were just bought again', async () => {
  const user = userEvent.setup();
  const asked: unknown[] = [];
  const answers = shop({
    'POST /api/create-checkout-session': ({ body }: { body: { again?: boolean } }) => {
      asked.push(body.again);
      if (!body.again) throw new ApiError('bought_lately', 409);
      return HOSTED;
    },
  });
  await renderInSite({ routes, at: '/checkout', answers });
  expect(await screen.findByText(/Você comprou estes mesmos presentes/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Comprar de novo' }));
  await waitFor(() => expect(left).toEqual([HOSTED.url]));
  expect(asked).toEqual([undefined, true]);
});

describe('a guest on the payment page', () => {
  const guest = { email: 'ana@leitores.test', key: 'k'.repeat(22) };
  beforeEach(() => {
    sessionStore.setState({ session: { status: 'signed-out' } });
    sessionStorage.setItem('guest', JSON.stringify({ ...guest, openForMs: 9_000 }));
  });
  afterEach(() => sessionStorage.removeItem('guest'));

  it('a guest enters receipt details next to the payment, and an invalid number is not sent', async () => {
    const user = userEvent.setup();
    const saved: unknown[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
      saved.push(JSON.parse(String(body)));
      return Response.json({ name: '', taxId: '529.982.247-25' });
    });
    await renderInSite({ routes, at: '/checkout', answers: shop() });
    await user.click(await screen.findByText('Nome, CPF ou CNPJ no recibo (opcional)'));
    const taxId = await screen.findByLabelText('CPF, CNPJ ou NIF');
    await user.type(taxId, '529.982.247-26');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(taxId.getAttribute('aria-invalid')).toBe('true');
    expect(saved).toEqual([]);
    await user.clear(taxId);
    await user.type(taxId, '529.982.247-25');
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Salvo: sai no recibo desta compra.')).toBeDefined();
    expect(saved).toEqual([{ name: '', taxId: '529.982.247-25', guest }]);
  });

  it('a guest reads that the payment provider rejects the address, with a link to where it is entered', async () => {
    const answers = shop({
      'POST /api/create-checkout-session': () => {
        throw new ApiError('invalid_input', 400, { fields: { 'guest.email': 'invalid' } });
      },
    });
    await renderInSite({ routes, at: '/checkout', answers });
    expect((await screen.findByText(/não aceita este endereço de e-mail/)).getAttribute('role')).toBe('alert');
    expect(screen.getAllByRole('link', { name: 'Voltar ao carrinho' }).map((link) => link.getAttribute('href'))).toContain('/cart');
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  });

  it('a buyer with an account and a rejected address reads whom to contact', async () => {
    const answers = shop({
      'POST /api/create-checkout-session': () => {
        throw new ApiError('invalid_input', 400, { fields: { email: 'invalid' } });
      },
    });
    await renderInSite({ routes, at: '/checkout', answers });
    expect((await screen.findByText(/não aceita o e-mail da sua conta/)).getAttribute('role')).toBe('alert');
    expect(screen.getByRole('link', { name: 'Falar conosco' }).getAttribute('href')).toBe('/contact');
  });

  it('a guest reads where the link to the free books was sent, and the cart is kept', async () => {
    const answers = shop({
      'POST /api/create-checkout-session': () => ({ linkSentTo: guest.email, receiveBy: toInstant('2026-12-02T12:00:00Z') }),
    });
    const before = cartStore.getState().lines;
    await renderInSite({ routes, at: '/checkout', answers });
    expect(await screen.findByText(/Enviamos um link para ana@leitores[.]test.*O link vale até 2 de dez/)).toBeDefined();
    expect(cartStore.getState().lines).toEqual(before);
  });
});
