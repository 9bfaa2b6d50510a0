export const adminPaths = {
  ebook: { pattern: '/dashboard/ebooks/:id', href: (id: string) => `/dashboard/ebooks/${encodeURIComponent(id)}` },
  episode: { pattern: '/dashboard/episodes/:id', href: (id: string) => `/dashboard/episodes/${encodeURIComponent(id)}` },
  podcastImport: { pattern: '/dashboard/episodes/import', href: () => '/dashboard/episodes/import' },
  post: { pattern: '/dashboard/posts/:id', href: (id: string) => `/dashboard/posts/${encodeURIComponent(id)}` },
  campaign: { pattern: '/dashboard/campaigns/:id', href: (id: string) => `/dashboard/campaigns/${encodeURIComponent(id)}` },
  series: { pattern: '/dashboard/campaigns/series', href: () => '/dashboard/campaigns/series' },
  order: { pattern: '/dashboard/orders/:id', href: (id: string) => `/dashboard/orders/${encodeURIComponent(id)}` },
  person: { pattern: '/dashboard/people/:id', href: (id: string) => `/dashboard/people/${encodeURIComponent(id)}` },
  /** Redirects to the page of the person behind an order, a message, a subscriber or a user. */
  personBehind: {
    pattern: '/dashboard/people/of/:kind/:id',
    href: (kind: 'order' | 'message' | 'subscriber' | 'user', id: string) => `/dashboard/people/of/${kind}/${encodeURIComponent(id)}`,
  },
  support: { pattern: '/dashboard/support', href: () => '/dashboard/support' },
} as const;
