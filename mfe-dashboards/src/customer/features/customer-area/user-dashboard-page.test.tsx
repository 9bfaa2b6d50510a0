import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { sessionStore } from '@site/shared/site/site.ts';
import { anEbook, anOrder } from '@site/shared/testing/builders.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { routes as dashboardRoutes } from '../../../routes.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';

const routes = [...dashboardRoutes, { path: 'signin', Component: () => 'the sign-in page' }];
const open = (at = '/user-dashboard', preferences = {}) => renderInSite({ routes, at, preferences });

const acquiredAt = toInstant('2026-05-04T12:00:00Z');
const item = (title: string) => ({ ebook: anEbook({ title }), acquiredAt, position: null });
const link = { url: 'https://files.test/pdfs/raizes.pdf?token=t&download=raizes.pdf', filename: 'raizes.pdf', expiresAt: acquiredAt };

const library = (...titles: string[]) => ({
  'GET /api/me/library': () => ({ items: titles.map(item), nextCursor: null }),
});

/** Returns a list that collects the names of the files that the page saves: jsdom cannot navigate. */
function followDownloads(): string[] {
  const saved: string[] = [];
  const follow = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || !event.target.hasAttribute('download')) return;
    event.preventDefault();
    saved.push(event.target.download);
  };
  document.addEventListener('click', follow);
  URL.createObjectURL = () => 'blob:https://site.test/1';
  cleanups.push(() => document.removeEventListener('click', follow));
  return saved;
}

/** Mocks the API and the storage behind the link. The file has 1,000,000 bytes, which arrive as the test's stream sends them. */
function playFiles(answers: Parameters<typeof playApi>[0], file: ReadableStream<Uint8Array>): void {
  playApi(answers);
  const api = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    url === link.url ? new Response(file, { headers: { 'content-length': '1000000' } }) : await api(url, init),
  );
}

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
  vi.unstubAllGlobals();
});

describe('the library', () => {
  it('the library lists every book of the reader with its date, requested with the reader’s token', async () => {
    signIn();
    const tokens: (string | null)[] = [];
    playApi({
      'GET /api/me/library': ({ headers }) => {
        tokens.push(headers.get('authorization'));
        return { items: [item('Raízes')], nextCursor: null };
      },
    });
    await open();
    const card = within(await screen.findByRole('article'));
    expect(card.getByRole('heading', { name: 'Raízes' })).toBeDefined();
    expect(card.getByText('Adquirido em 4 de mai. de 2026')).toBeDefined();
    expect(screen.getByText('Você entrou como leitora@leitores.test')).toBeDefined();
    expect(tokens).toEqual(['Bearer a-token']);
  });

  it('the library makes no call before the reader is known', async () => {
    const asked = playApi(library('Raízes'));
    sessionStore.setState({ session: { status: 'unknown' } });
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Minha conta' })).toBeDefined();
    expect(screen.getByRole('status').textContent).toBe('Carregando…');
    expect(asked).toEqual([]);
  });

  it('the library saves a book’s file, and shows the progress', async () => {
    const user = userEvent.setup();
    signIn();
    const file = new TransformStream<Uint8Array, Uint8Array>();
    const storage = file.writable.getWriter();
    playFiles({ ...library('Raízes', 'Rute'), 'POST /api/me/library/raizes/download': () => link }, file.readable);
    const saved = followDownloads();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Baixar: Raízes' }));
    void storage.write(new Uint8Array(300_000));
    expect(await screen.findByText('Baixando… 30%')).toBeDefined();
    expect(screen.getByRole('progressbar', { name: 'Baixando Raízes' })).toHaveProperty('value', 30);
    void storage.write(new Uint8Array(700_000));
    void storage.close();
    await waitFor(() => expect(saved).toEqual(['raizes.pdf']));
    expect(screen.getByRole('button', { name: 'Baixar: Raízes' })).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('the library waits while the copy is in the queue, says so, and then saves the file', async () => {
    const user = userEvent.setup();
    signIn();
    let asked = 0;
    const file = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new Uint8Array(1_000_000));
        controller.close();
      },
    });
    playFiles(
      {
        ...library('Raízes'),
        'POST /api/me/library/raizes/download': () => {
          asked += 1;
          if (asked > 2) return link;
          const error = { code: 'copy_in_preparation', message: 'x', requestId: 'request-1' };
          return Response.json({ error }, { status: 409, headers: { 'retry-after': '1' } });
        },
      },
      file,
    );
    const saved = followDownloads();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Baixar: Raízes' }));
    expect(await screen.findByText('Estamos preparando sua cópia. O download começa sozinho.')).toBeDefined();
    await waitFor(() => expect(saved).toEqual(['raizes.pdf']), { timeout: 10_000 });
    expect(asked).toBe(3);
    expect(screen.queryByText(/na fila/)).toBeNull();
    expect(screen.queryByRole('alert')?.textContent).toBe('');
  });

  it('the library links to the reader, and shows the current page of each book', async () => {
    signIn();
    const position = { page: 12, readAt: acquiredAt };
    const items = [{ ...item('Raízes'), position }, item('Rute')];
    playApi({ 'GET /api/me/library': () => ({ items, nextCursor: null }) });
    await open();
    const begun = await screen.findByRole('link', { name: 'Continuar: Raízes' });
    expect(begun.getAttribute('href')).toBe('/user-dashboard/read/raizes');
    expect(screen.getByText(/^Continuar na página 12/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ler: Rute' }).getAttribute('href')).toBe('/user-dashboard/read/rute');
  });

  it('the library shows a failed download next to its book', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...library('Raízes'), 'POST /api/me/library/raizes/download': () => refused(429, 'too_many_requests') });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Baixar: Raízes' }));
    expect(await within(screen.getByRole('article')).findByText(/Não foi possível baixar o arquivo/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Baixar: Raízes' })).toBeDefined();
  });

  it('the library removes a book that no longer belongs to the reader', async () => {
    const user = userEvent.setup();
    signIn();
    let titles = ['Raízes', 'Rute'];
    playApi({
      'GET /api/me/library': () => ({ items: titles.map(item), nextCursor: null }),
      'POST /api/me/library/raizes/download': () => refused(404, 'not_found'),
    });
    await open();
    const button = await screen.findByRole('button', { name: 'Baixar: Raízes' });
    titles = ['Rute'];
    await user.click(button);
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'Rute' })).toBeDefined();
  });

  it('the library loads page by page, and keeps loaded books when a page fails', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    const asked = playApi({
      'GET /api/me/library': ({ url }) => {
        if (!url.searchParams.has('after')) return { items: [item('Raízes')], nextCursor: 'c1' };
        return isDown ? refused(500, 'unexpected') : { items: [item('Rute')], nextCursor: null };
      },
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Carregar mais' }));
    expect(await screen.findByText(/Não foi possível carregar mais/)).toBeDefined();
    expect(screen.getAllByRole('article')).toHaveLength(1);

    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Carregar mais' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Carregar mais' })).toBeNull();
    expect(asked.at(-1)).toBe('GET /api/me/library?after=c1');
  });

  it('the library links to the shop when the reader has no book yet', async () => {
    signIn();
    playApi(library());
    await open();
    expect((await screen.findByRole('link', { name: 'Ir para a loja' })).getAttribute('href')).toBe('/shop');
  });

  it('the library shows a failure, and retries on request', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/me/library': () => (isDown ? refused(500, 'unexpected') : { items: [item('Raízes')], nextCursor: null }) });
    await open();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByRole('heading', { name: 'Não foi possível carregar seus eBooks' })).toBeDefined();
    isDown = false;
    await user.click(alert.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('article')).toBeDefined();
  });

  it('the library requests a fresh token once, then leads to sign-in and back', async () => {
    const identity = signIn();
    playApi({ 'GET /api/me/library': () => refused(401, 'unauthenticated') });
    await open('/user-dashboard?tab=ebooks');
    const signInLink = await screen.findByRole('link', { name: 'Entrar' });
    expect(signInLink.getAttribute('href')).toBe('/signin?returnTo=%2Fuser-dashboard%3Ftab%3Debooks');
    expect(identity.token.mock.calls).toEqual([[false], [true]]);
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
  });

  it('the library leads a reader with an unconfirmed email address to the confirmation', async () => {
    signIn();
    playApi({ 'GET /api/me/library': () => refused(403, 'email_not_verified') });
    await open();
    expect((await screen.findByRole('link', { name: 'Confirmar e-mail' })).getAttribute('href')).toBe('/check-email');
  });

  it('the library never shows one person’s data to the next', async () => {
    signIn();
    playApi(library('Raízes'));
    await open();
    await screen.findByRole('article');
    act(() => sessionStore.setState({ session: { status: 'signed-out' } }));
    expect(screen.queryByRole('article')).toBeNull();
  });

  it('the library appears in English for a reader who chose English', async () => {
    signIn();
    playApi({ 'GET /api/me/library': () => refused(500, 'unexpected') });
    await open('/user-dashboard', { locale: 'en' });
    expect(await screen.findByRole('heading', { name: 'Failed to load your ebooks' })).toBeDefined();
  });
});

describe('the order list', () => {
  const orders = [
    anOrder({ id: 'b', number: 1043, state: 'waiting', total: toMoney(7_980, 'BRL'), items: [{ ...theItem(), quantity: 2 }] }),
    anOrder({ id: 'a', number: 1042, state: 'partly_refunded', refunded: toMoney(1_000, 'BRL') }),
  ];

  function theItem() {
    const [first] = anOrder().items;
    if (!first) throw new Error('an order has items');
    return first;
  }

  it('the order list has its own URL, and shows the state of each order in words', async () => {
    signIn();
    playApi({ 'GET /api/me/orders': () => ({ orders, nextCursor: null }) });
    await open('/user-dashboard?tab=orders');
    const [, waiting, refundedInPart] = await screen.findAllByRole('row');
    const text = (row: HTMLElement | undefined) => row?.textContent?.replaceAll('\u00a0', ' ');
    expect(text(waiting)).toBe('10431 de mar. de 20262 × RaízesAguardando pagamentoR$ 79,80');
    expect(text(refundedInPart)).toContain('Reembolsado em parteReembolso de R$ 10,00');
    expect(screen.getByRole('tab', { name: 'Meus pedidos', selected: true })).toBeDefined();
  });

  it('the order list is one press away from the library', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ ...library(), 'GET /api/me/orders': () => ({ orders: [], nextCursor: null }) });
    const { router } = await open();
    await user.click(screen.getByRole('tab', { name: 'Meus pedidos' }));
    expect(await screen.findByText('Você ainda não fez nenhum pedido')).toBeDefined();
    expect(router.state.location.search).toBe('?tab=orders');
  });

  it('the order list says that the orders could not be loaded', async () => {
    signIn();
    playApi({ 'GET /api/me/orders': () => refused(429, 'too_many_requests') });
    await open('/user-dashboard?tab=orders');
    expect(await screen.findByText('Foram muitas solicitações em pouco tempo. Espere um minuto e tente de novo.')).toBeDefined();
  });
});

describe('signing out', () => {
  it('signing out ends the session, then goes to the sign-in page', async () => {
    const user = userEvent.setup();
    const identity = signIn();
    playApi(library());
    const { router } = await open();
    await user.click(screen.getByRole('button', { name: 'Sair' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it('signing out stays on the page and shows an error when it fails', async () => {
    const user = userEvent.setup();
    const identity = signIn();
    const failure = new Error('offline');
    identity.signOut.mockRejectedValue(failure);
    playApi(library());
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const { router } = await open();
    await user.click(screen.getByRole('button', { name: 'Sair' }));
    expect(await screen.findByText('Não foi possível sair da sua conta. Tente de novo.')).toBeDefined();
    expect(reported).toHaveBeenCalledWith(expect.objectContaining({ message: 'Error signing out:', cause: failure }));
    expect(router.state.location.pathname).toBe('/user-dashboard');
  });
});
