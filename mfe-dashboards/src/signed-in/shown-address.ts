import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { toUnicode } from 'punycode/punycode.es6.js';

/** Scripts whose letters look like those of another script. */
const LOOK_ALIKES = [
  /\p{Script=Latin}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
] as const;
const isMixed = (label: string): boolean => LOOK_ALIKES.filter((script) => script.test(label)).length > 1;

/**
 * Returns an email address in readable form: `ana@xn--bcher-kva.example` as `ana@bücher.example`. A label that mixes scripts stays in its
 * stored form.
 */
export function shownAddress(email: string): string {
  if (!email.includes('xn--')) return email;
  try {
    const shownEmail = email
      .split('.')
      .map((part) => {
        const shown = toUnicode(part);
        return isMixed(shown.slice(shown.lastIndexOf('@') + 1)) ? part : shown;
      })
      .join('.');
    // Labels can decode to characters that no domain may contain.
    return withAsciiDomain(shownEmail) === email ? shownEmail : email;
  } catch {
    return email;
  }
}
