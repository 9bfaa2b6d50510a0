import { ApiError, cartStore, sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { teachDialogs } from '@site/shared/testing/dialog-element.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const raizes = anEbook({ title: 'Raízes', brl: 3_490 });
const rute = anEbook({ title: 'Rute', brl: 2_990 });

type ListInput = { query: { ids: string } };
type CheckoutInput = { body: { items: { id: string; price: number; quantity: number }[]; attemptId: string; currency: string } };

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
const checkout = () => screen.findByRole('button', { name: 'Finalizar compra' });

let left: string[] = [];

beforeAll(teachDialogs);
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

describe('the cart', () => {
  it('reads titles and prices again and adds them up', async () => {
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByRole('heading', { name: 'Raízes' })).toBeDefined();
    expect(text()).toContain('R$ 29,90');
    expect(within(screen.getByRole('complementary', { name: 'Resumo' })).getByText(/64,80/)).toBeDefined();
    expect(text()).not.toMatch(/cópia|presente/);
    expect(screen.queryByRole('button', { name: /quantidade/i })).toBeNull();
  });

  it('offers the currencies that are sold, and no choice where there is one', async () => {
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

  it('shows its outline until the device was read, then the books', async () => {
    cartStore.setState({ isReady: false });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByText('Abrindo seu carrinho…')).toBeDefined();
    act(() => cartStore.setState({ isReady: true }));
    expect(await screen.findByRole('heading', { name: 'Rute' })).toBeDefined();
  });

  it('makes one copy of what a device kept as more, and says so', async () => {
    cartStore.setState({
      lines: [
        { id: 'raizes', quantity: 1 },
        { id: 'rute', quantity: 3 },
      ],
    });
    await renderInSite({ routes, at: '/cart', answers: cart() });
    expect(await screen.findByText(/Seu carrinho tinha mais, e agora tem uma de cada/)).toBeDefined();
    expect(lines()).toEqual([
      { id: 'raizes', quantity: 1 },
      { id: 'rute', quantity: 1 },
    ]);
    expect(within(screen.getByRole('complementary', { name: 'Resumo' })).getByText(/64,80/)).toBeDefined();
  });

  it('removes a book and puts it back', async () => {
    const user = userEvent.setup();
    await renderInSite({ routes, at: '/cart', answers: cart() });
    await user.click(await screen.findByRole('button', { name: 'Remover Rute' }));
    expect(lines()).toEqual([{ id: 'raizes', quantity: 1 }]);
    expect(screen.getByText('Rute foi removido.')).toBeDefined();
    const undo = screen.getByRole('button', { name: 'Desfazer' });
    expect(document.activeElement).toBe(undo);
    await user.click(undo);
    expect(document.activeElement?.getAttribute('role')).toBe('status');
    expect(lines()).toContainEqual({ id: 'rute', quantity: 1 });
    expect(screen.queryByText('Rute foi removido.')).toBeNull();
  });

  it('asks before it is cleared, and leads to the shop when it is empty', async () => {
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

  it('takes out a book that left the shop, and says so', async () => {
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

  it('leaves a book that is the customer’s out of the purchase, and leads to the library', async () => {
    const user = userEvent.setup();
    signIn();
    const bodies: CheckoutInput['body'][] = [];
    const answers = cart({
      'GET /api/me/bought-ebooks': () => ({ ebooks: [{ ebookId: 'rute', standing: 'owned', orderId: 'order-1' }] }),
      'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
        bodies.push(body);
        return { sessionId: 'cs_test_12345', url: 'https://pay.test/cs_test_12345' };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    expect(await screen.findByText(/Você já tem este eBook/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Abrir na minha biblioteca' }).getAttribute('href')).toBe('/user-dashboard?tab=ebooks');
    const summary = screen.getByRole('complementary', { name: 'Resumo' });
    expect(within(summary).getByText('1 item')).toBeDefined();
    expect(within(summary).getByText(/34,90/)).toBeDefined();
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['https://pay.test/cs_test_12345']));
    expect(bodies[0]?.items.map(({ id }) => id)).toEqual(['raizes']);
  });

  it('sells nothing of a cart whose books wait for their payment, and leads to the order', async () => {
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

describe('the checkout', () => {
  it('asks a visitor to sign in, and the cart waits', async () => {
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
    expect(router.state.location.search).toBe('?returnTo=%2Fcart');
    expect(calls.some(({ endpoint }) => endpoint === 'POST /api/create-checkout-session')).toBe(false);

    // The device's copy was lost on the way: the saved one comes back, once.
    cartStore.setState({ lines: [] });
    signIn();
    await act(() => router.navigate('/cart'));
    await waitFor(() => expect(lines()).toEqual(before));
    expect(sessionStorage.getItem('cart-before-sign-in')).toBeNull();
  });

  it('opens the payment page for what is on screen, with one attempt for one cart', async () => {
    const user = userEvent.setup();
    signIn();
    const bodies: CheckoutInput['body'][] = [];
    const answers = cart({
      'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
        bodies.push(body);
        return { sessionId: 'cs_test_12345', url: 'https://pay.test/cs_test_12345' };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['https://pay.test/cs_test_12345']));
    expect(bodies[0]).toMatchObject({
      currency: 'BRL',
      locale: 'pt-BR',
      items: [
        { id: 'raizes', name: 'Raízes', price: 3_490, quantity: 1 },
        { id: 'rute', name: 'Rute', price: 2_990, quantity: 1 },
      ],
    });
    const button = screen.getByRole('button', { name: 'Abrindo o pagamento…', busy: true });
    await user.click(button);
    expect(bodies).toHaveLength(1);

    // The browser brings the same page back: the button works again, and the same cart is the same attempt.
    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await user.click(await checkout());
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(bodies[1]?.attemptId).toBe(bodies[0]?.attemptId);

    act(() => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await user.click(screen.getByRole('button', { name: 'Remover Rute' }));
    await user.click(await checkout());
    await waitFor(() => expect(bodies).toHaveLength(3));
    expect(bodies[2]?.attemptId).not.toBe(bodies[0]?.attemptId);
  });

  it('corrects a price that changed, says so, and goes nowhere', async () => {
    const user = userEvent.setup();
    signIn();
    let price = 3_490;
    const answers = cart({
      'GET /api/ebooks': () => ({
        ebooks: [anEbook({ title: 'Raízes', brl: price }), rute],
        total: 2,
        isTotalCapped: false,
        nextCursor: null,
      }),
      'POST /api/create-checkout-session': () => {
        price = 3_990;
        throw new ApiError('price_changed', 409, { corrections: [{ id: 'raizes', unit: anEbook({ brl: price }).price }] });
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await user.click(await checkout());
    expect(await screen.findByText(/O preço mudou. Nada foi cobrado/)).toBeDefined();
    expect(text()).toContain('Raízes: de R$ 34,90 para R$ 39,90');
    await waitFor(() => expect(text()).toContain('R$ 69,80'));
    expect(left).toEqual([]);
  });

  it('shows the purchase of a cart that was paid already', async () => {
    const user = userEvent.setup();
    signIn();
    const answers = cart({
      'POST /api/create-checkout-session': () => {
        throw new ApiError('already_paid', 409, { sessionId: 'cs_test_paid1' });
      },
    });
    const { router } = await renderInSite({
      routes: [...routes.filter(({ path }) => path === 'cart'), { path: 'success', element: null }],
      at: '/cart',
      answers,
    });
    await user.click(await checkout());
    await waitFor(() =>
      expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/success?session_id=cs_test_paid1'),
    );
  });

  it('says which book was bought meanwhile, and sells the rest', async () => {
    const user = userEvent.setup();
    signIn();
    let presses = 0;
    const answers = cart({
      'GET /api/me/bought-ebooks': () => {
        throw new ApiError('service_unavailable', 503);
      },
      'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
        presses += 1;
        if (body.items.length === 2)
          throw new ApiError('ebook_pending', 409, { bought: [{ ebookId: 'rute', standing: 'waiting', orderId: 'order-7' }] });
        return { sessionId: 'cs_test_12345', url: 'https://pay.test/rest' };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await user.click(await checkout());
    expect(await screen.findByText(/Um livro do carrinho já foi pedido e espera o pagamento/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver o pedido' }).getAttribute('href')).toBe('/user-dashboard/orders/order-7');
    expect(left).toEqual([]);
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['https://pay.test/rest']));
    expect(presses).toBe(2);
  });

  it('tries a new attempt when the old one belongs to another cart', async () => {
    const user = userEvent.setup();
    signIn();
    const attempts: string[] = [];
    const answers = cart({
      'POST /api/create-checkout-session': ({ body }: CheckoutInput) => {
        attempts.push(body.attemptId);
        if (attempts.length === 1) throw new ApiError('attempt_reused', 409);
        return { sessionId: 'cs_test_12345', url: 'https://pay.test/2' };
      },
    });
    await renderInSite({ routes, at: '/cart', answers });
    await user.click(await checkout());
    await waitFor(() => expect(left).toEqual(['https://pay.test/2']));
    expect(new Set(attempts).size).toBe(2);
  });

  it('keeps the cart and says what to do when the payment cannot be started', async () => {
    const user = userEvent.setup();
    signIn();
    const answers = cart({
      'POST /api/create-checkout-session': () => {
        throw new ApiError('service_unavailable', 503);
      },
    });
    await renderInSite({ routes, at: '/cart', answers, preferences: { locale: 'en', currency: 'USD' } });
    await user.click(await screen.findByRole('button', { name: 'Checkout' }));
    await waitFor(() => expect(screen.getAllByText('Failed to start checkout process. Please try again.')).not.toHaveLength(0));
    expect(lines()).toHaveLength(2);
  });
});
