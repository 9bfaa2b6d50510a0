/** Rules that forms and their contracts share, in a module without schemas, because those would be part of every page's first load. */

/** The subjects of the contact form, in the order of its menu. */
export const CONTACT_SUBJECTS = ['podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other'] as const;
export type ContactSubject = (typeof CONTACT_SUBJECTS)[number];

/** Longest name, email address and message, in characters. */
export const CONTACT_LIMITS = { name: 120, email: 254, message: 5_000 } as const;

/**
 * Returns whether the domain of a well-formed email address contains a dot. Browser fields do not require one, but no email arrives
 * without.
 */
export const hasWholeDomain = (address: string): boolean => /\.[^@.]+$/.test(address);

/**
 * Returns the address with its domain in ASCII, as mail servers expect: `ana@bücher.example` becomes `ana@xn--bcher-kva.example`. An
 * invalid domain stays unchanged. The caller must check the length first.
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

/** Longest text of a refund request, and of the answer that declines it, in characters. */
export const MAX_REFUND_REASON = 1_000;
export const MAX_REFUND_EVIDENCE = 500;

/** Shortest time in which a person can fill a form, in milliseconds. */
export const FASTEST_PERSON_MS = 2_000;

/** Change this version whenever the wording of the consent changes. Each subscriber's row stores the version that was shown. */
export const CONSENT_VERSION = '2026-11-29';

/** Pages with a newsletter form (see the shell's `sign-up-places.ts`), including the newsletter's own page. */
export const SIGN_UP_PLACES = ['home', 'episode', 'post', 'checkout', 'newsletter'] as const;
