import { CURRENCIES } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import { tables } from '../../../gateways/supabase/database.generated.ts';

/** Minor units by currency. */
export const AmountsRowSchema = v.record(v.picklist(CURRENCIES), v.number());

/** The result of the SQL function `top_books`. */
export const TopBookRowSchema = v.object({
  ebook_id: v.string(),
  ...v.pick(tables.ebooks_metadata, ['title', 'filename', 'cover_version', 'cover_color']).entries,
  units: v.number(),
  amounts: AmountsRowSchema,
});
