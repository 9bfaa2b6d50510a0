const withQuery = (path: string, search: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = new URLSearchParams(Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();
  return query ? `${path}?${query}` : path;
};

/** A page of which there is one. */
const one = (pattern: string) => ({ pattern, href: () => pattern });

/** One of several pages, named at the address's end by its `key`. */
const each = (path: string, key: string) => ({
  pattern: `${path}/:${key}`,
  href: (value: string) => `${path}/${encodeURIComponent(value)}`,
});

/** A page that leads on to where the visitor came from. */
const leadingBack = (pattern: string) => ({
  pattern,
  href: (returnTo?: string | null) => withQuery(pattern, returnTo ? { returnTo } : {}),
});

/** A page whose link a message carries. */
const linked = (pattern: string) => ({ pattern, href: (token: string) => withQuery(pattern, { token }) });

/** Every public address of the site, once, and on every page: `pattern` for a router, `href` for links. */
export const paths = {
  home: one('/'),
  about: one('/about'),
  podcast: {
    pattern: '/podcast',
    href: (search?: { q?: string; category?: string }) => withQuery('/podcast', search),
  },
  episode: each('/podcast', 'slug'),
  shop: { pattern: '/shop', href: (search?: { q?: string }) => withQuery('/shop', search) },
  ebook: each('/shop/ebook', 'id'),
  posts: {
    pattern: '/textos',
    href: (search?: { tag?: string; after?: string }) => withQuery('/textos', search),
  },
  post: each('/textos', 'slug'),
  contact: { pattern: '/contact', href: (part?: 'faq') => (part ? `/contact#${part}` : '/contact') },
  cart: one('/cart'),
  checkout: one('/checkout'),
  success: one('/success'),
  cancel: one('/cancel'),
  gift: { pattern: '/gift/:id', href: (id: string) => `/gift/${id}` },
  signIn: leadingBack('/signin'),
  signUp: leadingBack('/signup'),
  forgotPassword: leadingBack('/forgot-password'),
  checkEmail: leadingBack('/check-email'),
  confirmEmail: leadingBack('/confirm-email'),
  joinTeam: linked('/join-team'),
  claimAdmin: one('/claim-admin'),
  terms: one('/terms'),
  privacy: one('/privacy'),
  newsletter: one('/newsletter'),
  newsletterConfirm: linked('/newsletter/confirm'),
  newsletterUnsubscribe: linked('/newsletter/unsubscribe'),
  /** Where links of letters about a launch lead. */
  waitlist: {
    pattern: '/waitlist',
    href: (link?: { readonly token?: string; readonly leave?: string }) => withQuery('/waitlist', link),
  },
  order: each('/user-dashboard/orders', 'id'),
  reader: each('/user-dashboard/read', 'ebookId'),
  /** Of an order that was bought without an account. Its key stands in the fragment, which browsers do not send. */
  guestOrder: { pattern: '/order/:id', href: (id: string, key = '') => `/order/${encodeURIComponent(id)}${key && `#${key}`}` },
  guestReader: {
    pattern: '/order/:id/read/:ebookId',
    href: (id: string, ebookId: string) => `/order/${encodeURIComponent(id)}/read/${encodeURIComponent(ebookId)}`,
  },
  userDashboard: {
    pattern: '/user-dashboard',
    href: (tab?: 'ebooks' | 'orders' | 'newsletter' | 'settings') => withQuery('/user-dashboard', { tab }),
  },
  /** `tab`: the id that a section of the admin area has in its `tab.ts`. */
  dashboard: { pattern: '/dashboard', href: (tab?: string) => withQuery('/dashboard', { tab }) },
} as const;
