import { ApiError, cartStore, connectIdentity, sessionStore } from '@site/shared/site/site.ts';
import { anEbook } from '@site/shared/testing/builders.ts';
import { type FakeAnswers, renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '../../routes.tsx';

const books = [anEbook({ title: 'Raízes' }), anEbook({ title: 'Rute', brl: 2_990 })];

type ListInput = { query?: { q?: string; after?: string } };

const shop = (changes: FakeAnswers = {}): FakeAnswers => ({
  'GET /api/ebooks': ({ query }: ListInput) => {
    const ebooks = books.filter(({ title }) => title.toLowerCase().includes((query?.q ?? '').toLowerCase()));
    return { ebooks, total: ebooks.length, isTotalCapped: false, nextCursor: null };
  },
  'GET /api/ebooks/featured': () => ({ featured: { ebook: books[1], reason: 'best_seller' } }),
  'GET /api/testimonials': () => ({ testimonials: [{ id: 't1', name: 'Lourdes', place: 'Caxias', quote: 'Li com minha mãe.' }] }),
  ...changes,
});

const shelf = () => screen.getByRole('region', { name: 'Todos os eBooks' });
const titles = () =>
  within(shelf())
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

let inView: string[] = [];

beforeEach(() => {
  inView = [];
  // jsdom has no layout to scroll.
  Element.prototype.scrollIntoView = function scrollIntoView() {
    inView.push(this.id);
  };
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('the page of the shop', () => {
  it('the shop shows the best seller, every book with its price, and testimonials', async () => {
    await renderInSite({ routes, at: '/shop', answers: shop() });
    const featured = await screen.findByRole('article', { name: 'Rute' });
    expect(within(featured).getByText('Mais Vendido')).toBeDefined();
    // The highlight shows three lines of a title, and the whole title on hover.
    expect(within(featured).getByRole('heading', { name: 'Rute' }).title).toBe('Rute');
    expect(within(featured).getByText('por Autora')).toBeDefined();
    expect(featured.textContent?.replaceAll('\u00a0', ' ')).toContain('R$ 29,90');
    expect(titles()).toEqual(['Raízes', 'Rute']);
    expect(screen.getByText('Li com minha mãe.')).toBeDefined();
    expect(screen.queryByText(/avaliações/)).toBeNull();
  });

  it("the shop marks the language of a book's text for visitors of another language", async () => {
    await renderInSite({ routes, at: '/shop', answers: shop(), preferences: { locale: 'en' } });
    const links = [...(await screen.findAllByRole('link', { name: 'Rute' })), screen.getByRole('link', { name: 'Raízes' })];
    expect(links.map((link) => link.getAttribute('lang'))).toEqual(['pt-BR', 'pt-BR', 'pt-BR']);
  });

  it.each([
    ['pt-BR', /Ainda não há eBooks à venda: quando houver/, /Escolha um livro/, 'Ver todos os eBooks', 'Por que comprar aqui'],
    ['en', /There are no eBooks for sale yet: when there are/, /Choose a book/, 'See all eBooks', 'Why buy here'],
  ] as const)('the shop does not ask to choose while no book is for sale (%s)', async (locale, said, choose, all, why) => {
    const nothing = { ebooks: [], total: 0, isTotalCapped: false, nextCursor: null };
    const answers = shop({ 'GET /api/ebooks': () => nothing, 'GET /api/ebooks/featured': () => ({ featured: null }) });
    await renderInSite({ routes, at: '/shop', answers, preferences: { locale } });
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.queryByText(choose)).toBeNull();
    expect(screen.queryByText(all, { selector: 'a' })).toBeNull();
    expect(screen.queryByText(why)).toBeNull();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('the shop labels a highlighted book as such, and omits parts that failed to load', async () => {
    const answers = shop({
      'GET /api/ebooks/featured': () => ({ featured: { ebook: books[0], reason: 'highlight' } }),
      'GET /api/testimonials': () => {
        throw new ApiError('service_unavailable', 503);
      },
    });
    await renderInSite({ routes, at: '/shop', answers });
    expect(await screen.findByText('Em destaque')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'O que dizem os leitores' })).toBeNull();
  });

  it('the shop searches while the visitor types, keeps the words in the URL, and shows the number of results', async () => {
    const user = userEvent.setup();
    const { router, calls } = await renderInSite({ routes, at: '/shop', answers: shop() });
    const box = await screen.findByRole('searchbox', { name: 'Pesquisar eBooks' });
    await user.type(box, 'rut');
    await waitFor(() => expect(titles()).toEqual(['Rute']));
    expect(router.state.location.search).toBe('?q=rut');
    expect(within(shelf()).getByText('1 eBook encontrado para “rut”')).toBeDefined();
    expect(document.activeElement).toBe(box);
    expect(calls.filter(({ endpoint }) => endpoint === 'GET /api/ebooks')).toHaveLength(2);
  });

  it('the shop aborts a search when the next one starts', async () => {
    const user = userEvent.setup();
    const aborted: string[] = [];
    const answers = shop({
      'GET /api/ebooks': ({ query, signal }: ListInput & { signal: AbortSignal }) => {
        if (query?.q !== 'r') return { ebooks: books, total: 2, isTotalCapped: false, nextCursor: null };
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            aborted.push('r');
            reject(signal.reason);
          });
        });
      },
    });
    const { calls } = await renderInSite({ routes, at: '/shop', answers });
    const box = await screen.findByRole('searchbox');
    await user.type(box, 'r');
    await waitFor(() => expect(calls.at(-1)?.input.query).toMatchObject({ q: 'r' }));
    await user.type(box, 'u');
    await waitFor(() => expect(aborted).toEqual(['r']));
    expect(await screen.findByText('2 eBooks encontrados para “ru”')).toBeDefined();
  });

  it('the shop says when nothing is found', async () => {
    await renderInSite({ routes, at: '/shop?q=zzz', answers: shop() });
    expect(await screen.findByRole('heading', { name: 'Nenhum eBook encontrado para sua pesquisa.' })).toBeDefined();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'zzz');
  });

  it('the shop adds a book once, however often the button is pressed, and then links to the cart', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({ routes: [...routes, { path: 'cart', element: null }], at: '/shop', answers: shop() });
    const add = await screen.findByRole('button', { name: 'Adicionar ao carrinho: Raízes' });
    await user.tripleClick(add);
    const way = await within(shelf()).findByRole('link', { name: 'No carrinho: Raízes. Ver carrinho' });
    expect(cartStore.getState().lines).toEqual([{ id: 'raizes', quantity: 1 }]);
    expect(within(shelf()).getByRole('link', { name: '1 item no carrinho' })).toBeDefined();
    expect(way.getAttribute('href')).toBe('/cart');
    expect(document.activeElement).toBe(way);
    expect(router.state.location.pathname).toBe('/shop');
  });

  it('presses that were kept until the page was hydrated add a book once', async () => {
    // Toasts outlive a test, so this test uses a book that no other test uses.
    const list = { ebooks: [anEbook({ title: 'Salmos' })], total: 1, isTotalCapped: false, nextCursor: null };
    await renderInSite({ routes, at: '/shop', answers: shop({ 'GET /api/ebooks': () => list }) });
    const add = await screen.findByRole('button', { name: 'Adicionar ao carrinho: Salmos' });
    act(() => {
      for (let press = 0; press < 3; press += 1) add.click();
    });
    expect(await screen.findAllByText(/Salmos adicionado ao carrinho!/)).toHaveLength(1);
    // A book that an earlier test added may still arrive in the cart.
    expect(cartStore.getState().lines.filter(({ id }) => id === 'salmos')).toEqual([{ id: 'salmos', quantity: 1 }]);
  });

  it('the toast in the shop links to the cart', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({
      routes: [...routes.filter(({ path }) => path !== 'cart'), { path: 'cart', element: null }],
      at: '/shop',
      answers: shop(),
    });
    await user.click(await screen.findByRole('button', { name: 'Adicionar ao carrinho: Rute' }));
    const toast = (await screen.findByText(/Rute adicionado ao carrinho!/)).parentElement;
    await user.click(within(toast ?? document.body).getByRole('link', { name: 'Ver carrinho' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/cart'));
  });

  it('a search in the shop shows its results first, and clearing the search shows the whole shop again', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({ routes, at: '/shop?q=rut', answers: shop() });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Loja');
    expect(titles()).toEqual(['Rute']);
    const box = screen.getByRole('searchbox');
    await user.clear(box);
    expect(await screen.findByRole('heading', { level: 1, name: 'Livros para ler com calma' })).toBeDefined();
    expect(document.activeElement).toBe(box);
    expect(inView).toEqual(['ebooks']);
    expect(router.state.location.search).toBe('');
  });

  it('going back from a search in the shop leads to the previous search', async () => {
    const user = userEvent.setup();
    const { router } = await renderInSite({ routes, at: '/shop', answers: shop() });
    const box = await screen.findByRole('searchbox');
    await user.type(box, 'ru');
    await waitFor(() => expect(router.state.location.search).toBe('?q=ru'));
    await user.type(box, 't');
    await waitFor(() => expect(router.state.location.search).toBe('?q=rut'));
    // The test replaces the text at once. With a pause, each part of the text would be a search.
    await user.tripleClick(box);
    await user.paste('raí');
    await waitFor(() => expect(titles()).toEqual(['Raízes']));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.search).toBe('?q=rut'));
    await act(() => router.navigate(-1));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('the shop appends further pages and keeps the list when one fails to load', async () => {
    const user = userEvent.setup();
    let isDown = true;
    const answers = shop({
      'GET /api/ebooks': ({ query }: ListInput) => {
        if (!query?.after) return { ebooks: [books[0]], total: 2, isTotalCapped: false, nextCursor: 'page-2' };
        if (isDown) throw new ApiError('service_unavailable', 503);
        return { ebooks: [books[1]], total: 2, isTotalCapped: false, nextCursor: null };
      },
    });
    await renderInSite({ routes, at: '/shop', answers });
    await user.click(await screen.findByRole('button', { name: 'Carregar mais' }));
    expect(await screen.findByText('Não foi possível carregar mais eBooks. Tente novamente.')).toBeDefined();
    expect(titles()).toEqual(['Raízes']);

    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await waitFor(() => expect(titles()).toEqual(['Raízes', 'Rute']));
    expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull();
  });

  it('the shop reports a failure in the visitor’s language and retries', async () => {
    const user = userEvent.setup();
    let isDown = true;
    const list = shop()['GET /api/ebooks'] as (input: ListInput) => unknown;
    const answers = shop({
      'GET /api/ebooks': (input: ListInput) => {
        if (isDown) throw new ApiError('service_unavailable', 503);
        return list(input);
      },
    });
    await renderInSite({ routes, at: '/shop', answers, preferences: { locale: 'en', currency: 'USD' } });
    expect(await screen.findByRole('heading', { name: 'Error' })).toBeDefined();
    expect(screen.getByText('Failed to load ebooks. Please try again later.')).toBeDefined();

    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'All eBooks' })).toBeDefined();
    expect(document.body.textContent).toContain('$6.90');
  });
});

describe('a book that is not sold to the visitor again', () => {
  it('the shelf marks an owned or pending book and links to library or order once the session is known', async () => {
    connectIdentity(async () => ({ token: async () => 'a-token' }) as never);
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push(url, new Headers(init.headers).get('authorization'));
      return Response.json({
        ebooks: [
          { ebookId: 'raizes', standing: 'owned', orderId: 'order-1' },
          { ebookId: 'rute', standing: 'waiting', orderId: 'order-2' },
        ],
      });
    });
    await renderInSite({ routes, at: '/shop', answers: shop() });
    expect(await within(shelf()).findByRole('button', { name: 'Adicionar ao carrinho: Raízes' })).toBeDefined();
    expect(asked).toEqual([]);
    act(() =>
      sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'c@leitores.test', emailVerified: true, me: null } }),
    );
    const library = await within(shelf()).findByRole('link', { name: 'Você já tem este eBook' });
    expect(library.getAttribute('href')).toBe('/user-dashboard');
    expect(within(shelf()).queryByRole('button', { name: 'Adicionar ao carrinho: Raízes' })).toBeNull();
    const order = within(shelf()).getByRole('link', { name: 'Pedido feito, aguardando o pagamento' });
    expect(order.getAttribute('href')).toBe('/user-dashboard/orders/order-2');
    // The book at the top is the one that waits for its payment.
    expect(within(screen.getByRole('article', { name: 'Rute' })).getByRole('link', { name: 'Ver o pedido' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /Adicionar/ })).toBeNull();
    expect(asked).toEqual(['/api/me/bought-ebooks', 'Bearer a-token']);
  });
});
