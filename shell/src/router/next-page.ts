type NextPage = typeof import('./next-page-parts.ts');

/** What a page needs that the browser goes on to, as soon as it is here. Null where it cannot be had: the page is shown without it. */
export const nextPage = (): Promise<NextPage | null> => import(/* webpackChunkName: "late" */ './next-page-parts.ts').catch(() => null);
