import type { FormOfAddress } from '@site/shared/contracts/content.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Email } from '../../../gateways/mail/mail.ts';
import type { Env } from '../../../platform/env.ts';
import { type EmailContent, renderEmailHtml, renderEmailText } from './email-frame.ts';

/** The parts of an outbox row that an email needs. */
export type AddressedMail = {
  key: string;
  kind: string;
  recipient: string;
  locale: Locale;
  payload: unknown;
  /** Books that the email itself delivers. */
  files?: readonly { title: string; url: string }[];
  /** Whether the file that the email announces is too large for the storage. */
  isTooLarge?: boolean;
};

/** The facts about the site that emails use. */
export type EmailSite = Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL' | 'LINKS_SECRET' | 'SITE_TIME_ZONE'> & {
  SITE_NAME: string;
  AUTHOR_NAME: string;
  /** The accent color that the owner chose. */
  accent: string;
  form: FormOfAddress;
};

type EmailDraft = Pick<Email, 'subject' | 'replyTo' | 'headers' | 'senderName' | 'after'> & {
  content: Omit<EmailContent, 'locale' | 'brand' | 'accent'>;
};

/** Writes the email of an outbox row. Throws when the payload does not match the kind. */
export type EmailKind = (mail: AddressedMail, site: EmailSite) => Email;

/** Defines a kind of email by the schema of its payload and a function that writes its content. */
export const emailKind =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    write: (payload: v.InferOutput<Schema>, mail: AddressedMail, site: EmailSite) => EmailDraft,
  ): EmailKind =>
  (mail, site) => {
    const { content, ...written } = write(v.parse(payload, mail.payload), mail, site);
    const whole = { locale: mail.locale, brand: site.SITE_NAME, accent: site.accent, ...content };
    return {
      key: mail.key,
      to: mail.recipient,
      senderName: site.SITE_NAME,
      ...written,
      text: renderEmailText(whole),
      html: renderEmailHtml(whole),
    };
  };
