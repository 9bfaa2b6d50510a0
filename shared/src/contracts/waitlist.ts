import * as v from 'valibot';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { BotCheckSchema, EmailSchema } from './contact.ts';
import { EbookIdSchema } from './ebooks.ts';
import { NewsletterAnswerSchema, NewsletterOutcomeSchema, NewsletterTokenRequestSchema } from './newsletter.ts';

/** Puts an address on the waitlist of an announced book. This does not subscribe it to the newsletter. */
export const WaitlistRequestSchema = v.object({
  ebookId: EbookIdSchema,
  email: EmailSchema,
  locale: LocaleSchema,
  ...BotCheckSchema.entries,
});
export type WaitlistRequest = v.InferInput<typeof WaitlistRequestSchema>;

/** Answer of the page that handles the form on a book's page and the links in our emails. */
export type WaitlistAnswer =
  | { readonly kind: 'sent' | 'expired' | 'invalid' }
  | {
      readonly kind: 'problem';
      readonly problem: 'wrongEmail' | 'gone' | 'tooMany' | 'failed';
      /** The values of the waitlist form. Empty if the visitor followed a link. */
      readonly ebookId: string;
      readonly email: string;
    }
  | { readonly kind: 'confirm' | 'leave'; readonly email: string };

export const waitlistCalls = {
  'POST /api/waitlist': {
    who: 'public',
    limit: { windowSeconds: 600, address: 20 },
    body: WaitlistRequestSchema,
    answer: NewsletterAnswerSchema,
  },
  'POST /api/waitlist/confirm': { who: 'public', body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/waitlist/leave': { who: 'public', body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
} as const satisfies Calls;
