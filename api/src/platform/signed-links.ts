import { createHmac, timingSafeEqual } from 'node:crypto';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import { AppError } from '../base/app-error.ts';

const LinkSchema = v.strictObject({
  /** A link of one purpose is worth nothing for another one. */
  purpose: v.picklist([
    'newsletter_confirm',
    'newsletter_unsubscribe',
    'review_reminders_stop',
    'waitlist_confirm',
    'waitlist_leave',
    'team_invitation',
    'client_address',
  ]),
  /** Whose link it is. */
  id: v.pipe(v.string(), v.uuid()),
  /** Of which sign-up or letter. */
  generation: v.pipe(v.number(), v.safeInteger()),
  /** The letter to subscribers that it stands in. */
  letterId: v.optional(v.pipe(v.string(), v.uuid())),
  /** The words that a subscriber agrees to with it, and where these stood. */
  renews: v.optional(v.strictObject({ source: v.picklist(SUBSCRIBER_SOURCES), consentVersion: v.string() })),
  /** Milliseconds since the epoch; null for ever. */
  expiresAt: v.nullable(v.number()),
});
export type SignedLink = v.InferOutput<typeof LinkSchema>;

const signatureOf = (secret: string, content: string) => createHmac('sha256', secret).update(content).digest('base64url');

/** The token of a link that cannot be made or changed without `secret`. */
export function signLink(secret: string, link: SignedLink): string {
  const content = Buffer.from(JSON.stringify(link)).toString('base64url');
  return `${content}.${signatureOf(secret, content)}`;
}

/** What `signLink` signed for this purpose, expired or not; null for everything else. */
export function readLink(secret: string, purpose: SignedLink['purpose'], token: string): SignedLink | null {
  const [content = '', signature = '', ...rest] = token.split('.');
  // As text: several texts decode to the same bytes, and only one of them is ours.
  const [given, ours] = [Buffer.from(signature), Buffer.from(signatureOf(secret, content))];
  if (rest.length > 0 || given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  const link = v.safeParse(LinkSchema, JSON.parse(Buffer.from(content, 'base64url').toString()));
  return link.success && link.output.purpose === purpose ? link.output : null;
}

/** As `readLink`. Throws `link_invalid` for everything else. */
export function requireLink(
  { LINKS_SECRET }: { readonly LINKS_SECRET: string },
  purpose: SignedLink['purpose'],
  token: string,
): SignedLink {
  const link = readLink(LINKS_SECRET, purpose, token);
  if (!link) throw new AppError('link_invalid');
  return link;
}
