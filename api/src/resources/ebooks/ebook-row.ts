import { byCurrency } from '@site/shared/money/currencies.ts';
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';

/** What `ebook_json` answers. */
export const EbookRowSchema = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  author: v.string(),
  language: v.string(),
  pages: v.nullable(v.number()),
  has_outline: v.boolean(),
  file_bytes: v.nullable(v.number()),
  filename: v.string(),
  cover_version: v.nullable(v.string()),
  cover_color: v.nullable(v.string()),
  created_at: v.string(),
  /** In the currencies that are sold. */
  prices: v.partial(v.object(byCurrency(() => v.number()))),
  /** What the owner chose; null while that is the configuration's. */
  default_currency: v.nullable(CurrencySchema),
});
export type EbookRow = v.InferOutput<typeof EbookRowSchema>;
