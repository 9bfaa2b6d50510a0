import { createApiClient } from '@site/shared/api/api-client.ts';
import { ApiError } from '@site/shared/api/api-error.ts';
import { botCheckFields } from '@site/shared/bot-check/bot-check-fields.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type Context, Hono } from 'hono';
import type { ShellEnv } from './answers.ts';
import { formOf, ownForms } from './own-forms.ts';

type Options = {
  apiUrl: string;
  /** Returns the network addresses through which the request came, for the API's rate limits. */
  sender: (context: Context) => string;
};

const LIMIT_MS = 8_000;

/** Returns the problem that the book's page shows for a form that could not be sent. */
function problemOf(error: unknown): 'wrong' | 'gone' | 'later' {
  if (!(error instanceof ApiError)) return 'later';
  if (error.code === 'not_found') return 'gone';
  return error.fields.email ? 'wrong' : 'later';
}

/** Handles the form for a book's sample from browsers without scripts, and redirects to the book's page, which shows the result. */
export function sampleEmailsRoute({ apiUrl, sender }: Options): Hono<ShellEnv> {
  return new Hono<ShellEnv>().post('/shop/ebook/:id/sample', ...ownForms, async (context) => {
    const form = await formOf(context);
    if (!form) return context.text('Bad request', 400);
    const fields = new FormData();
    for (const [name, value] of form) fields.append(name, value);
    const id = context.req.param('id');
    const locale: Locale = LOCALES.find((known) => known === form.get('locale')) ?? LOCALES[0];
    const api = createApiClient({
      origin: apiUrl,
      headers: { 'x-request-id': context.get('requestId'), 'x-forwarded-for': sender(context) },
      timeoutMs: LIMIT_MS,
    });
    const body = {
      email: form.get('email') ?? '',
      locale,
      wantsNewsletter: form.has('newsletter'),
      consentVersion: CONSENT_VERSION,
      ...(await botCheckFields(fields)),
    } as const;
    const answer = await api('POST /api/ebooks/:id/sample-email', { params: { id }, body }).then(() => 'sent' as const, problemOf);
    return context.redirect(`${inLanguage(`${paths.ebook.href(id)}?amostra=${answer}`, locale)}#amostra`, 303);
  });
}
