import { EbookSchema } from '@site/shared/contracts/ebooks.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** The launch of an announced book, as returned by `launch_json`. */
export const LaunchRowSchema = v.optional(v.object({ at: v.string(), is_sold: v.boolean() }));

/** The fields that have the same name in the database and in the contract. */
export const BookWordsSchema = v.omit(EbookSchema, [
  ...(['id', 'price', 'currentPrices', 'sales', 'suggested', 'pages', 'hasOutline', 'bytes'] as const),
  ...(['coverUrl', 'cover', 'createdAt', 'stars', 'launch', 'sample', 'bundles'] as const),
]);

/** The result of the SQL function `ebook_json`. */
export const EbookRowSchema = v.object({
  ...BookWordsSchema.entries,
  ...v.pick(tables.ebooks_metadata, ['id', 'cover_version', 'cover_color', 'created_at']).entries,
  /** Number of pages of the PDF. Null if unknown. */
  pages: v.nullable(v.number()),
  has_outline: v.boolean(),
  file_bytes: v.nullable(v.number()),
  launch: LaunchRowSchema,
  /** The sample of the book. Missing if the book has no sample. */
  sample: v.optional(v.object({ key: v.string(), pages: v.number(), bytes: v.number() })),
  /** The current bundles with this book. Missing when there are none. */
  bundles: v.optional(
    v.array(
      v.object({
        ...v.pick(tables.bundles, ['title', 'percent']).entries,
        others: v.array(v.pick(tables.ebooks_metadata, ['id', 'title', 'language'])),
      }),
    ),
  ),
  /** The stars of the book's reviews. Missing before the first review. */
  stars: v.optional(v.object({ sum: v.number(), reviews: v.number() })),
  /** The prices in the currencies that the shop sells in. */
  current_prices: v.partial(v.object(byCurrency(() => v.number()))),
  sales: v.partial(
    v.object(byCurrency(() => v.object({ list_minor: v.number(), before_minor: v.nullable(v.number()), ends_at: v.string() }))),
  ),
  /** Suggested prices of a pay-what-you-want book. Its `current_prices` are the minimum. */
  suggested: v.partial(v.object(byCurrency(() => v.number()))),
  /** The default currency that the owner chose. Null while the environment's default applies. */
  default_currency: v.nullable(CurrencySchema),
});
export type EbookRow = v.InferOutput<typeof EbookRowSchema>;
