import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Position } from '../../platform/cursor.ts';
import { type EbookRow, EbookRowSchema } from './ebook-row.ts';

const PageSchema = v.object({ ebooks: v.array(EbookRowSchema), total: v.number(), is_total_capped: v.boolean(), more: v.boolean() });
const FeaturedSchema = v.nullable(v.object({ reason: v.picklist(['best_seller', 'highlight']), ebook: EbookRowSchema }));

export const listEbooks = (
  data: Data,
  page: { words: string; after: Position | null; ids: string[] | null; size: number },
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call(
    'list_ebooks',
    { p_words: page.words, p_after_at: page.after?.at ?? null, p_after_id: page.after?.id ?? null, p_ids: page.ids, p_size: page.size },
    PageSchema,
  );

export const getEbook = (data: Data, id: string): Promise<EbookRow | null> =>
  data.call('get_ebook', { p_id: id }, v.nullable(EbookRowSchema));

/** When a price changes next; null while no sale is planned. */
export const getNextPriceChange = (data: Data): Promise<string | null> => data.call('get_next_price_change', {}, v.nullable(v.string()));

export const getFeaturedEbook = (data: Data): Promise<v.InferOutput<typeof FeaturedSchema>> =>
  data.call('get_featured_ebook', {}, FeaturedSchema);
