// One build of the site with all of its measurements. A run can compare two builds.
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

/** The measurements of a build, in the order of the rounds. */
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
  /** Returns the address of a page at the edge. */
  addressOf: (page: PageName) => string;
  stop: () => Promise<void>;
};

/** Starts the site of `checkout`, a folder in which `npm ci` has run. Builds it if there is no build. */
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
