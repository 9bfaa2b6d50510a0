/** Core Web Vitals, and the time to the first byte (web.dev/articles/vitals). */
export const METRICS = ['LCP', 'INP', 'CLS', 'TTFB'] as const;
export type PageMetric = (typeof METRICS)[number];

/** The most characters and entries that a page report may have. */
export const REPORT_LIMITS = { page: 80, release: 40, message: 300, stack: 2_000, vitals: 40, errors: 10 } as const;
