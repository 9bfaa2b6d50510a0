import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { PostRowSchema } from '../posts/posts.service.ts';

const HeadSchema = v.object({ subject: v.string(), preheader: v.string() });
export const HeadsSchema = v.object({ 'pt-BR': HeadSchema, en: HeadSchema });
export type Heads = v.InferOutput<typeof HeadsSchema>;

/** A post in each language, as returned by `post_json`. */
export const PostsSchema = v.object({ 'pt-BR': PostRowSchema, en: PostRowSchema });

const WordsSchema = v.object({ subject: v.string(), preheader: v.string(), html: v.string(), text: v.string() });
/** The final text of an issue, which is stored when sending begins. */
export const FrozenSchema = v.object({ 'pt-BR': WordsSchema, en: WordsSchema });
export type Frozen = v.InferOutput<typeof FrozenSchema>;

/** A reader whom a worker claimed for sending. */
export const ClaimedSchema = v.object({
  campaign_id: v.string(),
  subscriber_id: v.string(),
  generation: v.number(),
  claims: v.number(),
  email: v.string(),
  locale: LocaleSchema,
  source: v.picklist(SUBSCRIBER_SOURCES),
  confirmed_at: v.string(),
  /** Milliseconds from now until the email may be sent. */
  in_ms: v.number(),
});
export type ClaimedReader = v.InferOutput<typeof ClaimedSchema>;
