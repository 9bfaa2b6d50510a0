import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import {
  type AdminPost,
  AdminPostListSchema,
  AdminPostSchema,
  adminPostCalls,
  PostVersionsSchema,
} from '@site/shared/contracts/admin-posts.ts';
import { toInstantOrNull } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import type { Job } from '../../../platform/jobs.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { saveDraft } from '../../site/content/content.service.ts';
import { expectPostUpload, makePostPicture } from './post-pictures.ts';
import { POST_DRAFT } from './posts.service.ts';

const VERSIONS_ON_A_PAGE = 20;

const PageSchema = v.object({ posts: AdminPostListSchema.entries.posts, more: v.boolean() });
const PostRowSchema = v.omit(AdminPostSchema, ['timeZone']);

const refusedFields = {
  title_required: { title: 'required' },
  body_required: { body: 'required' },
  picture_gone: { body: 'picture_gone' },
  in_past: { at: 'in_past' },
  slug_taken: { slug: 'slug_taken' },
  slug_reserved: { slug: 'slug_reserved' },
  was_listed: { visibility: 'was_listed' },
} as const;
const RefusedSchema = v.object({
  refused: v.picklist(['title_required', 'body_required', 'picture_gone', 'in_past', 'slug_taken', 'slug_reserved', 'was_listed']),
});

/** Returns a post from the database with the site's time zone. Throws `invalid_input` when the database refused the change. */
async function toPost({ liveSettings }: Deps, answer: Json): Promise<AdminPost> {
  if (v.is(RefusedSchema, answer)) throw new AppError('invalid_input', { fields: refusedFields[answer.refused] });
  const post = v.parse(PostRowSchema, answer);
  return {
    ...post,
    publishAt: toInstantOrNull(post.publishAt),
    firstPublishedAt: toInstantOrNull(post.firstPublishedAt),
    timeZone: (await liveSettings.get()).timeZone,
  };
}

/** The team's calls for the author's posts. */
export const adminPostHandlers = handle(adminPostCalls, {
  'GET /api/admin/posts': async ({ sql, query: { q, state = null, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const page = await sql.listAdminPosts({ words: q.normalize('NFC'), state, ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { posts, more } = v.parse(PageSchema, page);
    return { posts, ...cursorsOf(posts, more, start, ({ editedAt, id }) => ({ at: editedAt, id })) };
  },
  'POST /api/admin/posts': async ({ deps, sql, actor, body }) => await toPost(deps, await sql.createPost({ actor, ...body })),
  'POST /api/admin/post-uploads': ({ deps }) => expectPostUpload(deps),
  'POST /api/admin/post-pictures': ({ deps, body }) => makePostPicture(deps, body),
  'GET /api/admin/posts/:id': async ({ deps, sql, params }) => await toPost(deps, await sql.getAdminPost(params)),
  'PUT /api/admin/posts/:id': async ({ deps, sql, actor, params, body: { revision, slug, ...edits } }) =>
    await toPost(deps, await sql.editPost({ actor, ...params, revision, edits: { ...edits, slug: slug || null } })),
  'PUT /api/admin/posts/:id/drafts/:locale': async ({ deps, sql, actor, params, body }) =>
    await toPost(deps, await sql.savePostDraft({ actor, ...params, ...body })),
  /** Creates a preview of the post's page that shows its drafts as last saved. It works for an hour. */
  'POST /api/admin/posts/:id/preview': async ({ deps, sql, params }) => {
    await sql.getAdminPost(params);
    return { preview: await saveDraft(deps, POST_DRAFT, params) };
  },
  'POST /api/admin/posts/:id/publication': async ({ deps, sql, actor, params, body: { at, visibility = null, ...seen } }) =>
    await toPost(deps, await sql.publishPost({ actor, ...params, ...seen, publishAt: at, visibility })),
  'POST /api/admin/posts/:id/withdrawal': async ({ deps, sql, actor, params, body }) =>
    await toPost(deps, await sql.withdrawPost({ actor, ...params, ...body })),
  'GET /api/admin/posts/:id/versions': async ({ sql, params, query: { locale, before } }) => {
    const from = before === undefined ? null : Number(before);
    const rows = await sql.listPostVersions({ ...params, locale, before: from, size: VERSIONS_ON_A_PAGE + 1 });
    const found = v.parse(PostVersionsSchema.entries.versions, rows);
    const versions = found.slice(0, VERSIONS_ON_A_PAGE);
    return { versions, nextBefore: found.length > versions.length ? (versions.at(-1)?.version ?? null) : null };
  },
  'GET /api/admin/posts/:id/versions/:locale/:version': ({ sql, params }) =>
    sql.getPostVersion({ ...params, version: Number(params.version) }),
  'POST /api/admin/posts/:id/versions/:locale/:version/restore': async ({ deps, sql, actor, params, body: { revision, drafts } }) =>
    await toPost(deps, await sql.restorePostVersion({ actor, ...params, version: Number(params.version), revision, drafts })),
  'DELETE /api/admin/posts/:id': async ({ sql, actor, params, body: { revision, drafts } }) => {
    await sql.deletePost({ actor, ...params, revision, drafts });
    return null;
  },
});

/** Publishes scheduled posts shortly after their time, even if no instance was running at that time. */
export const publishingJob = ({ data, answers }: Pick<Deps, 'data' | 'answers'>): Job => ({
  name: 'posts',
  intervalSeconds: 20,
  leaseSeconds: 30,
  run: async () => {
    if (((await data.sql.publishDuePosts()) ?? 0) > 0) answers.outdate();
  },
});
