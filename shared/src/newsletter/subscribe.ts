import { botCheckFields } from '../bot-check/bot-check-fields.ts';
import { CONSENT_VERSION } from '../contracts/form-rules.ts';
import type { NewsletterRequest } from '../contracts/newsletter.ts';
import { type ApiCall, ApiError } from '../site/site.ts';
import { errorSentence } from '../texts/error-sentence.ts';
import type { Locale } from '../texts/locales.ts';
import { problemTexts } from './problem-texts.ts';

export { thanksTexts } from './thanks-texts.ts';

/** Sends the form. Returns null on success, or else the sentence with the error. */
export async function subscribe(
  api: ApiCall,
  fields: FormData,
  source: NewsletterRequest['source'],
  locale: Locale,
): Promise<string | null> {
  const email = String(fields.get('email') ?? '');
  try {
    const signs = await botCheckFields(fields);
    await api('POST /api/newsletter', { body: { email, locale, source, consentVersion: CONSENT_VERSION, ...signs } });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.fields.email ? problemTexts[locale].wrongEmail : errorSentence(error, locale);
  }
}
