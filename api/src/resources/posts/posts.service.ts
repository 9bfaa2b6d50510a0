import { type ListedPost, POST_PAGE_SIZE, type Post, type PostList, PostSlugSchema } from '@site/shared/contracts/posts.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { embeddedIn } from '@site/shared/rich-text/plain.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Deps } from '../../platform/deps.ts';
import { getContent, getDraft } from '../content/content.service.ts';
import { listEbooksById } from '../ebooks/ebooks.service.ts';
import { type EpisodeDeps, listNewestEpisodes } from '../episodes/episodes.service.ts';
import type { PostRow } from './posts.repository.ts';
import * as repository from './posts.repository.ts';
import { toListedPost } from './posts.view.ts';
import { renderPostsFeed } from './posts-feed.ts';

export { type PostRow, PostRowSchema } from './posts.repository.ts';

/** So many of the newest stand in the feed. */
const FEED_SIZE = 50;

/** A page of what is published, newest first. Throws `invalid_input` for a cursor that is none. */
export async function listPosts(
  { data }: Pick<Deps, 'data'>,
  { locale, tag, after, mailed }: { locale: Locale; tag: string; after?: string | undefined; mailed?: string | undefined },
): Promise<PostList> {
  const page = await repository.listPosts(data, {
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
export async function listNewestPosts({ data }: Pick<Deps, 'data'>, locale: Locale, size: number): Promise<ListedPost[]> {
  const { posts } = await repository.listPosts(data, { locale, tag: '', after: null, size });
  return posts.map(toListedPost);
}

/** The post that has or had this address, in this language or that of the original. Throws `not_found`, and `post_withdrawn`. */
export async function getPost(deps: EpisodeDeps, slug: string, locale: Locale): Promise<Post> {
  const found = v.is(PostSlugSchema, slug) ? await repository.getPost(deps.data, slug, locale) : null;
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
  const row = kept.success ? await repository.previewPost(deps.data, kept.output.id, locale) : null;
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
export const hasPosts = ({ data }: Pick<Deps, 'data'>): Promise<boolean> => repository.hasPosts(data);

/** The newest posts with all their words, for feed readers. */
export async function buildPostsFeed(deps: EpisodeDeps, locale: Locale): Promise<string> {
  const [{ brand }, { posts: rows }] = await Promise.all([
    getContent(deps, 'brand'),
    repository.listPosts(deps.data, { locale, tag: '', after: null, size: FEED_SIZE }),
  ]);
  const posts = await Promise.all(rows.map(async (row) => ({ ...(await toPost(deps, row)), id: row.id })));
  return renderPostsFeed({ siteUrl: deps.env.SITE_URL, site: brand.site, author: brand.author, locale, posts });
}
