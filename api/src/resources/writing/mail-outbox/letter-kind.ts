import type { FormOfAddress } from '@site/shared/contracts/content.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Letter } from '../../../gateways/mail/mail.ts';
import type { Env } from '../../../platform/env.ts';
import { type LetterContent, renderLetterHtml, renderLetterText } from './letter-frame.ts';

/** What a letter takes of an outbox row. */
export type AddressedMail = {
  key: string;
  kind: string;
  recipient: string;
  locale: Locale;
  payload: unknown;
  /** Books that the letter itself delivers. */
  files?: readonly { title: string; url: string }[];
};

/** What letters know of the site that they come from. */
export type LetterSite = Pick<Env, 'SITE_URL' | 'CONTACT_EMAIL' | 'LINKS_SECRET' | 'SITE_TIME_ZONE'> & {
  SITE_NAME: string;
  AUTHOR_NAME: string;
  /** The owner's colour, as it was chosen. */
  accent: string;
  form: FormOfAddress;
};

type LetterDraft = Pick<Letter, 'subject' | 'replyTo' | 'headers' | 'senderName' | 'after'> & {
  content: Omit<LetterContent, 'locale' | 'brand' | 'accent'>;
};

/** Makes the letter of an outbox row. Throws for a payload that is not of its kind. */
export type LetterKind = (mail: AddressedMail, site: LetterSite) => Letter;

/** A kind of mail: the payload that its rows carry, and what its letter says. */
export const letterKind =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    write: (payload: v.InferOutput<Schema>, mail: AddressedMail, site: LetterSite) => LetterDraft,
  ): LetterKind =>
  (mail, site) => {
    const { content, ...written } = write(v.parse(payload, mail.payload), mail, site);
    const whole = { locale: mail.locale, brand: site.SITE_NAME, accent: site.accent, ...content };
    return {
      key: mail.key,
      to: mail.recipient,
      senderName: site.SITE_NAME,
      ...written,
      text: renderLetterText(whole),
      html: renderLetterHtml(whole),
    };
  };
