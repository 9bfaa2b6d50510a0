import type { RouteObject } from '@site/shared/site/site.ts';

/** The pages of this remote. Their paths begin at the site's root. */
export const routes: RouteObject[] = [
  { path: 'shop', lazy: () => import('./features/catalog/catalog-page.tsx') },
  { path: 'shop/ebook/:id', lazy: () => import('./features/ebook-page/ebook-page.tsx') },
  { path: 'cart', lazy: () => import('./features/cart/cart-page.tsx') },
  { path: 'checkout', lazy: () => import('./features/checkout/checkout-page.tsx') },
  { path: 'success', lazy: () => import('./features/success/success-page.tsx') },
  { path: 'gift/:id', lazy: () => import('./features/gift/gift-page.tsx') },
  { path: 'cancel', lazy: () => import('./features/cancel/cancel-page.tsx') },
];
