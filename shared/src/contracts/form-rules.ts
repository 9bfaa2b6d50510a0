/** What forms and their contracts both know, without the schemas: those would come along into every page's first load. */

/** The subjects of the contact form, in the order of its menu. */
export const CONTACT_SUBJECTS = ['podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Longest name, e-mail address and message, in characters. */
export const CONTACT_LIMITS = { name: 120, email: 254, message: 5_000 } as const;

/** Whether the address, which has the form of one, is of a domain with a dot. Fields of browsers do not ask for it, and no mail arrives without. */
export const hasWholeDomain = (address: string): boolean => /\.[^@.]+$/.test(address);

/**
 * Returns the address with its domain in the letters of mail servers: `ana@bücher.example` as `ana@xn--bcher-kva.example`. A domain that cannot
 * be one stays as it is. The caller checks the length first.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/[^ -~]/.test(domain)) return address;
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname;
  } catch {
    return address;
  }
}

/** Longest words of a request for a refund, and of the answer that declines it, in characters. */
export const MAX_REFUND_REASON = 1_000;
export const MAX_REFUND_EVIDENCE = 500;

/** No person fills a form faster, in milliseconds. */
export const FASTEST_PERSON_MS = 2_000;

/** Raised when the words of consent change; each subscriber's row keeps the one that was shown. */
export const CONSENT_VERSION = '2026-11-29';

/** Pages that invite to the newsletter (see the shell's `sign-up-places.ts`), and its own. */
export const SIGN_UP_PLACES = ['home', 'episode', 'post', 'checkout', 'newsletter'] as const;
