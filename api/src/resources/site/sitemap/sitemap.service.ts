import { toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { type EpisodeDeps, isSample } from '../../channel/episodes/episodes.service.ts';
import { hasPosts } from '../../writing/posts/posts.service.ts';
import { getContent } from '../content/content.service.ts';
import { renderIndexXml, renderPagesXml, type SitemapPage } from './sitemap-xml.ts';

/** A part has this many pages in each language: about 2 MB, where search engines take 50,000 addresses and 50 MB. */
const PART_PAGES = 2_000;

/** Addresses of books on sale, of episodes and of posts, from a place in their lasting order. */
const PagesSchema = v.object({
  total: v.number(),
  pages: v.array(
    v.object({
      kind: v.picklist(['ebook', 'episode', 'post']),
      name: v.string(),
      changed_at: v.string(),
      locales: v.nullable(v.array(LocaleSchema)),
    }),
  ),
});

/** Every public page, or while they do not fit into one part the list of the parts. */
export async function getSitemap(deps: EpisodeDeps): Promise<string> {
  const { SITE_URL } = deps.env;
  const { pages, total } = await listPages(deps, 1);
  if (total <= PART_PAGES) return renderPagesXml(SITE_URL, pages);
  const parts = Array.from({ length: Math.ceil(total / PART_PAGES) }, (_, index) => index + 1);
  return renderIndexXml(parts.map((part) => `${SITE_URL}/sitemap.xml?part=${part}`));
}

/** One part of the pages, from 1. Throws `not_found` for one that is not there. */
export async function getSitemapPart(deps: EpisodeDeps, part: number): Promise<string> {
  const { pages } = await listPages(deps, part);
  if (pages.length === 0) throw new AppError('not_found');
  return renderPagesXml(deps.env.SITE_URL, pages);
}

async function listPages(deps: EpisodeDeps, part: number): Promise<{ pages: SitemapPage[]; total: number }> {
  const [first, answer] = await Promise.all([
    part === 1 ? listStandingPages(deps) : [],
    deps.data.sql.listSitemapPages({ from: (part - 1) * PART_PAGES, size: PART_PAGES }),
  ]);
  const row = v.parse(PagesSchema, answer);
  const others = row.pages.map(({ kind, name, changed_at, locales }) => ({
    path: paths[kind].href(name),
    changedOn: toInstant(changed_at),
    locales,
  }));
  return { pages: [...first, ...others], total: row.total };
}

async function listStandingPages(deps: EpisodeDeps): Promise<SitemapPage[]> {
  const [{ terms, privacy }, isExample, isWritten] = await Promise.all([
    getContent(deps, 'terms', 'privacy'),
    isSample(deps),
    hasPosts(deps),
  ]);
  const plain = [
    ...[paths.home, paths.about],
    // Its page keeps examples out of search results.
    ...(isExample ? [] : [paths.podcast]),
    ...[paths.shop, ...(isWritten ? [paths.posts] : []), paths.contact, paths.newsletter],
  ];
  return [
    ...plain.map(({ href }) => ({ path: href(), changedOn: null })),
    { path: paths.terms.href(), changedOn: terms.effectiveOn },
    { path: paths.privacy.href(), changedOn: privacy.effectiveOn },
  ];
}
