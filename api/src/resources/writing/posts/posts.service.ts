import { POST_VISIBILITIES } from '@site/shared/contracts/post-rules.ts';
import { type ListedPost, POST_PAGE_SIZE, type Post, type PostList, PostSlugSchema } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { embeddedIn, minutesOf, plainTextOf } from '@site/shared/rich-text/plain.ts';
import { type Locale, LocaleSchema } from '@site/shared/texts/locales.ts';
import { shorten } from '@site/shared/texts/shorten.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { decodeCursor, encodeCursor, type Position } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type EpisodeDeps, listNewestEpisodes } from '../../channel/episodes/episodes.service.ts';
import { listEbooksById } from '../../shop/ebooks/ebooks.service.ts';
import { getContent, getDraft } from '../../site/content/content.service.ts';
import { renderPostsFeed } from './posts-feed.ts';

/** Number of newest posts in the feed. */
const FEED_SIZE = 50;
const LONGEST_SUMMARY = 200;

/** The result of the SQL function `post_json`. */
export const PostRowSchema = v.object({
  ...v.pick(tables.posts, ['id', 'kind', 'tags']).entries,
  ...v.pick(tables.post_versions, ['locale', 'title', 'lead', 'published_at']).entries,
  slug: v.string(),
  changed_at: v.string(),
  locales: v.array(LocaleSchema),
  body: RichTextSchema,
  visibility: v.picklist(POST_VISIBILITIES),
});
export type PostRow = v.InferOutput<typeof PostRowSchema>;

const PageSchema = v.object({ posts: v.array(PostRowSchema), more: v.boolean(), tags: v.array(v.string()) });
/** `post` is null when the post was withdrawn. */
const FoundSchema = v.nullable(v.object({ post: v.nullable(PostRowSchema) }));

/** Returns a post as a list shows it. */
const toListedPost = (row: PostRow): ListedPost => ({
  slug: row.slug,
  kind: row.kind,
  title: row.title,
  summary: row.lead || shorten(plainTextOf(row.body).replace(/\s+/g, ' '), LONGEST_SUMMARY),
  locale: row.locale,
  tags: row.tags,
  publishedAt: toInstant(row.published_at),
  minutes: minutesOf(row.body),
});

type Wanted = { locale: Locale; size: number; tag?: string; after?: Position | null; isMailed?: boolean };

const readPage = async ({ data }: Pick<Deps, 'data'>, { locale, size, tag, after, isMailed }: Wanted) =>
  v.parse(
    PageSchema,
    await data.sql.listPosts({
      ...{ locale, size, tag: tag || null, isMailed: isMailed ?? false },
      ...{ afterAt: after?.at ?? null, afterId: after?.id ?? null },
    }),
  );

/** Returns a page of published posts, newest first. Throws `invalid_input` for an invalid cursor. */
export async function listPosts(
  deps: Pick<Deps, 'data'>,
  { locale, tag, after, mailed }: { locale: Locale; tag: string; after?: string | undefined; mailed?: string | undefined },
): Promise<PostList> {
  const page = await readPage(deps, {
    ...{ locale, tag, after: decodeCursor(after, 'uuid') },
    ...{ size: POST_PAGE_SIZE, isMailed: mailed !== undefined },
  });
  const last = page.posts.at(-1);
  return {
    posts: page.posts.map(toListedPost),
    nextCursor: page.more && last ? encodeCursor({ at: last.published_at, id: last.id }) : null,
    tags: page.tags,
  };
}

/** Returns the newest posts, at most `size`. */
export async function listNewestPosts(deps: Pick<Deps, 'data'>, locale: Locale, size: number): Promise<ListedPost[]> {
  const { posts } = await readPage(deps, { locale, size });
  return posts.map(toListedPost);
}

/**
 * Returns the post with this current or former slug, in this language or else its original one. Throws `not_found` and `post_withdrawn`.
 */
export async function getPost(deps: EpisodeDeps, slug: string, locale: Locale): Promise<Post> {
  const found = v.is(PostSlugSchema, slug) ? v.parse(FoundSchema, await deps.data.sql.getPost({ slug, locale })) : null;
  if (!found) throw new AppError('not_found');
  if (!found.post) throw new AppError('post_withdrawn');
  return await toPost(deps, found.post);
}

/** The kind under which previews of posts are stored. */
export const POST_DRAFT = 'post';
const KeptPreviewSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** Returns the preview of a post with its drafts as last saved. Throws `not_found`. */
export async function getPostPreview(deps: EpisodeDeps, preview: string, locale: Locale): Promise<Post> {
  const kept = v.safeParse(KeptPreviewSchema, await getDraft(deps, POST_DRAFT, preview));
  const row = kept.success ? v.parse(v.nullable(PostRowSchema), await deps.data.sql.previewPost({ id: kept.output.id, locale })) : null;
  if (!row) throw new AppError('not_found');
  return await toPost(deps, row);
}

/** Returns a post with its embedded episodes and books. */
export async function toPost(deps: EpisodeDeps, row: PostRow): Promise<Post> {
  const [episodeIds, ebookIds] = [embeddedIn(row.body, 'episode'), embeddedIn(row.body, 'ebook')];
  const [episodes, ebooks] = await Promise.all([
    episodeIds.length > 0 ? listNewestEpisodes(deps, { ids: episodeIds, size: episodeIds.length }) : [],
    listEbooksById(deps, ebookIds),
  ]);
  const { lead, body, locales, visibility } = row;
  return { ...toListedPost(row), lead, body, locales, visibility, changedAt: toInstant(row.changed_at), episodes, ebooks };
}

/** Returns whether any post is published. If none is published, nothing links to the page of posts. */
export const hasPosts = async ({ data }: Pick<Deps, 'data'>): Promise<boolean> => v.parse(v.boolean(), await data.sql.hasPosts());

/** Renders the feed of the newest posts with their full text. */
export async function buildPostsFeed(deps: EpisodeDeps, locale: Locale): Promise<string> {
  const [{ brand }, { posts: rows }] = await Promise.all([getContent(deps, 'brand'), readPage(deps, { locale, size: FEED_SIZE })]);
  const posts = await Promise.all(rows.map(async (row) => ({ ...(await toPost(deps, row)), id: row.id })));
  return renderPostsFeed({ siteUrl: deps.env.SITE_URL, site: brand.site, author: brand.author, locale, posts });
}
