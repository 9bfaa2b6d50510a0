import type { RouteObject } from '@site/shared/site/site.ts';

/** The remote's one door: its pages, by their paths from the site's root. */
export const routes: RouteObject[] = [
  { path: 'user-dashboard', lazy: () => import('./features/customer-area/user-dashboard-page.tsx') },
  { path: 'user-dashboard/orders/:id', lazy: () => import('./features/order/order-page.tsx') },
  { path: 'order/:id', lazy: () => import('./features/order/order-page.tsx') },
  { path: 'order/:id/read/:ebookId', lazy: () => import('./features/reader/reader-page.tsx') },
  { path: 'user-dashboard/reviews/:ebookId', lazy: () => import('./features/review/review-page.tsx') },
  { path: 'user-dashboard/read/:ebookId', lazy: () => import('./features/reader/reader-page.tsx') },
  {
    path: 'dashboard',
    lazy: () => import('./features/admin-area/admin-area-page.tsx'),
    children: [
      { index: true, lazy: () => import('./features/admin-area/dashboard-page.tsx') },
      { path: 'support', lazy: () => import('./features/admin-support/support-page.tsx') },
      { path: 'orders/:id', lazy: () => import('./features/admin-orders/admin-order-page.tsx') },
      { path: 'people/:id', lazy: () => import('./features/admin-people/person-page.tsx') },
      { path: 'people/of/:kind/:id', lazy: () => import('./features/admin-people/person-behind-page.tsx') },
      { path: 'episodes/:id', lazy: () => import('./features/admin-episodes/episode-page.tsx') },
      { path: 'letters/series', lazy: () => import('./features/admin-series/series-page.tsx') },
      { path: 'letters/:id', lazy: () => import('./features/admin-letters/letter-page.tsx') },
      { path: 'posts/:id', lazy: () => import('./features/admin-posts/post-page.tsx') },
      { path: 'ebooks/:id', lazy: () => import('./features/admin-ebooks/ebook-page.tsx') },
    ],
  },
];
