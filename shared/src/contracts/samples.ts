import * as v from 'valibot';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { BotCheckSchema, EmailSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
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

export const sampleCalls = {
  'POST /api/ebooks/:id/sample-letter': {
    who: 'public',
    limit: { windowSeconds: 600, address: 20 },
    params: { id: EbookIdSchema },
    body: SampleLetterRequestSchema,
    answer: SampleLetterAnswerSchema,
  },
} as const satisfies Calls;
