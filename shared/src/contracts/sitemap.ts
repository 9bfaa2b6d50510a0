import type { Calls } from './calls.ts';

export const sitemapCalls = { 'GET /sitemap.xml': { who: 'public' } } as const satisfies Calls;
