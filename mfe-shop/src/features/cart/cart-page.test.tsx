import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { ApiError, cartStore, sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readAgreedCart } from '../../checkout/agreed-cart.ts';
import { routes } from '../../routes.tsx';

const raizes = anEbook({ title: 'Raízes', brl: 3_490 });
const rute = anEbook({ title: 'Rute', brl: 2_990 });
const announced = { ...rute, launch: { at: toInstant('2030-03-10T12:00:00Z'), isSold: true } };

type ListInput = { query: { ids: string } };

const cart = (changes: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/ebooks': ({ query }: ListInput) => {
    const ebooks = [raizes, rute].filter(({ id }) => query.ids.split(',').includes(id));
    return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
  },
  'GET /api/me/bought-ebooks': () => ({ ebooks: [] }),
  ...changes,
});

const signIn = () =>
  sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'cliente@semente.test', emailVerified: true, me: null } });
const text = () => document.body.textContent?.replaceAll('\u00a0', ' ') ?? '';
const lines = () => cartStore.getState().lines;
/** Simulates a browser that forbids storage. */
function forbidStorage() {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    const forbidden = vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    onTestFinished(() => forbidden.mockRestore());
  }
}
const checkout = () => screen.findByRole('button', { name: 'Finalizar compra' });

let left: string[] = [];

beforeAll(polyfillDialog);
beforeEach(() => {
  left = [];
  // jsdom cannot leave its page.
  vi.stubGlobal('location', {
    ...window.location,
    origin: 'http://localhost:3000',
    pathname: '/cart',
    assign: (url: string) => left.push(url),
  });
  cartStore.setState({
    lines: [
      { id: 'raizes', quantity: 1 },
      { id: 'rute', quantity: 1 },
    ],
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the page of the cart', () => {
  it('the cart shows current titles and prices, and their sum', async () => {
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByRole('heading', { name: 'Raízes' })).toBeDefined();
    expect(text()).toContain('R$ 29,90');
    expect(within(screen.getByRole('complementary', { name: 'Resumo' })).getByText(/64,80/)).toBeDefined();
  });

  it("the cart offers the shop's currencies, and no choice if the shop has only one", async () => {
    await renderInSite({ routes, at: '/cart', answers: cart(), currencies: ['BRL', 'NZD'] });
    const choice = await screen.findByRole('combobox', { name: 'Moeda' });
    expect(
      within(choice)
        .getAllByRole('option')
        .map((option) => option.getAttribute('value')),
    ).toEqual(['BRL', 'NZD']);
    cleanup();
    await renderInSite({ routes, at: '/cart', answers: cart(), currencies: ['BRL'] });
    await checkout();
    expect(screen.queryByRole('combobox', { name: 'Moeda' })).toBeNull();
  });

  it('the cart shows a skeleton until the device was read, then the books', async () => {
    cartStore.setState({ isReady: false });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByText('Abrindo seu carrinho…')).toBeDefined();
    act(() => cartStore.setState({ isReady: true }));
    expect(await screen.findByRole('heading', { name: 'Rute' })).toBeDefined();
  });

  it.each([
    ['books that are out', [raizes, rute], 'O PDF é liberado assim que o pagamento é confirmado.', 'um link para ler e baixar os livros.'],
    [
      'pre-ordered books',
      [announced],
      'O PDF é liberado no dia do lançamento.',
      'um link para ler e baixar os livros a partir do lançamento.',
    ],
    [
      'both kinds of books',
      [raizes, announced],
      'Os livros já lançados são liberados assim que o pagamento é confirmado; os de pré-venda, no dia do lançamento de cada um.',
      'um link para ler e baixar os livros; os de pré-venda, a partir do lançamento.',
    ],
  ])('the cart says when the buyer can read the books: for %s', async (_what, ebooks, promise, guest) => {
    const user = userEvent.setup();
    cartStore.setState({ lines: ebooks.map(({ id }) => ({ id, quantity: 1 })) });
    const list = () => ({ ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null });
    await renderInSite({ routes, at: '/cart', answers: cart({ 'GET /api/ebooks': list }) });
    await user.click(await checkout());
    expect(screen.getByText(`O pagamento é processado com segurança pelo provedor de pagamento. ${promise}`)).toBeDefined();
    expect(screen.getByText(`Sem criar conta: depois do pagamento, você recebe por e-mail ${guest}`)).toBeDefined();
  });

  it('the buyer of several copies keeps the first and gives the others away, gives all away, or shares one link', async () => {
    const user = userEvent.setup();
    cartStore.setState({ lines: [{ id: 'rute', quantity: 1 }] });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    const copies = await screen.findByRole('spinbutton', { name: 'Quantidade de Rute' });
    await user.clear(copies);
    await user.type(copies, '3');
    expect(lines()).toEqual([{ id: 'rute', quantity: 3 }]);
    expect(within(screen.getByRole('complementary', { name: 'Resumo' })).getByText(/89,70/)).toBeDefined();
    const whom = screen.getByRole('combobox', { name: 'Para quem: Rute' });
    await user.selectOptions(whom, 'Todos de presente');
    expect(lines()).toEqual([{ id: 'rute', quantity: 3, gift: 'all' }]);
    await user.selectOptions(whom, 'Um link para o grupo');
    await user.clear(copies);
    await user.type(copies, '300');
    await user.tab();
    expect(lines()).toEqual([{ id: 'rute', quantity: 200, gift: 'group' }]);
    await user.selectOptions(whom, '1 para mim, 199 de presente');
    expect(lines()).toEqual([{ id: 'rute', quantity: 20 }]);
  });

  it.each([
    [
      'pt-BR',
      ['Quantidade de Rute', 'Para quem: Rute', '1 para mim, 199 de presente'],
      'São no máximo 20 exemplares de um livro. Para dar a mais pessoas, escolha “Um link para o grupo”, que serve para até 200.',
      'Um link para o grupo serve para 2 a 200 pessoas.',
    ],
    [
      'en',
      ['Quantity of Rute', 'For whom: Rute', '1 for me, 199 as gifts'],
      'You can buy at most 20 copies of a book. To give it to more people, choose “One link for the group”, which works for up to 200 people.',
      'One link for the group works for 2 to 200 people.',
    ],
  ] as const)('the cart states the limit of copies when a buyer wants more (%s)', async (locale, names, limit, group) => {
    const user = userEvent.setup();
    cartStore.setState({ lines: [{ id: 'rute', quantity: 1, gift: 'all' }] });
    await renderInSite({ routes, at: '/cart', answers: cart(), preferences: { locale } });
    const copies = await screen.findByRole('spinbutton', { name: names[0] });
    const whom = screen.getByRole('combobox', { name: names[1] });
    const said = () => document.getElementById(copies.getAttribute('aria-describedby') ?? '');
    const type = async (text: string) => {
      await user.clear(copies);
      await user.type(copies, text);
    };
    await type('25');
    expect(said()?.textContent, 'before it is paid').toBe(limit);
    expect(said()?.getAttribute('role')).toBe('status');
    await user.tab();
    expect([lines(), said()?.textContent]).toEqual([[{ id: 'rute', quantity: 20, gift: 'all' }], limit]);
    await type('5');
    expect(said()?.textContent).toBe('');
    await user.clear(copies);
    await user.tab();
    expect([lines()[0]?.quantity, said()?.textContent]).toEqual([1, '']);
    await user.selectOptions(whom, 'group');
    expect([lines()[0]?.quantity, said()?.textContent]).toEqual([2, group]);
    await type('201');
    expect(said()?.textContent).toBe(group);
    await user.tab();
    expect([lines()[0]?.quantity, said()?.textContent]).toEqual([200, group]);
    await user.selectOptions(whom, names[2]);
    expect([lines(), said()?.textContent]).toEqual([[{ id: 'rute', quantity: 20 }], limit]);
  });

  it.each([
    ['pt-BR', 'Diminuir a quantidade de Rute', 'Aumentar a quantidade de Rute'],
    ['en', 'Decrease the quantity of Rute', 'Increase the quantity of Rute'],
  ] as const)('the buttons − and + change the quantity between 1 and its limit (%s)', async (locale, fewer, more) => {
    const user = userEvent.setup();
    cartStore.setState({ lines: [{ id: 'rute', quantity: 1 }] });
    await renderInSite({ routes, at: '/cart', answers: cart(), preferences: { locale } });
    const minus = await screen.findByRole('button', { name: fewer });
    const isDisabled = () => minus.getAttribute('aria-disabled') === 'true';
    const plus = screen.getByRole('button', { name: more });
    expect(isDisabled()).toBe(true);
    await user.click(plus);
    expect([lines(), isDisabled()]).toEqual([[{ id: 'rute', quantity: 2 }], false]);
    minus.focus();
    await user.keyboard('{Enter}{Enter}{Enter}');
    expect([lines(), isDisabled(), document.activeElement], 'a held key stops there').toEqual([[{ id: 'rute', quantity: 1 }], true, minus]);
    for (let presses = 0; presses < 25; presses += 1) await user.click(plus);
    expect(lines()).toEqual([{ id: 'rute', quantity: 20 }]);
    expect(document.getElementById(screen.getByRole('spinbutton').getAttribute('aria-describedby') ?? '')?.textContent).toMatch(/20/);
  });

  it('the cart removes a book and restores it', async () => {
    const user = userEvent.setup();
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await screen.findByRole('button', { name: 'Remover Rute' }));
    expect(lines()).toEqual([{ id: 'raizes', quantity: 1 }]);
    expect(screen.getByText('Rute foi removido.')).toBeDefined();
    const undo = screen.getByRole('button', { name: 'Desfazer' });
    expect(document.activeElement).toBe(undo);
    // Changes that were made after the removal are kept.
    act(() => cartStore.getState().restore([{ id: 'raizes', quantity: 3 }]));
    await user.click(undo);
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    expect(lines()).toEqual([
      { id: 'raizes', quantity: 3 },
      { id: 'rute', quantity: 1 },
    ]);
    expect(screen.queryByText('Rute foi removido.')).toBeNull();
  });

  it('the cart asks before it is cleared, and links to the shop when it is empty', async () => {
    const user = userEvent.setup();
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await screen.findByRole('button', { name: 'Limpar carrinho' }));
    const dialog = screen.getByRole('dialog', { name: 'Limpar o carrinho?' });
    expect(lines()).toHaveLength(2);
    await user.click(within(dialog).getByRole('button', { name: 'Limpar carrinho' }));
    expect(lines()).toEqual([]);
    expect(screen.getByRole('heading', { name: 'Seu carrinho está vazio' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Conhecer os eBooks' }).getAttribute('href')).toBe('/shop');
  });

  it('the cart removes a book that left the shop, and says so', async () => {
    cartStore.setState({
      lines: [
        { id: 'raizes', quantity: 1 },
        { id: 'esgotado', quantity: 1 },
      ],
    });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByText('Um livro do seu carrinho saiu da loja e foi retirado.')).toBeDefined();
    expect(lines()).toEqual([{ id: 'raizes', quantity: 1 }]);
  });

  it('the cart leaves an owned book out of the purchase, and links to the library', async () => {
    const user = userEvent.setup();
    signIn();
    const answers = cart({
      'GET /api/me/bought-ebooks': () => ({ ebooks: [{ ebookId: 'rute', standing: 'owned', orderId: 'order-1' }] }),
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect(await screen.findByText(/Você já tem este eBook/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Abrir na minha biblioteca' }).getAttribute('href')).toBe('/user-dashboard?tab=ebooks');
    const summary = screen.getByRole('complementary', { name: 'Resumo' });
    expect(within(summary).getByText(/^1 item/)).toBeDefined();
    expect(within(summary).getByText(/34,90/)).toBeDefined();
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['/checkout']));
    expect(readAgreedCart()?.lines.map(({ id }) => id)).toEqual(['raizes']);

    await user.click(screen.getByRole('button', { name: 'Dar de presente: Rute' }));
    expect(screen.getByText('Você já tem este livro: 1 para presentear.')).toBeDefined();
    expect(within(summary).getByText(/64,80/)).toBeDefined();
  });

  it('a cart whose books wait for their payment sells nothing, and links to the order', async () => {
    signIn();
    cartStore.setState({ lines: [{ id: 'rute', quantity: 1 }] });
    const answers = cart({
      'GET /api/me/bought-ebooks': () => ({ ebooks: [{ ebookId: 'rute', standing: 'waiting', orderId: 'order-7' }] }),
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect(await screen.findByText(/espera o pagamento/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver o pedido' }).getAttribute('href')).toBe('/user-dashboard/orders/order-7');
    expect(screen.getByText('Não há nada a pagar neste carrinho.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Finalizar compra' })).toBeNull();
  });
});

describe('the checkout from the cart', () => {
  it('the checkout asks a visitor to sign in, and keeps the cart meanwhile', async () => {
    const user = userEvent.setup();
    const { router, calls } = await renderInSite({ routes: [...routes, { path: 'signin', element: null }], at: '/cart', answers: cart() });
    await user.click(await checkout());
    const dialog = screen.getByRole('dialog', { name: 'Atenção' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(await checkout());
    const before = lines();
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(router.state.location.search).toBe('?returnTo=%2Fcart%3Fbooks%3Draizes%7E1.rute%7E1');
    expect(calls.some(({ endpoint }) => endpoint === 'POST /api/create-checkout-session')).toBe(false);

    // Meanwhile the device lost its cart, so the saved cart is restored once.
    cartStore.setState({ lines: [] });
    signIn();
    await act(() => router.navigate('/cart'));
    await waitFor(() => expect(lines()).toEqual(before));
    expect(sessionStorage.getItem('cart-before-sign-in')).toBeNull();
  });

  it('the checkout discards the saved cart once the visitor continues without signing in', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({ routes: [...routes, { path: 'signin', element: null }], at: '/cart', answers: cart() });
    await user.click(await checkout());
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    await act(() => router.navigate('/cart'));
    await checkout();
    const kept = lines().slice(1);
    cartStore.setState({ lines: kept });
    signIn();
    await act(() => router.navigate('/cart?again'));
    await waitFor(() => expect(router.state.navigation.state).toBe('idle'));
    expect(lines()).toEqual(kept);
  });

  it('a visitor whose browser forbids storage can continue', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({ routes: [...routes, { path: 'signin', element: null }], at: '/cart', answers: cart() });
    const button = await checkout();
    forbidStorage();
    await user.click(button);
    await user.click(screen.getByRole('button', { name: 'Continuar' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
  });

  it('a reader whose browser forbids storage can open the payment', async () => {
    const user = userEvent.setup();
    signIn();
    await renderInSite({ routes, at: '/cart', answers: cart() });
    const button = await checkout();
    forbidStorage();
    await user.click(button);
    await waitFor(() => expect(left).toEqual(['/checkout']));
  });

  it.each([false, true])(
    'a free cart offers a link by email, the newsletter separately (%s), and does not mention a payment',
    async (isWished) => {
      const user = userEvent.setup();
      onTestFinished(() => sessionStorage.clear());
      sessionStore.setState({ session: { status: 'signed-out' } });
      cartStore.setState({ lines: [{ id: 'livre', quantity: 1 }] });
      const free = anEbook({ title: 'Livre', brl: 0 });
      const answers = cart({
        'GET /api/ebooks': () => ({ ebooks: [{ ...free, id: 'livre' }], total: 1, isTotalCapped: false, nextCursor: null }),
      });
      await renderInSite({ routes, at: '/cart', answers });
      await user.click(await checkout());
      const dialog = within(screen.getByRole('dialog', { name: 'Atenção' }));
      expect(dialog.getByRole('heading', { name: 'Receber só com e-mail' })).toBeDefined();
      expect(dialog.queryByText(/pagamento/)).toBeNull();
      const wish = dialog.getByRole<HTMLInputElement>('checkbox', {
        name: /^Quero receber também a newsletter\. .*Política de Privacidade/,
      });
      expect(wish.checked).toBe(false);
      if (isWished) await user.click(wish);
      await user.type(dialog.getByLabelText('Seu e-mail'), 'ana@leitores.test');
      await user.click(dialog.getByRole('button', { name: 'Enviar o link' }));
      await waitFor(() => expect(left).toEqual(['/checkout']));
      const kept = JSON.parse(sessionStorage.getItem('guest') ?? '{}');
      expect([kept.email, kept.newsletterConsent]).toEqual(['ana@leitores.test', isWished ? CONSENT_VERSION : undefined]);
    },
  );

  it('the guest form asks for an email address that can receive email', async () => {
    const user = userEvent.setup();
    onTestFinished(() => sessionStorage.clear());
    sessionStore.setState({ session: { status: 'signed-out' } });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await checkout());
    const dialog = within(screen.getByRole('dialog', { name: 'Atenção' }));
    const email = dialog.getByLabelText<HTMLInputElement>('Seu e-mail');
    await user.type(email, 'ana@gmail');
    await user.click(dialog.getByRole('button', { name: 'Ir para o pagamento' }));
    expect(
      dialog.getByText('Este endereço não parece certo. Confira, sem acentos antes do @, por exemplo maria@exemplo.com.'),
    ).toBeDefined();
    expect([email.getAttribute('aria-invalid'), document.activeElement]).toEqual(['true', email]);
    await user.type(email, '.com');
    expect(email.getAttribute('aria-invalid')).toBeNull();
    expect(left).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Ir para o pagamento' }));
    await waitFor(() => expect(left).toEqual(['/checkout']));
    expect(JSON.parse(sessionStorage.getItem('guest') ?? '{}').email).toBe('ana@gmail.com');
  });

  it('the cart adds what its URL contains: lines, chosen prices, and the coupon', async () => {
    const search = '?books=raizes~2~all.rute~1~~4000BRL&cupom=NATAL&q=1';
    vi.stubGlobal('location', { ...window.location, origin: 'http://localhost:3000', pathname: '/cart', search });
    const replaced = vi.spyOn(history, 'replaceState');
    onTestFinished(() => {
      replaced.mockRestore();
      sessionStorage.removeItem('coupon');
    });
    signIn();
    const brl = (minor: number) => toMoney(minor, 'BRL');
    const quote = { lines: [], subtotal: brl(9_970), discounts: [], total: brl(9_970), coupon: 'NATAL', couponProblem: null };
    const { calls } = await renderInSite({ routes, at: '/cart', answers: cart({ 'POST /api/quote': () => quote }) });
    await waitFor(() =>
      expect(lines()).toEqual([
        { id: 'raizes', quantity: 2, gift: 'all' },
        { id: 'rute', quantity: 1, chosen: brl(4_000) },
      ]),
    );
    expect(sessionStorage.getItem('coupon')).toBe('NATAL');
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({
          endpoint: 'POST /api/quote',
          input: expect.objectContaining({ body: expect.objectContaining({ coupon: 'NATAL' }) }),
        }),
      ),
    );
    expect(replaced).toHaveBeenCalledWith(history.state, '', '/cart?q=1');
  });

  it('the cart opens the payment page with the amounts that it shows, even after the browser goes back', async () => {
    const user = userEvent.setup();
    signIn();
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['/checkout']));
    expect(readAgreedCart()).toEqual({
      lines: [
        { id: 'raizes', currency: 'BRL', minor: 3_490, quantity: 1 },
        { id: 'rute', currency: 'BRL', minor: 2_990, quantity: 1 },
      ],
      total: 6_480,
    });
    await user.click(screen.getByRole('button', { name: 'Abrindo o pagamento…', busy: true }));
    expect(left).toHaveLength(1);
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await user.click(await checkout());
    await waitFor(() => expect(left).toHaveLength(2));
  });

  it("the cart passes the visitor's source on to the payment page, which is a new document", async () => {
    const user = userEvent.setup();
    signIn();
    Object.assign(document.documentElement.dataset, { source: 'news letter', campaign: '' });
    onTestFinished(() => void delete document.documentElement.dataset.source);
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['/checkout?utm_source=news+letter&utm_campaign=']));
  });

  it('the cart shows the discount of a coupon, and the coupon can be removed', async () => {
    const user = userEvent.setup();
    sessionStorage.setItem('coupon', 'natal');
    onTestFinished(() => sessionStorage.clear());
    const brl = (minor: number) => toMoney(minor, 'BRL');
    const bodies: unknown[] = [];
    const answers = cart({
      'POST /api/quote': ({ body }: { body: { coupon: string } }) => {
        bodies.push(body);
        const isKnown = body.coupon === 'natal';
        return {
          lines: [],
          subtotal: brl(6_480),
          discounts: isKnown ? [{ kind: 'coupon', label: 'NATAL', amount: brl(1_480) }] : [],
          total: brl(isKnown ? 5_000 : 6_480),
          coupon: body.coupon.toUpperCase(),
          couponProblem: isKnown ? null : { reason: 'below_minimum', missing: brl(520) },
        };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    const summary = within(await screen.findByRole('complementary', { name: 'Resumo' }));
    expect(await summary.findByText('Cupom NATAL')).toBeDefined();
    expect(summary.getByText(/50,00/)).toBeDefined();
    expect(bodies).toEqual([
      {
        items: [
          { id: 'raizes', quantity: 1 },
          { id: 'rute', quantity: 1 },
        ],
        currency: 'BRL',
        coupon: 'natal',
      },
    ]);
    signIn();
    await user.click(await checkout());
    expect(readAgreedCart()?.total).toBe(5_000);

    await user.click(summary.getByRole('button', { name: 'Remover o cupom' }));
    await waitFor(() => expect(summary.queryByText('Cupom NATAL')).toBeNull());
    expect(summary.getByText(/64,80/)).toBeDefined();
    await user.click(summary.getByText('Tem um cupom?'));
    await user.type(summary.getByLabelText('Código do cupom'), ' pascoa ');
    await user.click(summary.getByRole('button', { name: 'Aplicar' }));
    expect((await summary.findByText(/^Faltam/)).textContent?.replaceAll('\u00a0', ' ')).toContain('Faltam R$ 5,20');
    expect(sessionStorage.getItem('coupon')).toBe('PASCOA');
  });

  it("the cart does not open the payment while a coupon's discount is unknown, and says how to continue", async () => {
    const user = userEvent.setup();
    signIn();
    sessionStorage.clear();
    sessionStorage.setItem('coupon', 'natal');
    onTestFinished(() => sessionStorage.clear());
    const brl = (minor: number) => toMoney(minor, 'BRL');
    let isRefused = true;
    const answers = cart({
      'POST /api/quote': () => {
        if (isRefused) throw new ApiError('too_many_requests', 429);
        return {
          ...{ lines: [], subtotal: brl(6_480), total: brl(5_000), coupon: 'NATAL', couponProblem: null },
          discounts: [{ kind: 'coupon', label: 'NATAL', amount: brl(1_480) }],
        };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect(await screen.findByText(/Ainda não sabemos quanto o cupom NATAL desconta/)).toBeDefined();
    await user.click(await checkout());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Cupom' }));
    expect([left, readAgreedCart()]).toEqual([[], null]);

    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByText('Cupom NATAL')).toBeDefined();
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['/checkout']));
    expect(readAgreedCart()?.total).toBe(5_000);
  });

  it('the cart opens the payment after an unanswered coupon is removed', async () => {
    const user = userEvent.setup();
    signIn();
    sessionStorage.setItem('coupon', 'natal');
    onTestFinished(() => sessionStorage.clear());
    const answers = cart({
      'POST /api/quote': () => {
        throw new ApiError('service_unavailable', 503);
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await user.click(await screen.findByRole('button', { name: 'Remover o cupom' }));
    await waitFor(() => expect(screen.queryByText(/Ainda não sabemos/)).toBeNull());
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['/checkout']));
    expect(readAgreedCart()?.total).toBe(6_480);
  });

  it("a guest's quote ignores the coupon use that this browser reserved", async () => {
    const guest = { email: 'ana@example.test', key: 'a'.repeat(22) };
    sessionStorage.setItem('coupon', 'NATAL');
    sessionStorage.setItem('guest', JSON.stringify({ ...guest, website: '', openForMs: 9_000 }));
    onTestFinished(() => sessionStorage.clear());
    const bodies: { guest?: object }[] = [];
    const brl = (minor: number) => toMoney(minor, 'BRL');
    const answers = cart({
      'POST /api/quote': ({ body }: { body: { guest?: object } }) => {
        bodies.push(body);
        return { lines: [], subtotal: brl(6_480), total: brl(5_000), discounts: [], coupon: 'NATAL', couponProblem: null };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await waitFor(() => expect(bodies[0]?.guest).toEqual(guest));
  });

  it('the cart offers the book that completes a bundle, and adds it by a press', async () => {
    const user = userEvent.setup();
    const brl = (minor: number) => toMoney(minor, 'BRL');
    const others = [{ id: 'rute', title: 'Rute', language: 'pt-BR' }];
    const bundled = anEbook({ title: 'Raízes', bundles: [{ title: 'Os dois', percent: 20, others }] });
    cartStore.setState({ lines: [{ id: 'raizes', quantity: 1 }] });
    const answers = cart({
      'GET /api/ebooks': ({ query }: ListInput) => {
        const ebooks = [bundled, rute].filter(({ id }) => query.ids.split(',').includes(id));
        return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
      },
      'POST /api/quote': ({ body }: { body: { items: unknown[] } }) => ({
        ...{ lines: [], discounts: [], coupon: null, couponProblem: null },
        ...(body.items.length === 2
          ? { subtotal: brl(6_480), total: brl(5_184) }
          : {
              ...{ subtotal: brl(3_490), total: brl(3_490) },
              completion: { ebook: { id: 'rute', title: 'Rute' }, less: brl(1_296), total: brl(5_184) },
            }),
      }),
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect((await screen.findByText(/completa a coleção/)).textContent?.replaceAll('\u00a0', ' ')).toBe(
      'Com “Rute” você completa a coleção e paga R$ 12,96 a menos. O total fica em R$ 51,84.',
    );
    await user.click(screen.getByRole('button', { name: 'Adicionar ao carrinho: Rute' }));
    expect(lines()).toContainEqual({ id: 'rute', quantity: 1 });
    await screen.findByRole('heading', { name: 'Rute' });
    expect(document.activeElement?.textContent).toBe('Rute adicionado ao carrinho!');
    expect(await within(screen.getByRole('complementary', { name: 'Resumo' })).findByText(/51,84/)).toBeDefined();

    await user.click(screen.getByRole('button', { name: 'Remover Raízes' }));
    expect(within(screen.getByRole('complementary', { name: 'Resumo' })).getByText(/29,90/), 'no longer asked for').toBeDefined();
    expect(screen.queryByText(/completa a coleção/)).toBeNull();
  });

  it('a coupon also applies to an owned book that is bought as a gift', async () => {
    signIn();
    sessionStorage.setItem('coupon', 'NATAL');
    onTestFinished(() => sessionStorage.clear());
    cartStore.setState({ lines: [{ id: 'rute', quantity: 1, gift: 'all' }] });
    const brl = (minor: number) => toMoney(minor, 'BRL');
    const answers = cart({
      'GET /api/me/bought-ebooks': () => ({ ebooks: [{ ebookId: 'rute', standing: 'owned', orderId: 'order-1' }] }),
      'POST /api/quote': () => ({
        ...{ lines: [], subtotal: brl(2_990), total: brl(2_000), coupon: 'NATAL', couponProblem: null },
        discounts: [{ kind: 'coupon', label: 'NATAL', amount: brl(990) }],
      }),
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect(await screen.findByText('Cupom NATAL')).toBeDefined();
  });
});
