import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const PagesSchema = v.object({
  total: v.number(),
  pages: v.array(v.object({ kind: v.picklist(['ebook', 'episode']), name: v.string(), changed_at: v.string() })),
});

/** Addresses of books on sale and of episodes, from a place in their lasting order. */
export const listSitemapPages = (data: Data, { from, size }: { from: number; size: number }): Promise<v.InferOutput<typeof PagesSchema>> =>
  data.call('list_sitemap_pages', { p_from: from, p_size: size }, PagesSchema);
