import { CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { contactTexts } from './contact-texts.ts';
import { letterKind } from './letter-kind.ts';

const AcknowledgedSchema = v.object({ number: v.number(), subject: v.picklist(CONTACT_SUBJECTS) });
const ReceivedSchema = v.object({
  ...AcknowledgedSchema.entries,
  name: v.string(),
  email: v.string(),
  message: v.string(),
  locale: LocaleSchema,
});

/** A visitor's message, for the owner: an answer to it goes to the visitor. */
export const contactReceived = letterKind(ReceivedSchema, ({ number, name, email, subject, message, locale }, mail, site) => {
  const t = contactTexts[mail.locale];
  const about = contactSubjects[mail.locale][subject];
  return {
    subject: t.received.subject(number, about, name),
    replyTo: { name, address: email },
    content: {
      heading: t.received.heading,
      paragraphs: [t.received.body],
      rows: [
        [t.name, name],
        [t.email, email],
        [t.about, about],
        [t.language, t.languages[locale]],
      ],
      quote: message,
      footer: t.received.footer(site.SITE_URL),
    },
  };
});

/**
 * Tells the visitor that the message arrived. It holds nothing that was typed, not even the name: anybody can give anybody's
 * address, and this letter carries no stranger's words to it.
 */
export const contactAcknowledged = letterKind(AcknowledgedSchema, ({ number, subject }, mail, site) => {
  const t = contactTexts[mail.locale];
  return {
    subject: t.acknowledged.subject(number),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    headers: { 'Auto-Submitted': 'auto-replied' },
    content: {
      heading: t.acknowledged.heading,
      paragraphs: [t.acknowledged.body, t.acknowledged.after],
      rows: [
        [t.number, String(number)],
        [t.about, contactSubjects[mail.locale][subject]],
      ],
      footer: t.acknowledged.footer(site.SITE_NAME),
    },
  };
});
