import { POST_VISIBILITIES } from '@site/shared/contracts/post-rules.ts';
import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { type Locale, LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Position } from '../../platform/cursor.ts';

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

const ListSchema = v.object({ posts: v.array(PostRowSchema), more: v.boolean(), tags: v.array(v.string()) });

export const listPosts = (
  data: Data,
  page: { locale: Locale; tag: string; after: Position | null; size: number; isMailed?: boolean },
): Promise<v.InferOutput<typeof ListSchema>> =>
  data.call(
    'list_posts',
    {
      p_locale: page.locale,
      p_tag: page.tag || null,
      p_after_at: page.after?.at ?? null,
      p_after_id: page.after?.id ?? null,
      p_size: page.size,
      p_is_mailed: page.isMailed ?? false,
    },
    ListSchema,
  );

const FoundSchema = v.nullable(v.object({ post: v.nullable(PostRowSchema) }));

/** The post that has or had this address, in which `post` is null when it is withdrawn. */
export const getPost = (data: Data, slug: string, locale: Locale): Promise<v.InferOutput<typeof FoundSchema>> =>
  data.call('get_post', { p_slug: slug, p_locale: locale }, FoundSchema);

/** A post as it would be with its drafts. */
export const previewPost = (data: Data, id: string, locale: Locale): Promise<PostRow | null> =>
  data.call('preview_post', { p_id: id, p_locale: locale }, v.nullable(PostRowSchema));

/** Whether anything is published. */
export const hasPosts = (data: Data): Promise<boolean> => data.call('has_posts', {}, v.boolean());
