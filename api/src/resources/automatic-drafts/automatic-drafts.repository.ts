import { NEWS_KINDS } from '@site/shared/contracts/post-rules.ts';
import type { RichText } from '@site/shared/rich-text/contract.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

const NewsSchema = v.object({
  kind: v.picklist(NEWS_KINDS),
  id: v.string(),
  title: v.string(),
  description: v.string(),
  /** A book that is still to come. */
  is_ahead: v.boolean(),
});
export type News = v.InferOutput<typeof NewsSchema>;

/** What is new and waits for its drafts, the oldest first. */
export const listDueDrafts = (data: Data): Promise<News[]> => data.call('list_due_drafts', {}, v.array(NewsSchema));

export type DraftWords = { locale: Locale; title: string; lead: string; body: RichText };

/** Makes a text of these words, and a letter about it, unless that was done before. */
export const makeDraft = (data: Data, { kind, id }: News, { locale, title, lead, body }: DraftWords): Promise<unknown> =>
  data.call('make_draft', { p_kind: kind, p_id: id, p_locale: locale, p_title: title, p_lead: lead, p_body: body }, v.unknown());
