import * as v from 'valibot';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { BotCheckSchema, EmailSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
import { CONSENT_VERSION } from './form-rules.ts';

/** Requests an email with the link to a book's sample. Subscribing to the newsletter is optional and has its own confirmation. */
export const SampleEmailRequestSchema = v.object({
  email: EmailSchema,
  locale: LocaleSchema,
  wantsNewsletter: v.boolean(),
  consentVersion: v.literal(CONSENT_VERSION),
  ...BotCheckSchema.entries,
});
/** The answer is the same for every address, so that it never reveals whether an address was entered before. */
export const SampleEmailAnswerSchema = v.object({ status: v.literal('check_your_email') });

export const sampleCalls = {
  'POST /api/ebooks/:id/sample-email': {
    who: 'public',
    limit: { windowSeconds: 600, address: 20 },
    params: { id: EbookIdSchema },
    body: SampleEmailRequestSchema,
    answer: SampleEmailAnswerSchema,
  },
} as const satisfies Calls;
