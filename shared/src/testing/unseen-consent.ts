import { consentTexts } from '../texts/consent-texts.ts';
import type { Locale } from '../texts/locales.ts';

/** What a form does not show of the words that `CONSENT_VERSION` says were shown. */
export const unseenConsent = ({ textContent }: Element, locale: Locale = 'pt-BR'): readonly string[] =>
  [consentTexts[locale].consent, consentTexts[locale].books].filter((sentence) => !textContent?.includes(sentence));
