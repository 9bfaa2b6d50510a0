import type { Order } from '@site/shared/contracts/orders.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { ApiError, cartStore, sessionStore } from '@site/shared/site/site.ts';
import { anOrder } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const AT = '/success?session_id=cs_test_12345';

const purchase = (order: Partial<Order> = {}, email: 'none' | 'queued' | 'sent' = 'queued') => ({
  'POST /send-purchase-email': () => ({ order: anOrder(order), email }),
});
const failing = (code: ConstructorParameters<typeof ApiError>[0], status: number) => ({
  'POST /send-purchase-email': () => {
    throw new ApiError(code, status);
  },
});
const aPix = (state: Order['state']) => {
  const by = toInstant(new Date(Date.now() + 3_600_000));
  const toPay = { with: 'pix', code: '000201br.gov.bcb.pix', pdfUrl: null, url: null, by } as const;
  return { order: anOrder({ state, toPay, ...(state === 'waiting' && { paidAt: null }) }), email: 'none' as const };
};
const lines = () => cartStore.getState().lines;
/** Advances the time in steps, because React applies the changes of a timer only between the steps. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 2_500) await act(() => vi.advanceTimersByTimeAsync(2_500));
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'cliente@semente.test', emailVerified: true, me: null } });
  cartStore.setState({
    lines: [
      { id: 'raizes', quantity: 2 },
      { id: 'rute', quantity: 1 },
    ],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the page after the payment', () => {
  it('the success page thanks, shows the purchase, and removes it from the cart once', async () => {
    const { calls } = await renderInSite({ routes, at: AT, answers: purchase() });
    await title('Agradecemos a sua compra!');
    const receipt = screen.getByRole('region', { name: 'Pedido nº 1042' });
    expect(within(receipt).getByText('Raízes')).toBeDefined();
    expect(receipt.textContent?.replaceAll('\u00a0', ' ')).toContain('R$ 34,90');
    expect(screen.getByText('Os detalhes chegam em instantes no e-mail cliente@semente.test.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ir para meus eBooks' }).getAttribute('href')).toBe('/user-dashboard?tab=ebooks');
    expect(screen.getByRole('link', { name: 'Ler agora' }).getAttribute('href')).toBe('/user-dashboard/read/raizes');
    expect(screen.getByRole('link', { name: 'Fale conosco' }).getAttribute('href')).toBe('/contact');
    expect(await screen.findByText('Pagamento realizado com sucesso!')).toBeDefined();
    expect(await screen.findByText('E-mail de confirmação da compra enviado!')).toBeDefined();
    expect(lines()).toEqual([
      { id: 'raizes', quantity: 1 },
      { id: 'rute', quantity: 1 },
    ]);
    expect(calls).toEqual([
      {
        endpoint: 'POST /send-purchase-email',
        input: { body: { sessionId: 'cs_test_12345', customerEmail: 'cliente@semente.test', customerName: null } },
      },
    ]);
  });

  it('the success page shows a purchase to its buyer, and not to the next person who signs in', async () => {
    const asked: string[] = [];
    const answers = {
      'POST /send-purchase-email': ({ body }: { body: { customerEmail: string } }) => {
        asked.push(body.customerEmail);
        if (asked.length > 1) throw new ApiError('forbidden', 403);
        return { order: anOrder(), email: 'queued' };
      },
    };
    await renderInSite({ routes, at: AT, answers });
    await title('Agradecemos a sua compra!');
    act(() => sessionStore.setState({ session: { status: 'signed-out', hasEnded: false } }));
    const other = { status: 'signed-in', uid: 'u2', email: 'outra@semente.test', emailVerified: true, me: null } as const;
    act(() => sessionStore.setState({ session: other }));
    expect(screen.queryByRole('region', { name: 'Pedido nº 1042' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6_000));
    await title('Compra não encontrada');
    expect(asked).toEqual(['cliente@semente.test', 'outra@semente.test']);
  });

  it('the success page does not request a purchase again within 5 s, nor celebrate it twice', async () => {
    sessionStorage.setItem('purchase-email-sent:cs_test_12345', String(Date.now() - 1_000));
    sessionStorage.setItem('purchase-toast-shown:cs_test_12345', '1');
    const { calls } = await renderInSite({ routes, at: AT, answers: purchase() });
    await act(() => vi.advanceTimersByTimeAsync(3_500));
    expect(calls).toEqual([]);
    expect(screen.getByText('Confirmando seu pagamento…')).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    await title('Agradecemos a sua compra!');
    expect(calls).toHaveLength(1);
    expect(lines()).toHaveLength(2);
    expect(lines()[0]).toEqual({ id: 'raizes', quantity: 2 });
  });

  it('the success page explains a delayed payment, removes it from the cart, and notices when it arrives', async () => {
    let state: Order['state'] = 'waiting';
    const { calls } = await renderInSite({
      routes,
      at: AT,
      answers: { 'POST /send-purchase-email': () => ({ order: anOrder({ state }), email: 'none' }) },
    });
    await title('Aguardando o pagamento');
    await waitFor(() => expect(lines()).toContainEqual({ id: 'raizes', quantity: 1 }));
    state = 'paid';
    await act(() => vi.advanceTimersByTimeAsync(5_500));
    await title('Agradecemos a sua compra!');
    expect(calls).toHaveLength(2);
    expect(lines()).toContainEqual({ id: 'raizes', quantity: 1 });
  });

  it('the success page asks the buyer to pay the boleto, and does not say that it was paid', async () => {
    const by = toInstant(new Date(Date.now() + 86_400_000));
    const toPay = { with: 'boleto', code: '1'.repeat(47), pdfUrl: 'https://pay.test/b.pdf', url: 'https://pay.test/b', by } as const;
    await renderInSite({ routes, at: AT, answers: purchase({ state: 'waiting', paidAt: null, toPay }, 'sent') });
    const panel = within(await screen.findByRole('region', { name: 'Boleto' }));
    expect(panel.getByText(/^Pague o boleto até \d\d\/\d\d/)).toBeDefined();
    expect(panel.getByText('11111.11111 11111.111111 11111.111111 1 11111111111111')).toBeDefined();
    expect(panel.getByRole('link', { name: /Ver o boleto/ }).getAttribute('href')).toBe('https://pay.test/b');
    expect(panel.getByRole('link', { name: 'Ver o pedido ou cancelar o boleto' }).getAttribute('href')).toBe(
      '/user-dashboard/orders/order-1',
    );
    expect(screen.queryByText(/pagar de novo/)).toBeNull();
  });

  it('the success page waits a while for the confirmation, then says that nothing was paid and keeps the cart', async () => {
    const { calls } = await renderInSite({ routes, at: AT, answers: purchase({ state: 'open' }, 'none') });
    expect(await screen.findByText('Confirmando seu pagamento…')).toBeDefined();
    await waitFor(() => expect(calls).toHaveLength(1));
    for (const pause of [5_000, 8_000, 15_000, 15_000]) await act(() => vi.advanceTimersByTimeAsync(pause + 500));
    await title('O pagamento não foi concluído');
    expect(lines()).toContainEqual({ id: 'raizes', quantity: 2 });
    expect(screen.getByRole('link', { name: 'Voltar ao carrinho' }).getAttribute('href')).toBe('/cart');
    expect(screen.getByRole('button', { name: 'Verificar agora' })).toBeDefined();
  });

  it('the success page notices a Pix that is paid after some minutes, and checks less often after ten minutes', async () => {
    let state: Order['state'] = 'waiting';
    const { calls } = await renderInSite({ routes, at: AT, answers: { 'POST /send-purchase-email': () => aPix(state) } });
    await title('Falta pagar o Pix');
    await pass(12 * 60_000);
    const before = calls.length;
    await pass(5 * 60_000);
    expect(calls.length - before).toBeLessThanOrEqual(5);
    expect(calls.length - before).toBeGreaterThanOrEqual(4);
    state = 'paid';
    await pass(61_000);
    await title('Agradecemos a sua compra!');
    const paid = calls.length;
    await pass(5 * 60_000);
    expect(calls).toHaveLength(paid);
  });

  it.each([
    ['the window has the focus again', () => window.dispatchEvent(new Event('focus'))],
    ['the tab is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('the success page checks at once when %s, and never from a hidden tab', async (_when, comeBack) => {
    let state: Order['state'] = 'waiting';
    const { calls } = await renderInSite({ routes, at: AT, answers: { 'POST /send-purchase-email': () => aPix(state) } });
    await title('Falta pagar o Pix');
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const before = calls.length;
    await pass(10 * 60_000);
    expect(calls).toHaveLength(before);
    state = 'paid';
    visibility.mockRestore();
    await act(async () => comeBack());
    await title('Agradecemos a sua compra!');
    expect(calls).toHaveLength(before + 1);
  });

  it('the success page checks the payment when the buyer presses the button, and says that the Pix has not arrived', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    let state: Order['state'] = 'waiting';
    const { calls } = await renderInSite({ routes, at: AT, answers: { 'POST /send-purchase-email': () => aPix(state) } });
    await title('Falta pagar o Pix');
    await pass(60_000);
    const before = calls.length;
    await pass(6_000);
    const check = within(screen.getByRole('region', { name: 'Pix' })).getByRole('button', { name: 'Já paguei, verificar agora' });
    await user.click(check);
    expect(await screen.findByText(/^Ainda não recebemos o Pix/)).toBeDefined();
    expect(calls.length).toBeGreaterThan(before);
    expect(screen.getByRole('button', { name: 'Já paguei, verificar agora' })).toBe(check);
    state = 'paid';
    await user.click(check);
    await pass(5_500);
    await title('Agradecemos a sua compra!');
  });

  it('the success page keeps a Pix code on screen while offline, and continues to check', async () => {
    let answer: () => unknown = () => aPix('waiting');
    await renderInSite({ routes, at: AT, answers: { 'POST /send-purchase-email': () => answer() } });
    await title('Falta pagar o Pix');
    answer = () => {
      throw new ApiError('service_unavailable', 503);
    };
    await pass(30_000);
    expect(screen.getByRole('region', { name: 'Pix' })).toBeDefined();
    expect(screen.queryByText('Não foi possível enviar o e-mail de confirmação da compra')).toBeNull();
    answer = () => aPix('paid');
    await pass(16_000);
    await title('Agradecemos a sua compra!');
  });

  it.each([
    ['failed', 'O pagamento não foi aprovado'],
    ['expired', 'O prazo do pagamento terminou'],
    ['refunded', 'Esta compra foi reembolsada'],
    ['disputed', 'Esta compra está em análise'],
  ] as const)('the success page keeps the cart when the order is %s', async (state, heading) => {
    await renderInSite({ routes, at: AT, answers: purchase({ state }, 'none') });
    await title(heading);
    expect(lines()).toContainEqual({ id: 'raizes', quantity: 2 });
    expect(screen.queryByRole('link', { name: 'Ir para meus eBooks' })).toBeNull();
  });

  it('the success page asks a signed-out buyer to sign in and return', async () => {
    sessionStore.setState({ session: { status: 'signed-out' } });
    const { calls } = await renderInSite({ routes, at: AT, preferences: { locale: 'en' } });
    expect(await screen.findByText('Please sign in to receive your purchase confirmation email')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(`/signin?${new URLSearchParams({ returnTo: AT })}`);
    expect(calls).toEqual([]);
  });

  it.each([
    ['another account’s', AT, failing('forbidden', 403)],
    ['unknown', AT, failing('not_found', 404)],
    ['no', '/success', {}],
    ['made-up', '/success?session_id=%3Cscript%3E', {}],
  ])('the success page reveals nothing about %s purchase', async (_, at, answers) => {
    await renderInSite({ routes, at, answers });
    await title('Compra não encontrada');
    expect(screen.queryByText(/R\$/)).toBeNull();
    expect(lines()).toContainEqual({ id: 'raizes', quantity: 2 });
  });

  it('the success page reports a failure, links to the library, and retries', async () => {
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    let isDown = true;
    const answers = {
      'POST /send-purchase-email': () => {
        if (isDown) throw new ApiError('service_unavailable', 503);
        return { order: anOrder(), email: 'sent' };
      },
    };
    await renderInSite({ routes, at: AT, answers, preferences: { locale: 'en' } });
    expect(await screen.findByText('Failed to send purchase confirmation email')).toBeDefined();
    expect(screen.getByText('You can still access your eBooks in your dashboard')).toBeDefined();

    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await act(() => vi.advanceTimersByTimeAsync(5_500));
    await title('Thank you for your purchase!');
    await waitFor(() => expect(screen.getByText('We sent the details to cliente@semente.test.')).toBeDefined());
  });
});
