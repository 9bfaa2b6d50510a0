import * as v from 'valibot';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { BotCheckSchema, EmailSchema } from './contact.ts';
import { CONSENT_VERSION, SIGN_UP_PLACES } from './form-rules.ts';
import { createTokenSchema } from './text.ts';

/**
 * Form where an address was entered: the site's footer; a page with a newsletter form (`checkout`: after a purchase, or together with free
 * books); the newsletter's own page; the form for a sample; the admin area's footer; or the customer's own switch.
 */
export const NEWSLETTER_SOURCES = ['footer', ...SIGN_UP_PLACES, 'sample', 'admin', 'customer'] as const;
/** The form at which a subscriber signed up, or the owner's import. */
export const SUBSCRIBER_SOURCES = [...NEWSLETTER_SOURCES, 'import'] as const;
export type SubscriberSource = (typeof SUBSCRIBER_SOURCES)[number];

export const NewsletterRequestSchema = v.object({
  email: EmailSchema,
  locale: LocaleSchema,
  source: v.picklist(NEWSLETTER_SOURCES),
  consentVersion: v.literal(CONSENT_VERSION),
  ...BotCheckSchema.entries,
});
export type NewsletterRequest = v.InferInput<typeof NewsletterRequestSchema>;

/** The answer is the same for every address, so that it never reveals whether an address is known. */
export const NewsletterAnswerSchema = v.object({ status: v.literal('check_your_email') });
export type NewsletterAnswer = v.InferOutput<typeof NewsletterAnswerSchema>;

/** The token of a signed link, from the page's URL. A token that we did not sign fails with `link_invalid`. */
export const NewsletterTokenRequestSchema = v.object({ token: createTokenSchema(2_000) });

/** `already`: the same link was used before. Fails with `link_expired` or `link_invalid`. */
export const NewsletterOutcomeSchema = v.object({
  outcome: v.picklist(['done', 'already']),
  /** The masked address, such as `m•••@example.com`. */
  email: v.string(),
});
export type NewsletterOutcome = v.InferOutput<typeof NewsletterOutcomeSchema>;

/** `GET /api/me/newsletter`: whether the customer's address is subscribed to the newsletter. */
export const MyNewsletterSchema = v.object({ subscribed: v.boolean() });
export type MyNewsletter = v.InferOutput<typeof MyNewsletterSchema>;

/** `PUT /api/me/newsletter`: the customer's own switch. The address is verified already, so this consent needs no confirmation email. */
export const MyNewsletterChangeSchema = v.object({
  subscribed: v.boolean(),
  locale: LocaleSchema,
  consentVersion: v.literal(CONSENT_VERSION),
});

export const newsletterCalls = {
  /**
   * No limit per person: an error would reveal that the address was entered before. The code that writes the email limits how many a
   * mailbox gets.
   */
  'POST /api/newsletter': {
    who: 'public',
    limit: { windowSeconds: 600, address: 20 },
    body: NewsletterRequestSchema,
    answer: NewsletterAnswerSchema,
  },
  'POST /api/newsletter/confirm': { who: 'public', body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  'POST /api/newsletter/unsubscribe': { who: 'public', body: NewsletterTokenRequestSchema, answer: NewsletterOutcomeSchema },
  /** The unsubscribe link that mailboxes without an unsubscribe button open. It redirects to the page, whose own button unsubscribes. */
  'GET /api/newsletter/one-click': { who: 'public' },
  /** The URL that a mailbox's unsubscribe button calls. */
  'POST /api/newsletter/one-click': { who: 'public' },
  'GET /api/me/newsletter': { who: 'verified', answer: MyNewsletterSchema },
  'PUT /api/me/newsletter': {
    who: 'verified',
    limit: { windowSeconds: 600, person: 20, address: 200 },
    body: MyNewsletterChangeSchema,
    answer: MyNewsletterSchema,
  },
} as const satisfies Calls;
