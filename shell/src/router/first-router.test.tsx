import { Link, Outlet, useFetcher, useLoaderData, useLocation, useNavigate } from '@site/shared/site/site.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect } from 'react';
import { createBrowserRouter, type DataRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFirstRouter, type FirstRouter } from './first-router.ts';

const mounted = vi.fn();
const drawn = vi.fn();
const loaded = vi.fn(({ request }: { request: Request }) => `loaded for ${new URL(request.url).search}`);
const made: DataRouter[] = [];
type Opened = { router: FirstRouter; arrive: () => Promise<void>; fail: () => Promise<void> };
const opened: Opened[] = [];

function Shelf() {
  const fetcher = useFetcher<string>();
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  const data = useLoaderData<string>();
  drawn();
  useEffect(mounted, []);
  return (
    <>
      <h1>Loja</h1>
      <p data-testid="data">{data}</p>
      <p data-testid="place">{`${search}${hash}`}</p>
      <p data-testid="more">{fetcher.data ?? 'nothing'}</p>
      <Link to="/cart">Carrinho</Link>
      <button type="button" onClick={() => void navigate('#end')}>
        Fim
      </button>
      <button type="button" onClick={() => void fetcher.load('/shop?after=1')}>
        Mais
      </button>
    </>
  );
}

const routes = (): RouteObject[] => [
  {
    id: 'root',
    Component: Outlet,
    children: [
      { path: 'shop', loader: loaded, Component: Shelf },
      { path: 'cart', loader: () => null, Component: () => <h1>Carrinho</h1> },
    ],
  },
];
const data = { loaderData: { '0-0': 'from the server' } };

/** Renders the page with a router whose code loads when `arrive` is called, or fails with `fail`. */
function openPage(): Opened {
  let coming = Promise.withResolvers<void>();
  const router = createFirstRouter({
    routes: routes(),
    data,
    load: async (converted) => {
      await coming.promise;
      const next = createBrowserRouter(converted, { hydrationData: data });
      made.push(next);
      return next;
    },
  });
  render(<RouterProvider router={router} />);
  const page = {
    router,
    arrive: async () => {
      await act(async () => coming.resolve());
    },
    fail: async () => {
      await act(async () => coming.reject(new Error('lost')));
      coming = Promise.withResolvers();
    },
  };
  opened.push(page);
  return page;
}
const press = (name: string) => userEvent.click(screen.getByText(name));
const leadOn = async (router: FirstRouter): Promise<void> => {
  await act(async () => void (await router.leadOn()));
};

beforeEach(() => {
  vi.clearAllMocks();
  window.history.replaceState(null, '', '/shop?q=a');
});
afterEach(async () => {
  // Without this line, each of these routers would reload the document when a later test goes back.
  for (const { router, arrive } of opened.splice(0)) {
    await arrive();
    await leadOn(router);
  }
  cleanup();
  for (const router of made.splice(0)) router.dispose();
});

describe('the router of the page that the server sent', () => {
  it('the small router shows the page with the data that the server sent, and runs no loader', () => {
    const { router } = openPage();
    expect(screen.getByTestId('data').textContent).toBe('from the server');
    expect(screen.getByTestId('place').textContent).toBe('?q=a');
    expect(router.state.matches.map(({ route }) => route.id)).toEqual(['root', '0-0']);
    expect(router.state).toMatchObject({ initialized: true, navigation: { state: 'idle' } });
    expect(loaded).not.toHaveBeenCalled();
  });

  it('replacing the small router of the first page renders nothing again and runs no loader', async () => {
    const { router, arrive } = openPage();
    const before = drawn.mock.calls.length;
    await arrive();
    await leadOn(router);
    expect(drawn).toHaveBeenCalledTimes(before);
    expect(loaded).not.toHaveBeenCalled();
    expect(made).toHaveLength(1);
  });

  it('the small router keeps a link that is pressed before the full router has loaded, and then follows it', async () => {
    const { arrive } = openPage();
    await press('Carrinho');
    expect(window.location.pathname).toBe('/shop');
    await arrive();
    expect(await screen.findByRole('heading', { name: 'Carrinho' })).toBeTruthy();
    expect(window.location.pathname).toBe('/cart');
    await act(async () => window.history.back());
    expect(await screen.findByRole('heading', { name: 'Loja' })).toBeTruthy();
  });

  it('the small router lets the browser paint a press before the navigation starts', async () => {
    const { router, arrive } = openPage();
    await arrive();
    await leadOn(router);
    screen.getByText('Carrinho').click();
    // Wait until all microtasks of the press have run.
    for (let step = 0; step < 1_000; step += 1) await null;
    expect(window.location.pathname).toBe('/shop');
    expect(await screen.findByRole('heading', { name: 'Carrinho' })).toBeTruthy();
  });

  it('the small router keeps requests that the page makes before the full router has loaded', async () => {
    const { arrive } = openPage();
    await press('Mais');
    expect(screen.getByTestId('more').textContent).toBe('nothing');
    await arrive();
    expect(await screen.findByText('loaded for ?after=1')).toBeTruthy();
    expect(mounted).toHaveBeenCalledTimes(1);
  });

  it('the small router keeps its early listeners after the full router replaced it', async () => {
    const { router, arrive } = openPage();
    const heard: string[] = [];
    const leave = router.subscribe(({ location }) => heard.push(location.pathname));
    await arrive();
    await leadOn(router);
    await press('Carrinho');
    expect(heard.at(-1)).toBe('/cart');
    expect(router.state.location.pathname).toBe('/cart');
    leave();
    const { length } = heard;
    await act(async () => void (await router.navigate('/shop')));
    expect(heard).toHaveLength(length);
  });

  it("the small router reloads the page's data when a component asks for it", async () => {
    const { router, arrive } = openPage();
    const done = router.revalidate();
    await arrive();
    await act(async () => await done);
    expect(screen.getByTestId('data').textContent).toBe('loaded for ?q=a');
  });
});

describe('the first router without the full router', () => {
  it('without the full router the browser follows a link', async () => {
    const { fail } = openPage();
    await press('Fim');
    expect(window.location.hash).toBe('');
    await fail();
    await vi.waitFor(() => expect(window.location.hash).toBe('#end'));
  });

  it("without the full router the browser's back button works", async () => {
    const go = vi.spyOn(window.history, 'go').mockReturnValue();
    const { router, fail } = openPage();
    const done = router.navigate(-1);
    await fail();
    await done;
    expect(go).toHaveBeenCalledWith(-1);
    go.mockRestore();
  });

  it('an action fails if the full router did not load, and works at the next try if it has loaded', async () => {
    const { router, arrive, fail } = openPage();
    const failure = expect(router.navigate('/shop', { formMethod: 'post', formData: new FormData() })).rejects.toThrow();
    await fail();
    await failure;
    await press('Carrinho');
    await arrive();
    expect(await screen.findByRole('heading', { name: 'Carrinho' })).toBeTruthy();
  });

  it("the page's own requests are retried by themselves while the full router is missing", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { router, arrive, fail } = openPage();
    const done = router.revalidate();
    await fail();
    await vi.advanceTimersByTimeAsync(5_000);
    await arrive();
    await act(async () => await done);
    expect(screen.getByTestId('data').textContent).toBe('loaded for ?q=a');
    vi.useRealTimers();
  });
});
