import { CONFIRM_DAYS } from '@site/shared/contracts/campaign-rules.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import * as v from 'valibot';
import { signLink } from '../../../platform/signed-links.ts';
import { type AddressedMail, type EmailSite, emailKind } from './email-kind.ts';
import { newsletterTexts } from './newsletter-texts.ts';

const SubscriberSchema = v.object({
  subscriber_id: v.string(),
  generation: v.number(),
  asked_at: v.string(),
  /** The consent text of the sign-up form that the subscriber accepts with the link. */
  renews: v.optional(v.object({ source: v.picklist(SUBSCRIBER_SOURCES), consentVersion: v.string() })),
});
type Subscriber = v.InferOutput<typeof SubscriberSchema>;

type UnsubscribeLink = { url: string; headers: { 'List-Unsubscribe': string; 'List-Unsubscribe-Post': string } };

/**
 * Creates a subscriber's unsubscribe link, and the headers for a mailbox's own unsubscribe button (RFC 8058). `campaign_id` is the
 * newsletter issue for which the unsubscription is counted.
 */
export function createUnsubscribeLink(
  subscriber: Pick<Subscriber, 'subscriber_id' | 'generation'> & { campaign_id?: string },
  mail: Pick<AddressedMail, 'locale'>,
  site: Pick<EmailSite, 'LINKS_SECRET' | 'SITE_URL'>,
): UnsubscribeLink {
  const token = signLink(site.LINKS_SECRET, {
    purpose: 'newsletter_unsubscribe',
    id: subscriber.subscriber_id,
    generation: subscriber.generation,
    ...(subscriber.campaign_id === undefined ? {} : { campaignId: subscriber.campaign_id }),
    expiresAt: null,
  });
  return unsubscribeLink(token, mail, site);
}

/** Creates the unsubscribe link and headers for any token. */
export function unsubscribeLink(
  token: string,
  { locale }: Pick<AddressedMail, 'locale'>,
  site: Pick<EmailSite, 'SITE_URL'>,
): UnsubscribeLink {
  return {
    url: `${site.SITE_URL}${inLanguage(paths.newsletterUnsubscribe.href(token), locale)}`,
    headers: {
      'List-Unsubscribe': `<${site.SITE_URL}/api/newsletter/one-click?${new URLSearchParams({ token })}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/**
 * Returns the page whose button confirms the subscription. The link alone must not confirm, because programs open links but do not press
 * buttons.
 */
function confirmUrl(subscriber: Subscriber, { locale }: AddressedMail, site: EmailSite): string {
  const token = signLink(site.LINKS_SECRET, {
    purpose: 'newsletter_confirm',
    id: subscriber.subscriber_id,
    generation: subscriber.generation,
    ...(subscriber.renews ? { renews: subscriber.renews } : {}),
    expiresAt: Date.parse(subscriber.asked_at) + CONFIRM_DAYS * DAY_MS,
  });
  return `${site.SITE_URL}${inLanguage(paths.newsletterConfirm.href(token), locale)}`;
}

/** Asks whether the person who entered the address owns it. */
export const newsletterConfirm = emailKind(SubscriberSchema, (subscriber, mail, site) => {
  const t = newsletterTexts[mail.locale];
  const { url, headers } = createUnsubscribeLink(subscriber, mail, site);
  return {
    subject: t.confirm.subject,
    headers,
    content: {
      heading: t.confirm.heading,
      paragraphs: [t.confirm.body(site.AUTHOR_NAME), t.confirm.after(CONFIRM_DAYS)],
      rows: [],
      actions: [{ label: t.confirm.action, url: confirmUrl(subscriber, mail, site) }],
      footer: t.footer(site.SITE_NAME),
      footerLink: { label: t.unsubscribe, url },
    },
  };
});

/** Asks a subscriber of an imported list, once, whether they want to stay subscribed. */
export const newsletterMoved = emailKind(v.object({ ...SubscriberSchema.entries, origin: v.string() }), (subscriber, mail, site) => {
  const t = newsletterTexts[mail.locale];
  const { url, headers } = createUnsubscribeLink(subscriber, mail, site);
  return {
    subject: t.moved.subject(site.AUTHOR_NAME),
    headers,
    content: {
      heading: t.moved.heading,
      paragraphs: [t.moved.body(site.AUTHOR_NAME, site.SITE_NAME), t.moved.origin(subscriber.origin), t.moved.after(CONFIRM_DAYS)],
      rows: [],
      actions: [{ label: t.moved.action, url: confirmUrl(subscriber, mail, site) }],
      footer: t.moved.footer(site.AUTHOR_NAME),
      footerLink: { label: t.unsubscribe, url },
    },
  };
});

/** Tells a subscriber who signed up again that no confirmation is needed, or asks for consent to a new consent text. */
export const newsletterAlready = emailKind(SubscriberSchema, (subscriber, mail, site) => {
  const t = newsletterTexts[mail.locale];
  const { url, headers } = createUnsubscribeLink(subscriber, mail, site);
  return {
    subject: t.already.subject,
    headers,
    content: {
      heading: t.already.heading,
      paragraphs: [
        t.already.body(site.AUTHOR_NAME),
        ...(subscriber.renews ? [t.already.renews, t.already.afterRenewal(CONFIRM_DAYS)] : [t.already.nothing, t.already.after]),
      ],
      rows: [],
      ...(subscriber.renews ? { actions: [{ label: t.already.action, url: confirmUrl(subscriber, mail, site) }] } : {}),
      footer: t.footer(site.SITE_NAME),
      footerLink: { label: t.unsubscribe, url },
    },
  };
});
