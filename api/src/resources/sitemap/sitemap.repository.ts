import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

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

/** Addresses of books on sale, of episodes and of posts, from a place in their lasting order. */
export const listSitemapPages = (data: Data, { from, size }: { from: number; size: number }): Promise<v.InferOutput<typeof PagesSchema>> =>
  data.call('list_sitemap_pages', { p_from: from, p_size: size }, PagesSchema);
