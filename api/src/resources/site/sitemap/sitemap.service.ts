import { toInstant } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { type EpisodeDeps, isSample } from '../../channel/episodes/episodes.service.ts';
import { hasPosts } from '../../writing/posts/posts.service.ts';
import { getContent } from '../content/content.service.ts';
import { renderIndexXml, renderPagesXml, type SitemapPage } from './sitemap-xml.ts';

/** Pages per part, in each language. A part has about 2 MB, and search engines accept 50,000 URLs and 50 MB. */
const PART_PAGES = 2_000;

/** Names of books on sale, of episodes, their series, and posts, from a position in their stable order. */
const PagesSchema = v.object({
  total: v.number(),
  pages: v.array(
    v.object({
      kind: v.picklist(['ebook', 'episode', 'series', 'post']),
      name: v.string(),
      changed_at: v.string(),
      locales: v.nullable(v.array(LocaleSchema)),
    }),
  ),
});

/** Returns the sitemap of all public pages, or the index of its parts when they do not fit into one. */
export async function getSitemap(deps: EpisodeDeps): Promise<string> {
  const { SITE_URL } = deps.env;
  const { pages, total } = await listPages(deps, 1);
  if (total <= PART_PAGES) return renderPagesXml(SITE_URL, pages);
  const parts = Array.from({ length: Math.ceil(total / PART_PAGES) }, (_, index) => index + 1);
  return renderIndexXml(parts.map((part) => `${SITE_URL}/sitemap.xml?part=${part}`));
}

/** Returns one part of the sitemap, counted from 1. Throws `not_found` for a part that does not exist. */
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
    // A podcast page with example episodes must not appear in search results.
    ...(isExample ? [] : [paths.podcast]),
    ...[paths.shop, ...(isWritten ? [paths.posts] : []), paths.contact, paths.newsletter],
  ];
  return [
    ...plain.map(({ href }) => ({ path: href(), changedOn: null })),
    { path: paths.terms.href(), changedOn: terms.effectiveOn },
    { path: paths.privacy.href(), changedOn: privacy.effectiveOn },
  ];
}
