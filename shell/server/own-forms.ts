import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ShellEnv } from './answers.ts';

/** The longest message of the contact form in letters that take nine bytes each on their way. */
const MAX_FORM_BYTES = 48 * 1024;

/** Forms of other sites may neither choose nor write for our visitors. */
function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = context.req.header('origin');
  return !origin || (URL.canParse(origin) && new URL(origin).host === context.req.header('host'));
}

/** Lets only forms of this site through, up to a size that no visitor's form has. */
export const ownForms: readonly [MiddlewareHandler<ShellEnv>, MiddlewareHandler<ShellEnv>] = [
  bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (context) => context.text('Too large', 413, { connection: 'close' }) }),
  async (context, next) => (isSameOrigin(context) ? await next() : context.text('Forbidden', 403)),
];

/** Returns the fields of a form, or null for another body. Forms of this site send no files, and so none in parts (`multipart/form-data`). */
export async function formOf(context: Context): Promise<URLSearchParams | null> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? '');
  return isForm ? new URLSearchParams(await context.req.text()) : null;
}
