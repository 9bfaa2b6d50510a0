import { createMemoryRouter, type ErrorResponse } from 'react-router-dom';
import { expect, it } from 'vitest';
import { areaOf } from '../remotes.ts';
import { ROOT_ID } from '../site-info.ts';
import { createRoutes, GRAFT_ID } from './create-routes.tsx';

/** Returns the address and status after going from the start page to `address`. */
async function goTo(address: string): Promise<[address: string, status: number]> {
  const router = createMemoryRouter(createRoutes({ rendered: null, isLoaded: () => true }), {
    future: { v8_middleware: true },
    hydrationData: { loaderData: { [ROOT_ID]: null, home: null } },
    initialEntries: ['/not/here'],
    patchRoutesOnNavigation: ({ path, patch }) => {
      const area = areaOf(path);
      const page = { loader: () => null, Component: () => null };
      if (area?.name === 'mfe-shop')
        patch(GRAFT_ID.public, [
          { path: '/shop', ...page },
          { path: '/shop/ebook/:id', ...page },
        ]);
    },
  });
  await router.navigate(address);
  const { location, errors } = router.state;
  const [error]: ErrorResponse[] = Object.values(errors ?? {});
  return [location.pathname + location.search, error?.status ?? 200];
}

it.each([
  ['/Shop?q=Rute', '/shop?q=Rute', 200],
  ['/SHOP/Ebook/Raiz-2', '/shop/ebook/Raiz-2', 200],
  ['/shop/', '/shop', 200],
  ['/Shop/nothing/There', '/shop/nothing/There', 404],
])('navigating to %s within the page leads to %s', async (address, arrived, status) =>
  expect(await goTo(address)).toEqual([arrived, status]),
);
