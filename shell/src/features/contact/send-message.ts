import { botCheckFields } from '@site/shared/bot-check/bot-check-fields.ts';
import type { ContactRequest } from '@site/shared/contracts/contact.ts';
import type { ErrorCode } from '@site/shared/contracts/error-codes.ts';
import { type ApiCall, ApiError } from '@site/shared/site/site.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { FIELDS, type Fields, fieldsOf, lengthProblemOf, type Problems } from './contact-fields.ts';

export type Outcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'refused'; readonly problems: Problems }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly retryAfterSeconds: number | null };

/** Returns an id for a message from a browser without scripts. The same message, sent twice in a day, is stored once. */
async function idFor(fields: Fields): Promise<string> {
  const message = JSON.stringify([new Date().toISOString().slice(0, 10), fields]);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(message)));
  const hex = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // Writes the hash as a UUID of version 8 (RFC 9562, 5.8).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-8${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
}

export async function sendMessage(api: ApiCall, form: FormData, locale: Locale): Promise<Outcome> {
  const fields = fieldsOf(form);
  const body = {
    attemptId: String(form.get('attemptId') ?? (await idFor(fields))),
    ...fields,
    // The API rejects any other subject, and names the field.
    subject: fields.subject as ContactRequest['subject'],
    locale,
  };
  try {
    await api('POST /api/contact', { body: { ...body, ...(await botCheckFields(form)) } });
    return { kind: 'stored' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, retryAfterSeconds } = error;
    const refused = FIELDS.filter((field) => field in error.fields);
    if (refused.length > 0)
      return {
        kind: 'refused',
        problems: Object.fromEntries(refused.map((field) => [field, lengthProblemOf(field, fields[field]) ?? 'invalid'])),
      };
    return { kind: 'failed', code, retryAfterSeconds };
  }
}
