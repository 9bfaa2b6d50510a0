import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { asMeant } from '../texts/pasted.ts';
import { type Calls, LIST_BYTES } from './calls.ts';
import { CONTACT_LIMITS, CONTACT_SUBJECTS, hasWholeDomain, withAsciiDomain } from './form-rules.ts';
import { createLineSchema, createLinesSchema, createOptionalLineSchema } from './text.ts';

/** An email address as a person types it, in lower case, its domain in ASCII. */
export const EmailSchema = v.pipe(
  createLineSchema(CONTACT_LIMITS.email),
  v.transform(asMeant),
  v.toLowerCase(),
  v.transform(withAsciiDomain),
  v.maxLength(CONTACT_LIMITS.email, 'too_long'),
  v.rfcEmail('invalid'),
  v.check(hasWholeDomain, 'invalid'),
);

/**
 * Fields that tell people from bots: a hidden field that people leave empty, and how long the form was open. A sender who fails gets the
 * usual answer, but nothing is stored.
 */
export const BotCheckSchema = v.object({
  website: v.optional(createOptionalLineSchema(500), ''),
  /** Milliseconds since the form became visible. */
  openForMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export const ContactRequestSchema = v.object({
  /** Created once per message: a message that is sent twice is stored once. */
  attemptId: v.pipe(v.string(), v.uuid()),
  name: createLineSchema(CONTACT_LIMITS.name),
  email: EmailSchema,
  subject: v.picklist(CONTACT_SUBJECTS, 'invalid'),
  message: createLinesSchema(CONTACT_LIMITS.message),
  locale: LocaleSchema,
  ...BotCheckSchema.entries,
});
export type ContactRequest = v.InferInput<typeof ContactRequestSchema>;

export const ContactAnswerSchema = v.object({ receivedAt: InstantSchema });
export type ContactAnswer = v.InferOutput<typeof ContactAnswerSchema>;

export const contactCalls = {
  'POST /api/contact': { who: 'public', body: ContactRequestSchema, bodyBytes: LIST_BYTES, answer: ContactAnswerSchema },
} as const satisfies Calls;
