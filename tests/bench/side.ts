// One build of the site, with everything that is measured of it. Another build can stand beside it in the same run.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EbookList } from '@site/shared/contracts/ebooks.ts';
import type { PostList } from '@site/shared/contracts/posts.ts';
import type { startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';
import { proxyTo, startEdge } from './edge.ts';
import type { FirstTaps } from './first-taps.ts';
import type { Interactions } from './interaction.ts';
import type { Reading } from './lighthouse.ts';
import type { Load } from './load-of.ts';
import type { Navigations } from './navigation.ts';

export const PAGES = ['/', '/shop', '/shop/ebook/{id}', '/podcast', '/textos', '/textos/{slug}', '/about', '/contact', '/terms'] as const;
export type PageName = (typeof PAGES)[number];

/** What was read of it, a round after the other. */
type Measured = {
  readings: Record<PageName, Reading[]>;
  visits: Interactions[];
  felt: FirstTaps[];
  ways: Navigations[];
  catalogue: { ours: Load[]; bare: Load[] };
  page: { ours: Load[]; bare: Load[] };
  rendered: { ours: Load[]; bare: Load[] };
};

export type Side = Measured & {
  checkout: string;
  site: Awaited<ReturnType<typeof startSite>>;
  books: EbookList['ebooks'];
  /** Where a page is behind the edge. */
  addressOf: (page: PageName) => string;
  stop: () => Promise<void>;
};

/** Starts the site of `checkout`, a folder in which `npm ci` has run; it is built if it is not. */
export async function startSide(checkout: string): Promise<Side> {
  const { startSite: start }: { startSite: typeof startSite } = await import(join(checkout, 'api/local/site.ts'));
  const site = await start({ dir: mkdtempSync(join(tmpdir(), 'semente-bench-')), ports: await freePorts(), quiet: true });
  const { ebooks: books } = (await (await fetch(`${site.addresses.site}/api/ebooks`)).json()) as EbookList;
  const { posts } = (await (await fetch(`${site.addresses.site}/api/posts`)).json()) as PostList;
  const edge = await startEdge(proxyTo(site.addresses.site));
  return {
    checkout,
    site,
    books,
    addressOf: (page) => edge.url + page.replace('{id}', books[0]?.id ?? '').replace('{slug}', posts[0]?.slug ?? ''),
    readings: Object.fromEntries(PAGES.map((page) => [page, [] as Reading[]])) as Record<PageName, Reading[]>,
    visits: [],
    felt: [],
    ways: [],
    catalogue: { ours: [], bare: [] },
    page: { ours: [], bare: [] },
    rendered: { ours: [], bare: [] },
    stop: async () => {
      await edge.stop();
      await site.stop();
    },
  };
}
