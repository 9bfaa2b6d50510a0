import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import { CONTACT_LIMITS, CONTACT_SUBJECTS } from './form-rules.ts';

/** Marks that come along when names and addresses are copied, are not seen, and can turn the text around them. */
const INVISIBLE = /[\u200B\u2060\uFEFF\u202A-\u202E\u2066-\u2069]/g;

/** One line that a person writes: trimmed, no control characters, so that it can stand in a mail header. */
export const lineOf = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((line) => line.replace(INVISIBLE, '')),
    v.trim(),
    v.minLength(1, 'required'),
    v.maxLength(longest, 'too_long'),
    v.regex(/^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'invalid'),
  );

/** Lines that a person writes: trimmed, one kind of line break, nothing that a database or a mail cannot carry. */
export const linesOf = (longest: number) =>
  v.pipe(
    v.string(),
    v.transform((lines) =>
      lines
        .replace(/\r\n?|[\p{Zl}\p{Zp}]/gu, '\n')
        .replace(/[^\P{Cc}\n\t]/gu, ' ')
        .replace(/\p{Cs}/gu, '\uFFFD'),
    ),
    v.trim(),
    v.maxLength(longest, 'too_long'),
  );

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

export const ContactRequestSchema = v.object({
  /** Made once per message: sent twice, it is stored once. */
  attemptId: v.pipe(v.string(), v.uuid()),
  name: lineOf(CONTACT_LIMITS.name),
  email: EmailSchema,
  subject: v.picklist(CONTACT_SUBJECTS, 'invalid'),
  message: v.pipe(linesOf(CONTACT_LIMITS.message), v.minLength(1, 'required')),
  locale: LocaleSchema,
  ...HumanSchema.entries,
});
export type ContactRequest = v.InferInput<typeof ContactRequestSchema>;

export const ContactAnswerSchema = v.object({ receivedAt: InstantSchema });
export type ContactAnswer = v.InferOutput<typeof ContactAnswerSchema>;
