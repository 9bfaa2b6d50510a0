import * as v from 'valibot';
import { LocaleSchema } from '../texts/locales.ts';
import { BotCheckSchema, EmailSchema } from './contact.ts';
import { CONSENT_VERSION } from './form-rules.ts';

/** Asks for a mail with the link to a book's sample. The newsletter is a wish of its own, with a confirmation of its own. */
export const SampleLetterRequestSchema = v.object({
  email: EmailSchema,
  locale: LocaleSchema,
  wantsNewsletter: v.boolean(),
  consentVersion: v.literal(CONSENT_VERSION),
  ...BotCheckSchema.entries,
});
/** The same for every address: it never tells whether one was given before. */
export const SampleLetterAnswerSchema = v.object({ status: v.literal('check_your_email') });
