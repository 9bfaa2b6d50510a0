const withQuery = (path: string, search: Readonly<Record<string, string | undefined>> = {}): string => {
  const query = new URLSearchParams(Object.entries(search).filter((pair): pair is [string, string] => Boolean(pair[1]))).toString();
  return query ? `${path}?${query}` : path;
};

/** Returns pattern and address of a page without parameters. */
const pageAt = (pattern: string) => ({ pattern, href: () => pattern });

/** Returns pattern and address of a page with a parameter `key` at the end of its path. */
const pageOfEach = (path: string, key: string) => ({
  pattern: `${path}/:${key}`,
  href: (value: string) => `${path}/${encodeURIComponent(value)}`,
});

/** Returns pattern and address of a page that can send the visitor back to where they came from. */
const pageLeadingBack = (pattern: string) => ({
  pattern,
  href: (returnTo?: string | null) => withQuery(pattern, returnTo ? { returnTo } : {}),
});

/** Returns pattern and address of a page that emails link to, with a token. */
const pageOfLink = (pattern: string) => ({ pattern, href: (token: string) => withQuery(pattern, { token }) });

/** Every public URL of the site, part of every page. `pattern` is for the router, `href` for links. */
export const paths = {
  home: pageAt('/'),
  about: pageAt('/about'),
  podcast: {
    pattern: '/podcast',
    href: (search?: { q?: string; category?: string }) => withQuery('/podcast', search),
  },
  episode: pageOfEach('/podcast', 'slug'),
  /** A series of episodes. */
  series: pageOfEach('/podcast/serie', 'slug'),
  shop: { pattern: '/shop', href: (search?: { q?: string }) => withQuery('/shop', search) },
  ebook: pageOfEach('/shop/ebook', 'id'),
  posts: {
    pattern: '/textos',
    href: (search?: { tag?: string; after?: string }) => withQuery('/textos', search),
  },
  post: pageOfEach('/textos', 'slug'),
  contact: { pattern: '/contact', href: (part?: 'faq') => (part ? `/contact#${part}` : '/contact') },
  cart: pageAt('/cart'),
  checkout: pageAt('/checkout'),
  success: pageAt('/success'),
  cancel: pageAt('/cancel'),
  gift: { pattern: '/gift/:id', href: (id: string) => `/gift/${id}` },
  signIn: pageLeadingBack('/signin'),
  signUp: pageLeadingBack('/signup'),
  forgotPassword: pageLeadingBack('/forgot-password'),
  checkEmail: pageLeadingBack('/check-email'),
  confirmEmail: pageLeadingBack('/confirm-email'),
  joinTeam: pageOfLink('/join-team'),
  claimAdmin: pageAt('/claim-admin'),
  terms: pageAt('/terms'),
  privacy: pageAt('/privacy'),
  newsletter: pageAt('/newsletter'),
  newsletterConfirm: pageOfLink('/newsletter/confirm'),
  newsletterUnsubscribe: pageOfLink('/newsletter/unsubscribe'),
  /** Target of the links in emails about a book's launch. */
  waitlist: {
    pattern: '/waitlist',
    href: (link?: { readonly token?: string; readonly leave?: string }) => withQuery('/waitlist', link),
  },
  order: pageOfEach('/user-dashboard/orders', 'id'),
  reader: pageOfEach('/user-dashboard/read', 'ebookId'),
  /** An order that was bought without an account. Its key is in the fragment, which browsers do not send. */
  guestOrder: { pattern: '/order/:id', href: (id: string, key = '') => `/order/${encodeURIComponent(id)}${key && `#${key}`}` },
  guestReader: {
    pattern: '/order/:id/read/:ebookId',
    href: (id: string, ebookId: string) => `/order/${encodeURIComponent(id)}/read/${encodeURIComponent(ebookId)}`,
  },
  userDashboard: {
    pattern: '/user-dashboard',
    href: (tab?: 'ebooks' | 'orders' | 'newsletter' | 'settings') => withQuery('/user-dashboard', { tab }),
  },
  /** `tab`: id of a section of the admin area, from its `tab.ts`. */
  dashboard: { pattern: '/dashboard', href: (tab?: string) => withQuery('/dashboard', { tab }) },
} as const;
