import { consentTexts } from '../texts/consent-texts.ts';
import type { Locale } from '../texts/locales.ts';

/** Returns the sentences of the consent of `CONSENT_VERSION` that a form does not show. */
export const unseenConsent = ({ textContent }: Element, locale: Locale = 'pt-BR'): readonly string[] =>
  [consentTexts[locale].consent, consentTexts[locale].books].filter((sentence) => !textContent?.includes(sentence));
