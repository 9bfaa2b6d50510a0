import { POST_VISIBILITIES } from '@site/shared/contracts/post-rules.ts';
import { type ListedPost, POST_PAGE_SIZE, type Post, type PostList, PostSlugSchema } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { embeddedIn, minutesOf, plainTextOf } from '@site/shared/rich-text/plain.ts';
import { inShort } from '@site/shared/texts/in-short.ts';
import { type Locale, LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { decodeCursor, encodeCursor, type Position } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type EpisodeDeps, listNewestEpisodes } from '../../channel/episodes/episodes.service.ts';
import { listEbooksById } from '../../shop/ebooks/ebooks.service.ts';
import { getContent, getDraft } from '../../site/content/content.service.ts';
import { renderPostsFeed } from './posts-feed.ts';

/** So many of the newest stand in the feed. */
const FEED_SIZE = 50;
const LONGEST_SUMMARY = 200;

/** What `post_json` answers. */
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
/** `post` is null when it is withdrawn. */
const FoundSchema = v.nullable(v.object({ post: v.nullable(PostRowSchema) }));

/** A post as a row of a list. */
const toListedPost = (row: PostRow): ListedPost => ({
  slug: row.slug,
  kind: row.kind,
  title: row.title,
  summary: row.lead || inShort(plainTextOf(row.body).replace(/\s+/g, ' '), LONGEST_SUMMARY),
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

/** A page of what is published, newest first. Throws `invalid_input` for a cursor that is none. */
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

/** The newest posts, at most `size`. */
export async function listNewestPosts(deps: Pick<Deps, 'data'>, locale: Locale, size: number): Promise<ListedPost[]> {
  const { posts } = await readPage(deps, { locale, size });
  return posts.map(toListedPost);
}

/** The post that has or had this address, in this language or that of the original. Throws `not_found`, and `post_withdrawn`. */
export async function getPost(deps: EpisodeDeps, slug: string, locale: Locale): Promise<Post> {
  const found = v.is(PostSlugSchema, slug) ? v.parse(FoundSchema, await deps.data.sql.getPost({ slug, locale })) : null;
  if (!found) throw new AppError('not_found');
  if (!found.post) throw new AppError('post_withdrawn');
  return await toPost(deps, found.post);
}

/** What previews of posts are kept as. */
export const POST_DRAFT = 'post';
const KeptPreviewSchema = v.object({ id: v.pipe(v.string(), v.uuid()) });

/** The page of a post as it would be with its drafts as they are saved now. Throws `not_found`. */
export async function getPostPreview(deps: EpisodeDeps, preview: string, locale: Locale): Promise<Post> {
  const kept = v.safeParse(KeptPreviewSchema, await getDraft(deps, POST_DRAFT, preview));
  const row = kept.success ? v.parse(v.nullable(PostRowSchema), await deps.data.sql.previewPost({ id: kept.output.id, locale })) : null;
  if (!row) throw new AppError('not_found');
  return await toPost(deps, row);
}

/** A post with what stands in it. */
export async function toPost(deps: EpisodeDeps, row: PostRow): Promise<Post> {
  const [episodeIds, ebookIds] = [embeddedIn(row.body, 'episode'), embeddedIn(row.body, 'ebook')];
  const [episodes, ebooks] = await Promise.all([
    episodeIds.length > 0 ? listNewestEpisodes(deps, { ids: episodeIds, size: episodeIds.length }) : [],
    listEbooksById(deps, ebookIds),
  ]);
  const { lead, body, locales, visibility } = row;
  return { ...toListedPost(row), lead, body, locales, visibility, changedAt: toInstant(row.changed_at), episodes, ebooks };
}

/** Whether anything is published: without, nothing leads to the page of texts. */
export const hasPosts = async ({ data }: Pick<Deps, 'data'>): Promise<boolean> => v.parse(v.boolean(), await data.sql.hasPosts());

/** The newest posts with all their words, for feed readers. */
export async function buildPostsFeed(deps: EpisodeDeps, locale: Locale): Promise<string> {
  const [{ brand }, { posts: rows }] = await Promise.all([getContent(deps, 'brand'), readPage(deps, { locale, size: FEED_SIZE })]);
  const posts = await Promise.all(rows.map(async (row) => ({ ...(await toPost(deps, row)), id: row.id })));
  return renderPostsFeed({ siteUrl: deps.env.SITE_URL, site: brand.site, author: brand.author, locale, posts });
}
