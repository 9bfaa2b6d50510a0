import { createHmac, timingSafeEqual } from 'node:crypto';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';

const LinkSchema = v.strictObject({
  /** A link is valid for one purpose only. */
  purpose: v.picklist([
    'newsletter_confirm',
    'newsletter_unsubscribe',
    'review_reminders_stop',
    'waitlist_confirm',
    'waitlist_leave',
    'team_invitation',
    'client_address',
  ]),
  /** Id of the person or row that the link is about. */
  id: v.pipe(v.string(), v.uuid()),
  /** Number of the sign-up or email that the link belongs to. */
  generation: v.pipe(v.number(), v.safeInteger()),
  /** The newsletter issue that contains the link. */
  campaignId: v.optional(v.pipe(v.string(), v.uuid())),
  /** The consent text that a subscriber accepts with this link, and the form where it was shown. */
  renews: v.optional(v.strictObject({ source: v.picklist(SUBSCRIBER_SOURCES), consentVersion: v.string() })),
  /** Milliseconds since the epoch. Null means no expiry. */
  expiresAt: v.nullable(v.number()),
});
export type SignedLink = v.InferOutput<typeof LinkSchema>;

const signatureOf = (secret: string, content: string) => createHmac('sha256', secret).update(content).digest('base64url');

/** Returns the token of a link. Nobody can make or change a token without `secret`. */
export function signLink(secret: string, link: SignedLink): string {
  const content = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${content}.${signatureOf(secret, content)}`;
}

/** Returns the link that `signLink` signed for this purpose, even if it expired. Returns null for any other token. */
export function readLink(secret: string, purpose: SignedLink['purpose'], token: string): SignedLink | null {
  const [content = '', signature = '', ...rest] = token.split('.');
  // The texts are compared and not the decoded bytes, because several texts decode to the same bytes, and only one of these texts is a
  // valid signature.
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(secret, content))];
  if (rest.length > 0 || given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  const link = v.safeParse(LinkSchema, JSON.parse(Buffer.from(content, 'base64url').toString()));
  return link.success && link.output.purpose === purpose ? link.output : null;
}

/** Reads a link like `readLink`, but throws `link_invalid` where `readLink` returns null. */
export function requireLink(
  { LINKS_SECRET }: { readonly LINKS_SECRET: string },
  purpose: SignedLink['purpose'],
  token: string,
): SignedLink {
  const link = readLink(LINKS_SECRET, purpose, token);
  if (!link) throw new AppError('link_invalid');
  return link;
}
