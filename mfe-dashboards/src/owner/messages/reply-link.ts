import type { AdminMessage } from '@site/shared/contracts/admin-messages.ts';
import { formatDay } from '@site/shared/dates/dates.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { wellFormed } from '@site/shared/texts/plain-text.ts';

/** The longest link that all mail programs accept, in characters. A longer quote is cut off. */
const LONGEST_QUOTE = 1_200;

const texts = defineTexts(
  { greeting: (name: string): string => `Olá, ${name},`, wrote: (day: string): string => `Em ${day}, você escreveu:` },
  { greeting: (name: string): string => `Hello ${name},`, wrote: (day: string): string => `On ${day} you wrote:` },
);

/** Returns a mailto link to the writer, in their language, with their subject and words quoted. `timeZone` is the site's. */
export function replyLink({ email, name, number, subject, message, locale, receivedAt }: AdminMessage, timeZone: string): string {
  const t = texts[locale];
  const quoted = message.length > LONGEST_QUOTE ? `${message.slice(0, LONGEST_QUOTE)}…` : message;
  // Half of a cut emoji is not valid text, and cannot be encoded in a link.
  const quote = wellFormed(quoted)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\r\n');
  const body = `${t.greeting(name)}\r\n\r\n\r\n\r\n${t.wrote(formatDay(receivedAt, locale, timeZone))}\r\n${quote}\r\n`;
  const subjectLine = `Re: ${contactSubjects[locale][subject]} [${number}]`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subjectLine)}&body=${encodeURIComponent(body)}`;
}
