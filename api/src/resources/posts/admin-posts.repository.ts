import type { EditedPostSchema, SavedPostDraft, SeenPost } from '@site/shared/contracts/admin-posts.ts';
import { NEWS_KINDS, type PostKind, type PostState, type PostVisibility } from '@site/shared/contracts/post-rules.ts';
import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { type Locale, LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';

/** What `listed_post_json` answers. */
export const ListedRowSchema = v.object({
  ...v.pick(tables.posts, ['id', 'kind', 'slug', 'state', 'visibility', 'publish_at', 'first_published_at', 'edited_at']).entries,
  title: v.string(),
  is_new: v.boolean(),
  news: v.nullable(v.picklist(NEWS_KINDS)),
});
export type ListedPostRow = v.InferOutput<typeof ListedRowSchema>;

const DraftRowSchema = v.object({
  ...v.pick(tables.post_drafts, ['title', 'lead', 'revision', 'saved_by', 'saved_at']).entries,
  body: RichTextSchema,
  is_new: v.boolean(),
});
export type DraftRow = v.InferOutput<typeof DraftRowSchema>;

const AdminPostRowSchema = v.object({
  ...ListedRowSchema.entries,
  ...v.pick(tables.posts, ['tags', 'revision']).entries,
  locales: v.array(LocaleSchema),
  drafts: v.object({ 'pt-BR': DraftRowSchema, en: DraftRowSchema }),
});
export type AdminPostRow = v.InferOutput<typeof AdminPostRowSchema>;

const PageSchema = v.object({ posts: v.array(ListedRowSchema), more: v.boolean() });
const REFUSALS = [
  'not_found',
  'changed_meanwhile',
  'not_possible',
  'title_required',
  'body_required',
  'picture_gone',
  'in_past',
  'slug_taken',
  'slug_reserved',
  'was_listed',
] as const;
const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), post: AdminPostRowSchema }),
  v.object({ outcome: v.picklist(REFUSALS) }),
]);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

/** The post and the revision of it that the admin saw. */
export type PostRef = { id: string; revision: number };

export const listAdminPosts = (
  data: Data,
  { words, state, start, size }: { words: string; state: PostState | undefined; start: PageStart; size: number },
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_admin_posts', { p_words: words, p_state: state ?? null, ...pageArgs(start, size) }, PageSchema);

export const getAdminPost = (data: Data, id: string): Promise<AdminPostRow | null> =>
  data.call('get_admin_post', { p_id: id }, v.nullable(AdminPostRowSchema));

export const createPost = (data: Data, actor: Actor, kind: PostKind): Promise<AdminPostRow> =>
  data.call('create_post', { p_actor: actor, p_kind: kind }, AdminPostRowSchema);

export const savePostDraft = (
  data: Data,
  actor: Actor,
  id: string,
  locale: Locale,
  { revision, title, lead, body }: SavedPostDraft,
): Promise<Outcome> =>
  data.call(
    'save_post_draft',
    { p_actor: actor, p_id: id, p_locale: locale, p_revision: revision, p_title: title, p_lead: lead, p_body: body },
    OutcomeSchema,
  );

export const editPost = (
  data: Data,
  actor: Actor,
  id: string,
  { revision, kind, slug, tags }: v.InferOutput<typeof EditedPostSchema>,
): Promise<Outcome> =>
  data.call('edit_post', { p_actor: actor, p_id: id, p_revision: revision, p_edits: { kind, slug: slug || null, tags } }, OutcomeSchema);

/** `drafts`: the revisions of the drafts that the admin saw. Without a moment it is now, without a visibility it stays as it is. */
export const publishPost = (
  data: Data,
  actor: Actor,
  { id, revision }: PostRef,
  drafts: Readonly<Record<Locale, number>>,
  { at, visibility }: { at: string | null; visibility?: PostVisibility | undefined },
): Promise<Outcome> =>
  data.call(
    'publish_post',
    { p_actor: actor, p_id: id, p_revision: revision, p_drafts: drafts, p_publish_at: at, p_visibility: visibility ?? null },
    OutcomeSchema,
  );

/** Publishes what is due; answers how many. */
export const publishDuePosts = (data: Data): Promise<number> => data.call('publish_due_posts', {}, v.number());

export const withdrawPost = (data: Data, actor: Actor, { id, revision }: PostRef): Promise<Outcome> =>
  data.call('withdraw_post', { p_actor: actor, p_id: id, p_revision: revision }, OutcomeSchema);

const DeletedSchema = v.object({ outcome: v.picklist(['deleted', 'not_found', 'changed_meanwhile', 'not_possible']) });

export const deletePost = (
  data: Data,
  actor: Actor,
  id: string,
  seen: SeenPost | undefined,
): Promise<v.InferOutput<typeof DeletedSchema>> =>
  data.call('delete_post', { p_actor: actor, p_id: id, p_revision: seen?.revision ?? null, p_drafts: seen?.drafts ?? null }, DeletedSchema);

const VersionsSchema = v.array(v.pick(tables.post_versions, ['version', 'title', 'published_by', 'published_at', 'restored_from']));

export const listPostVersions = (
  data: Data,
  { id, locale, before, size }: { id: string; locale: Locale; before: number | null; size: number },
): Promise<v.InferOutput<typeof VersionsSchema>> =>
  data.call('list_post_versions', { p_id: id, p_locale: locale, p_before: before, p_size: size }, VersionsSchema);

const VersionSchema = v.object({
  ...v.pick(tables.post_versions, ['version', 'title', 'lead', 'published_by', 'published_at']).entries,
  body: RichTextSchema,
});

/** Which publication of a post is meant. */
export type VersionRef = { id: string; locale: Locale; version: number };

export const getPostVersion = (data: Data, { id, locale, version }: VersionRef): Promise<v.InferOutput<typeof VersionSchema> | null> =>
  data.call('get_post_version', { p_id: id, p_locale: locale, p_version: version }, v.nullable(VersionSchema));

export const restorePostVersion = (
  data: Data,
  actor: Actor,
  { id, locale, version }: VersionRef,
  { revision, drafts }: SeenPost,
): Promise<Outcome> =>
  data.call(
    'restore_post_version',
    { p_actor: actor, p_id: id, p_revision: revision, p_locale: locale, p_version: version, p_drafts: drafts ?? null },
    OutcomeSchema,
  );
