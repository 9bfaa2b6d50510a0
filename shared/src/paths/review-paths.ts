/** Pages where readers review their books and stop reminders. */
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
