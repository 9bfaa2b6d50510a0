import type { RouteObject } from '@site/shared/site/site.ts';

/** The only export of this remote: its pages, by their paths from the site's root. */
export const routes: RouteObject[] = [
  { path: 'user-dashboard', lazy: () => import('./customer/features/customer-area/user-dashboard-page.tsx') },
  { path: 'user-dashboard/orders/:id', lazy: () => import('./customer/features/order/order-page.tsx') },
  { path: 'order/:id', lazy: () => import('./customer/features/order/order-page.tsx') },
  { path: 'order/:id/read/:ebookId', lazy: () => import('./customer/features/reader/reader-page.tsx') },
  { path: 'user-dashboard/reviews/:ebookId', lazy: () => import('./customer/features/review/review-page.tsx') },
  { path: 'user-dashboard/read/:ebookId', lazy: () => import('./customer/features/reader/reader-page.tsx') },
  {
    path: 'dashboard',
    lazy: () => import('./owner/features/area/admin-area-page.tsx'),
    children: [
      { index: true, lazy: () => import('./owner/features/area/dashboard-page.tsx') },
      { path: 'support', lazy: () => import('./owner/features/support/support-page.tsx') },
      { path: 'orders/:id', lazy: () => import('./owner/features/orders/admin-order-page.tsx') },
      { path: 'people/:id', lazy: () => import('./owner/features/people/person-page.tsx') },
      { path: 'people/of/:kind/:id', lazy: () => import('./owner/features/people/person-behind-page.tsx') },
      { path: 'episodes/import', lazy: () => import('./owner/features/episodes/moving-in-page.tsx') },
      { path: 'episodes/:id', lazy: () => import('./owner/features/episodes/episode-page.tsx') },
      { path: 'campaigns/series', lazy: () => import('./owner/features/series/series-page.tsx') },
      { path: 'campaigns/:id', lazy: () => import('./owner/features/campaigns/campaign-page.tsx') },
      { path: 'posts/:id', lazy: () => import('./owner/features/posts/post-page.tsx') },
      { path: 'ebooks/:id', lazy: () => import('./owner/features/ebooks/ebook-page.tsx') },
    ],
  },
];
