import { CURRENCIES } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';

/** Minor units by currency. */
export const AmountsRowSchema = v.record(v.picklist(CURRENCIES), v.number());

/** What `top_books` answers. */
export const TopBookRowSchema = v.object({
  ebook_id: v.string(),
  title: v.string(),
  filename: v.string(),
  cover_version: v.nullable(v.string()),
  cover_color: v.nullable(v.string()),
  units: v.number(),
  amounts: AmountsRowSchema,
});
