import { toInstant } from '@site/shared/dates/dates.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './reader-page.tsx';

const routes = ['user-dashboard/read/:ebookId', 'order/:id/read/:ebookId'].map((path) => ({ path, Component }));
const open = (id: string, preferences = {}) => renderInSite({ routes, at: `/user-dashboard/read/${id}`, preferences });
const item = (title: string) => ({ ebook: anEbook({ title }), acquiredAt: toInstant('2026-05-04T12:00:00Z'), position: null });

vi.mock('./open-pdf.ts', () => ({
  openPdf: async () => ({ pageCount: 200, outline: [], draw: async () => new Promise(() => undefined), text: async () => null }),
}));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// Drawing needs a browser: see the journey `customer-reads-and-downloads`.
describe('the reader page', () => {
  it('the reader page looks for the book in the whole library', async () => {
    signIn();
    const asked = playApi({
      'GET /api/me/library': ({ url }) =>
        url.searchParams.has('after') ? { items: [item('Rute')], nextCursor: null } : { items: [item('Raízes')], nextCursor: 'c1' },
      'POST /api/me/library/sabado/download': () => refused(500, 'unexpected'),
    });
    await open('sabado');
    expect(await screen.findByRole('heading', { name: 'Este eBook não está na sua biblioteca' })).toBeDefined();
    expect(asked).toEqual(['GET /api/me/library', 'GET /api/me/library?after=c1']);
    expect(screen.getByRole('link', { name: 'Ver meus pedidos' }).getAttribute('href')).toBe('/user-dashboard?tab=orders');
  });

  it('the reader page makes no call before the reader is known', async () => {
    const asked = playApi({});
    sessionStore.setState({ session: { status: 'unknown' } });
    await open('rute');
    expect(screen.getByRole('status').textContent).toBe('Carregando…');
    expect(asked).toEqual([]);
  });

  it('the reader page leads a reader whose session expired to sign-in, and back to the book', async () => {
    signIn();
    playApi({ 'GET /api/me/library': () => refused(401, 'unauthenticated') });
    await open('rute');
    expect((await screen.findByRole('link', { name: 'Entrar' })).getAttribute('href')).toBe(
      '/signin?returnTo=%2Fuser-dashboard%2Fread%2Frute',
    );
  });

  it('the reader page says that the library could not be loaded, and retries on request', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/me/library': () => (isDown ? refused(500, 'unexpected') : { items: [], nextCursor: null }) });
    await open('rute', { locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'The book could not be opened' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'This eBook is not in your library' })).toBeDefined();
  });

  it('the reader page follows the page of another device when its tab becomes visible, and goes back on request', async () => {
    const user = userEvent.setup();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    signIn();
    let position = { page: 10, readAt: toInstant(new Date(Date.now() - 60_000)) };
    let answered = Promise.resolve();
    const kept: unknown[] = [];
    playApi({
      'GET /api/me/library': async () => {
        await answered;
        return { items: [{ ...item('Rute'), position }], nextCursor: null };
      },
      'PUT /api/me/library/rute/position': ({ body }) => {
        kept.push((body as { page: number }).page);
        return body;
      },
    });
    const { router } = await open('rute');
    expect(await screen.findByText('Página 10 de 200')).toBeDefined();
    const show = (state: 'hidden' | 'visible') => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      document.dispatchEvent(new Event('visibilitychange'));
    };
    show('hidden');
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = promise;
    position = { page: 80, readAt: toInstant(new Date()) };
    show('visible');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByText('Página 11 de 200')).toBeDefined();
    resolve();
    expect(await screen.findByText('Página 80 de 200')).toBeDefined();
    expect(screen.getByText(/Você leu até aqui em outra tela\./)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Voltar à página 11' }));
    expect(screen.getByText('Página 11 de 200')).toBeDefined();
    expect(screen.queryByText(/em outra tela/)).toBeNull();
    expect(kept).toEqual([]);
    await router.navigate('/user-dashboard/read/outro');
    await waitFor(() => expect(kept).toEqual([11]));
  });

  it.each([true, false])('the reader page starts in dark mode if the device uses it: %s', async (isDark) => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: isDark && query === '(prefers-color-scheme: dark)' }));
    signIn();
    playApi({ 'GET /api/me/library': () => ({ items: [item('Rute')], nextCursor: null }) });
    await open('rute');
    expect((await screen.findByRole('button', { name: 'Noite' })).getAttribute('aria-pressed')).toBe(String(isDark));
  });

  it.each([
    ['pt-BR', 'Abra de novo o link do e-mail', /reembols/],
    ['en', 'Open the link in your email again', /refund/],
  ] as const)('the reader page asks for the link, not a refund, when the order’s key is missing (%s)', async (locale, title, refund) => {
    playApi({ 'GET /api/me/library': () => refused(404, 'not_found') });
    await renderInSite({ routes, at: '/order/order-1/read/rute', preferences: { locale } });
    expect(await screen.findByRole('heading', { name: title })).toBeDefined();
    expect(screen.queryByText(refund)).toBeNull();
  });

  it('the reader page leads to the order when the key does not open this book', async () => {
    sessionStorage.setItem('order-link:order-1', 'k'.repeat(22));
    playApi({ 'GET /api/me/library': () => refused(404, 'not_found') });
    await renderInSite({ routes, at: '/order/order-1/read/rute' });
    expect(await screen.findByRole('heading', { name: 'Este eBook não pode ser lido por este link' })).toBeDefined();
  });

  it('the reader page links back to the library', async () => {
    signIn();
    playApi({ 'GET /api/me/library': () => ({ items: [], nextCursor: null }) });
    await open('rute');
    expect(screen.getAllByRole('link', { name: 'Meus eBooks' })[0]?.getAttribute('href')).toBe('/user-dashboard?tab=ebooks');
  });
});
