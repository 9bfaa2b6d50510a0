// @vitest-environment jsdom
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

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

describe('the shop', () => {
  it('shows the best seller, every book with its price, and what readers say', async () => {
    await renderInSite({ routes, at: '/shop', answers: shop() });
    const featured = await screen.findByRole('article', { name: 'Rute' });
    expect(within(featured).getByText('Mais Vendido')).toBeDefined();
    expect(within(featured).getByText('por Autora')).toBeDefined();
    expect(featured.textContent?.replaceAll('\u00a0', ' ')).toContain('R$ 29,90');
    expect(titles()).toEqual(['Raízes', 'Rute']);
    expect(screen.getByText('Li com minha mãe.')).toBeDefined();
    expect(screen.queryByText(/avaliações/)).toBeNull();
  });

  it('keeps the language of a book on its words when the visitor reads another', async () => {
    await renderInSite({ routes, at: '/shop', answers: shop(), preferences: { locale: 'en' } });
    const links = [...(await screen.findAllByRole('link', { name: 'Rute' })), screen.getByRole('link', { name: 'Raízes' })];
    expect(links.map((link) => link.getAttribute('lang'))).toEqual(['pt-BR', 'pt-BR', 'pt-BR']);
  });

  it('labels a book that is only pointed out so, and does without what could not be read', async () => {
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

  it('searches while the visitor types, keeps the words in the address and tells how many it found', async () => {
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

  it('aborts the question that was overtaken by the next one', async () => {
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

  it('says so when nothing is found', async () => {
    await renderInSite({ routes, at: '/shop?q=zzz', answers: shop() });
    expect(await screen.findByRole('heading', { name: 'Nenhum eBook encontrado para sua pesquisa.' })).toBeDefined();
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'zzz');
  });

  it('adds one copy per press', async () => {
    const user = userEvent.setup();
    await renderInSite({ routes, at: '/shop', answers: shop() });
    const add = await screen.findByRole('button', { name: 'Adicionar ao carrinho: Raízes' });
    await user.dblClick(add);
    expect(cartStore.getState().lines).toEqual([{ id: 'raizes', quantity: 2 }]);
    expect(within(shelf()).getByRole('link', { name: '2 itens no carrinho' })).toBeDefined();
  });

  it('puts further pages below the first and keeps the list when one cannot be read', async () => {
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

  it('tells of a failure in the visitor’s language and tries again', async () => {
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

describe('a book that the visitor owns', () => {
  it('says so on the shelf and leads to the library, once it is known who is here', async () => {
    connectIdentity(async () => ({ token: async () => 'a-token' }) as never);
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push(url, new Headers(init.headers).get('authorization'));
      return Response.json({ items: [{ ebook: books[0], acquiredAt: '2026-05-04T12:00:00Z', position: null }], nextCursor: null });
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
    expect(within(shelf()).getByRole('button', { name: 'Adicionar ao carrinho: Rute' })).toBeDefined();
    expect(asked).toEqual(['/api/me/library', 'Bearer a-token']);
  });
});
