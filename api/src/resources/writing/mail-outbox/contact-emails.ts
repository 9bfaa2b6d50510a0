import { CONTACT_SUBJECTS } from '@site/shared/contracts/form-rules.ts';
import { formatDay, toInstant } from '@site/shared/dates/dates.ts';
import { contactSubjects } from '@site/shared/texts/contact-subjects.ts';
import { contactThanksTexts } from '@site/shared/texts/contact-thanks-texts.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { contactTexts } from './contact-texts.ts';
import { emailKind } from './email-kind.ts';

const AcknowledgedSchema = v.object({ number: v.number(), subject: v.picklist(CONTACT_SUBJECTS) });
const ReceivedSchema = v.object({
  ...AcknowledgedSchema.entries,
  name: v.string(),
  email: v.string(),
  message: v.string(),
  locale: LocaleSchema,
});

/** Sends a visitor's message to the owner. A reply goes to the visitor. */
export const contactReceived = emailKind(ReceivedSchema, ({ number, name, email, subject, message, locale }, mail, site) => {
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
 * Tells the visitor that the message arrived. The email contains nothing that was typed, not even the name: anybody can enter anybody's
 * address, and nobody should receive a stranger's words.
 */
export const contactAcknowledged = emailKind(AcknowledgedSchema, ({ number, subject }, mail, site) => {
  const t = contactTexts[mail.locale];
  return {
    subject: t.acknowledged.subject(number),
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    headers: { 'Auto-Submitted': 'auto-replied' },
    content: {
      heading: contactThanksTexts[mail.locale].thanks(site.form),
      paragraphs: [t.acknowledged.body, t.acknowledged.after],
      rows: [
        [t.number, String(number)],
        [t.about, contactSubjects[mail.locale][subject]],
      ],
      footer: t.acknowledged.footer(site.SITE_NAME),
    },
  };
});

const ReplySchema = v.object({
  reply_id: v.string(),
  body: v.string(),
  message_id: v.string(),
  number: v.number(),
  message: v.string(),
  received_at: v.string(),
  earlier: v.array(v.string()),
});

/**
 * Sends the author's reply as a personal email. Mail programs show it in the conversation of the acknowledgment. That acknowledgment may
 * never have been sent, because the mailbox had too many of them. Its id is still used, since it only starts the conversation.
 */
export const messageReply = emailKind(ReplySchema, ({ body, message_id, number, message, received_at, earlier }, mail, site) => {
  const t = contactTexts[mail.locale];
  return {
    subject: `Re: ${t.acknowledged.subject(number)}`,
    senderName: site.AUTHOR_NAME,
    replyTo: { name: site.AUTHOR_NAME, address: site.CONTACT_EMAIL },
    headers: { 'Auto-Submitted': 'no' },
    after: [`contact_acknowledged:${message_id}`, ...earlier.map((id) => `message_reply:${id}`)],
    content: {
      heading: t.reply.heading(site.AUTHOR_NAME),
      paragraphs: [...body.split(/\n{2,}/), t.reply.youWrote(formatDay(toInstant(received_at), mail.locale, site.SITE_TIME_ZONE))],
      rows: [],
      quote: message,
      footer: t.reply.footer(site.SITE_NAME),
    },
  };
});
