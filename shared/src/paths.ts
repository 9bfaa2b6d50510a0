const returning = (path: string, returnTo?: string | null): string => (returnTo ? `${path}?${new URLSearchParams({ returnTo })}` : path);

const withQuery = (path: string, search: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(Object.entries(search).filter(([, value]) => value)).toString();
  return query ? `${path}?${query}` : path;
};

/** Every public address of the site, once: `pattern` for a router, `href` for links. */
export const paths = {
  home: { pattern: '/', href: () => '/' },
  about: { pattern: '/about', href: () => '/about' },
  podcast: {
    pattern: '/podcast',
    href: (search?: { q?: string; category?: string }) => withQuery('/podcast', search),
  },
  episode: { pattern: '/podcast/:slug', href: (slug: string) => `/podcast/${encodeURIComponent(slug)}` },
  shop: { pattern: '/shop', href: (search?: { q?: string }) => withQuery('/shop', search) },
  ebook: { pattern: '/shop/ebook/:id', href: (id: string) => `/shop/ebook/${encodeURIComponent(id)}` },
  posts: {
    pattern: '/textos',
    href: (search?: { tag?: string; after?: string }) => withQuery('/textos', search),
  },
  post: { pattern: '/textos/:slug', href: (slug: string) => `/textos/${encodeURIComponent(slug)}` },
  contact: { pattern: '/contact', href: (part?: 'faq') => (part ? `/contact#${part}` : '/contact') },
  cart: { pattern: '/cart', href: () => '/cart' },
  checkout: { pattern: '/checkout', href: () => '/checkout' },
  success: { pattern: '/success', href: () => '/success' },
  cancel: { pattern: '/cancel', href: () => '/cancel' },
  gift: { pattern: '/gift/:id', href: (id: string) => `/gift/${id}` },
  signIn: { pattern: '/signin', href: (returnTo?: string | null) => returning('/signin', returnTo) },
  signUp: { pattern: '/signup', href: (returnTo?: string | null) => returning('/signup', returnTo) },
  forgotPassword: { pattern: '/forgot-password', href: (returnTo?: string | null) => returning('/forgot-password', returnTo) },
  checkEmail: { pattern: '/check-email', href: (returnTo?: string | null) => returning('/check-email', returnTo) },
  confirmEmail: { pattern: '/confirm-email', href: (returnTo?: string | null) => returning('/confirm-email', returnTo) },
  joinTeam: { pattern: '/join-team', href: (token: string) => `/join-team?${new URLSearchParams({ token })}` },
  claimAdmin: { pattern: '/claim-admin', href: () => '/claim-admin' },
  terms: { pattern: '/terms', href: () => '/terms' },
  privacy: { pattern: '/privacy', href: () => '/privacy' },
  newsletter: { pattern: '/newsletter', href: () => '/newsletter' },
  newsletterConfirm: { pattern: '/newsletter/confirm', href: (token: string) => `/newsletter/confirm?${new URLSearchParams({ token })}` },
  newsletterUnsubscribe: {
    pattern: '/newsletter/unsubscribe',
    href: (token: string) => `/newsletter/unsubscribe?${new URLSearchParams({ token })}`,
  },
  /** Where links of letters about a launch lead. */
  waitlist: {
    pattern: '/waitlist',
    href: (link: { readonly token?: string; readonly leave?: string } = {}) => {
      const query = new URLSearchParams(link).toString();
      return query ? `/waitlist?${query}` : '/waitlist';
    },
  },
  order: { pattern: '/user-dashboard/orders/:id', href: (id: string) => `/user-dashboard/orders/${encodeURIComponent(id)}` },
  reader: { pattern: '/user-dashboard/read/:ebookId', href: (ebookId: string) => `/user-dashboard/read/${encodeURIComponent(ebookId)}` },
  /** Of an order that was bought without an account. Its key stands in the fragment, which browsers do not send. */
  guestOrder: { pattern: '/order/:id', href: (id: string, key = '') => `/order/${encodeURIComponent(id)}${key && `#${key}`}` },
  guestReader: {
    pattern: '/order/:id/read/:ebookId',
    href: (id: string, ebookId: string) => `/order/${encodeURIComponent(id)}/read/${encodeURIComponent(ebookId)}`,
  },
  userDashboard: {
    pattern: '/user-dashboard',
    href: (tab?: 'ebooks' | 'orders' | 'newsletter' | 'settings') => (tab ? `/user-dashboard?tab=${tab}` : '/user-dashboard'),
  },
  /** `tab`: the id that a section of the admin area has in its `tab.ts`. */
  dashboard: { pattern: '/dashboard', href: (tab?: string) => (tab ? `/dashboard?tab=${tab}` : '/dashboard') },
} as const;

/** Where readers review their books, and stop reminders; apart from `paths`, which is on every page. */
export const reviewPaths = {
  write: {
    pattern: '/user-dashboard/reviews/:ebookId',
    href: (ebookId: string) => `/user-dashboard/reviews/${encodeURIComponent(ebookId)}`,
  },
  reminders: {
    pattern: '/newsletter/unsubscribe',
    href: (token: string) => `/newsletter/unsubscribe?${new URLSearchParams({ of: 'reviews', token })}`,
  },
} as const;

/** Pages below the admin area, apart from `paths`, which is on every page. */
export const adminPaths = {
  ebook: { pattern: '/dashboard/ebooks/:id', href: (id: string) => `/dashboard/ebooks/${encodeURIComponent(id)}` },
  episode: { pattern: '/dashboard/episodes/:id', href: (id: string) => `/dashboard/episodes/${encodeURIComponent(id)}` },
  post: { pattern: '/dashboard/posts/:id', href: (id: string) => `/dashboard/posts/${encodeURIComponent(id)}` },
  letter: { pattern: '/dashboard/letters/:id', href: (id: string) => `/dashboard/letters/${encodeURIComponent(id)}` },
  series: { pattern: '/dashboard/letters/series', href: () => '/dashboard/letters/series' },
  order: { pattern: '/dashboard/orders/:id', href: (id: string) => `/dashboard/orders/${encodeURIComponent(id)}` },
  person: { pattern: '/dashboard/people/:id', href: (id: string) => `/dashboard/people/${encodeURIComponent(id)}` },
  /** Leads on to the page of the person behind an order, a message, a subscriber or a user. */
  personBehind: {
    pattern: '/dashboard/people/of/:kind/:id',
    href: (kind: 'order' | 'message' | 'subscriber' | 'user', id: string) => `/dashboard/people/of/${kind}/${encodeURIComponent(id)}`,
  },
  support: { pattern: '/dashboard/support', href: () => '/dashboard/support' },
} as const;

/**
 * The path to return to after sign-in, or null when `value` is no path of this site: other origins, protocol-relative
 * and backslash forms, control characters and other schemes are all refused (OWASP ASVS 5.0, 3.7.2).
 */
export function parseReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > 2_000 || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return null;
  const base = 'https://site.invalid';
  const url = URL.canParse(value, base) ? new URL(value, base) : null;
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
}

/**
 * The path to return to that a mail's link carries in its own `continueUrl`, or null. Of that address only the path in
 * `returnTo` counts, so no other site can be reached through it.
 */
export function readReturnToOfMail(continueUrl: string | null): string | null {
  return continueUrl && URL.canParse(continueUrl) ? parseReturnTo(new URL(continueUrl).searchParams.get('returnTo')) : null;
}
