import { byCurrency } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { EbookRowSchema } from './ebook-row.ts';

/** The result of the SQL function `admin_ebook_json`. */
export const AdminEbookRowSchema = v.object({
  ...EbookRowSchema.entries,
  ...v.pick(tables.ebooks_metadata, ['state', 'has_file', 'revision']).entries,
  file_version: v.number(),
  /** The list prices, outside of a sale, including currencies that the shop does not sell in. */
  list_prices: v.partial(v.object(byCurrency(() => v.number()))),
  launch: v.optional(
    v.object({ at: v.string(), is_sold: v.boolean(), is_over: v.boolean(), buyers: v.number(), pending: v.number(), waiting: v.number() }),
  ),
  is_owned: v.boolean(),
  sampling: v.optional(v.pick(tables.ebook_samples, ['first_page', 'last_page', 'state', 'problem', 'made_at'])),
  sale: v.nullable(v.object({ starts_at: v.string(), ends_at: v.string(), prices: v.partial(v.object(byCurrency(() => v.number()))) })),
  /** The prices before the sale. */
  sale_before: v.partial(v.object(byCurrency(() => v.number()))),
});
export type AdminEbookRow = v.InferOutput<typeof AdminEbookRowSchema>;

/** The row of a book in `list_admin_ebooks`. */
export const ListedEbookRowSchema = v.object({ ...AdminEbookRowSchema.entries, sold: v.number(), at: v.string() });
