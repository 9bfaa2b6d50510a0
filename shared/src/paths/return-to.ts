import { parseUrl } from './parse-url.ts';

/**
 * The path to return to after sign-in, or null when `value` is no path of this site: other origins, protocol-relative
 * and backslash forms, control characters and other schemes are all refused (OWASP ASVS 5.0, 3.7.2).
 */
export function parseReturnTo(value: string | null | undefined): string | null {
  if (!value || value.length > 2_000 || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return null;
  const base = 'https://site.invalid';
  const url = parseUrl(value, base);
  return url?.origin === base && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : null;
}

/**
 * The path to return to that a mail's link carries in its own `continueUrl`, or null. Of that address only the path in
 * `returnTo` counts, so no other site can be reached through it.
 */
export function readReturnToOfMail(continueUrl: string | null): string | null {
  return parseReturnTo(parseUrl(continueUrl ?? '')?.searchParams.get('returnTo'));
}
