import { botCheckFields } from '@site/shared/bot-check/bot-check-fields.ts';
import type { ContactRequest } from '@site/shared/contracts/contact.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { FIELDS, type Problems } from './contact-fields.ts';

export type Outcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly problems: Problems }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly retryAfterSeconds: number | null };

/** Sends what the form holds. */
export async function sendMessage(api: ApiCall, form: FormData, locale: Locale): Promise<Outcome> {
  const value = (name: string): string => String(form.get(name) ?? '');
  const body = {
    attemptId: value('attemptId'),
    name: value('name'),
    email: value('email'),
    // The API refuses every other one and names the field.
    subject: value('subject') as ContactRequest['subject'],
    message: value('message'),
    locale,
  };
  try {
    await api('POST /api/contact', { body: { ...body, ...(await botCheckFields(form)) } });
    return { kind: 'stored' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, retryAfterSeconds, fields } = error;
    const refused = FIELDS.filter((field) => field in fields);
    if (refused.length > 0) return { kind: 'refused', problems: Object.fromEntries(refused.map((field) => [field, 'invalid'])) };
    return { kind: 'failed', code, retryAfterSeconds };
  }
}
