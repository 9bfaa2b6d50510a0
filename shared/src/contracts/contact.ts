import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';

/** The subjects of the contact form, in the specification's order (§5). */
export const CONTACT_SUBJECTS = ['podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Longest name, e-mail address and message, in characters. */
export const CONTACT_LIMITS = { name: 120, email: 254, message: 5_000 } as const;

/** One line that a person writes: trimmed, no control characters, so that it can stand in a mail header. */
export const lineOf = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(longest, 'too_long'), v.regex(/^\P{Cc}*$/u, 'invalid'));

/** An e-mail address as a person types it, in lower case. */
export const EmailSchema = v.pipe(lineOf(CONTACT_LIMITS.email), v.toLowerCase(), v.rfcEmail('invalid'));

/**
 * What tells people from programs: a field that people do not see and leave empty, and how long the form was open. Whoever
 * fails is answered like everybody else, and nothing is stored.
 */
export const HumanSchema = v.object({
  website: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
  /** Milliseconds since the form could be seen. */
  openForMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
/** Nobody fills a form faster, in milliseconds. */
export const FASTEST_PERSON_MS = 2_000;

export const ContactRequestSchema = v.object({
  /** Made once per message: sent twice, it is stored once. */
  attemptId: v.pipe(v.string(), v.uuid()),
  name: lineOf(CONTACT_LIMITS.name),
  email: EmailSchema,
  subject: v.picklist(CONTACT_SUBJECTS, 'invalid'),
  message: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(CONTACT_LIMITS.message, 'too_long')),
  locale: LocaleSchema,
  ...HumanSchema.entries,
});
export type ContactRequest = v.InferInput<typeof ContactRequestSchema>;

export const ContactAnswerSchema = v.object({ receivedAt: InstantSchema });
