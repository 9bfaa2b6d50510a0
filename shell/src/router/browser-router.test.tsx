import type { SiteContext } from '@site/shared/site/site.ts';
import { expect, it, vi } from 'vitest';
import { ROOT_ID } from '../site-info.ts';
import { createSiteRouter } from './browser-router.ts';
import { createRoutes } from './create-routes.tsx';

const page = { Component: () => null };
const arrive = vi.fn(async () => ({ loader: () => 'read', Component: () => null }));
const load = vi.fn(async () => ({
  routes: [
    { path: '/cart', lazy: arrive },
    { path: '/shop', ...page },
    { path: '/shop/ebook/:id', ...page },
  ],
}));
const routerAt = (address: string) => {
  history.replaceState(null, '', address);
  return createSiteRouter({
    routes: createRoutes({ rendered: null, isLoaded: () => true }),
    data: { loaderData: { [ROOT_ID]: null, home: null } },
    remotes: { load } as never,
    site: () => ({}) as SiteContext,
  });
};

it('the routes of an area are loaded when it is first entered, and not for each of its pages', async () => {
  const router = routerAt('/');
  await router.navigate('/shop');
  await router.navigate('/shop/ebook/rute');
  await router.navigate('/shop/ebook/raizes');
  expect([router.state.location.pathname, router.state.errors]).toEqual(['/shop/ebook/raizes', null]);
  expect(load).toHaveBeenCalledTimes(1);
  router.dispose();
});

it('a page whose file failed to load is requested again', async () => {
  const lost = Object.assign(new Error('lost'), { name: 'ChunkLoadError' });
  arrive.mockRejectedValueOnce(lost).mockRejectedValueOnce(lost);
  const router = routerAt('/');
  await router.navigate('/cart');
  expect(Object.values(router.state.errors ?? {})).toEqual([lost]);
  await router.navigate('/cart', { replace: true });
  expect([router.state.errors, Object.values(router.state.loaderData)]).toEqual([null, expect.arrayContaining(['read'])]);
  router.dispose();
});
