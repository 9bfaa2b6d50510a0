import { EbookSchema } from '@site/shared/contracts/ebooks.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** When an announced book comes, as `launch_json` says it. */
export const LaunchRowSchema = v.optional(v.object({ at: v.string(), is_sold: v.boolean() }));

/** The fields that the database and the contract share by name. */
export const BookWordsSchema = v.omit(EbookSchema, [
  ...(['id', 'price', 'prices', 'sales', 'suggested', 'pages', 'hasOutline', 'bytes'] as const),
  ...(['coverUrl', 'cover', 'createdAt', 'stars', 'launch', 'sample', 'bundles'] as const),
]);

/** What `ebook_json` answers. */
export const EbookRowSchema = v.object({
  ...BookWordsSchema.entries,
  ...v.pick(tables.ebooks_metadata, ['id', 'cover_version', 'cover_color', 'created_at']).entries,
  /** Of its PDF, null if unknown. */
  pages: v.nullable(v.number()),
  has_outline: v.boolean(),
  file_bytes: v.nullable(v.number()),
  launch: LaunchRowSchema,
  /** Only where there is one. */
  sample: v.optional(v.object({ key: v.string(), pages: v.number(), bytes: v.number() })),
  /** Only where there is one that is on. */
  bundles: v.optional(
    v.array(
      v.object({
        ...v.pick(tables.bundles, ['title', 'percent']).entries,
        others: v.array(v.pick(tables.ebooks_metadata, ['id', 'title', 'language'])),
      }),
    ),
  ),
  /** Not before the first review. */
  stars: v.optional(v.object({ sum: v.number(), reviews: v.number() })),
  /** In the currencies that are sold. */
  prices: v.partial(v.object(byCurrency(() => v.number()))),
  sales: v.partial(
    v.object(byCurrency(() => v.object({ list_minor: v.number(), before_minor: v.nullable(v.number()), ends_at: v.string() }))),
  ),
  /** Where the buyer decides; there `prices` has the least. */
  suggested: v.partial(v.object(byCurrency(() => v.number()))),
  /** What the owner chose; null while that is the configuration's. */
  default_currency: v.nullable(CurrencySchema),
});
export type EbookRow = v.InferOutput<typeof EbookRowSchema>;
