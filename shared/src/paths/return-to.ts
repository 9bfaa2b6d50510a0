import { parseUrl } from './parse-url.ts';

/**
 * Returns the path to open after sign-in, or null if `value` is not a path of this site. Rejects other origins, protocol-relative and
 * backslash forms, control characters and other schemes (OWASP ASVS 5.0, 3.7.2).
 */
export function parseReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > 2_000 || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return null;
  const base = 'https://site.invalid';
  const url = parseUrl(value, base);
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
}

/**
 * Returns the path to open after following an email's link, from its `continueUrl`, or null. Only the path in that URL's `returnTo` counts,
 * so it cannot lead to another site.
 */
export function readReturnToOfMail(continueUrl: string | null): string | null {
  return parseReturnTo(parseUrl(continueUrl ?? '')?.searchParams.get('returnTo'));
}
