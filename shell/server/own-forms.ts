import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ShellEnv } from './answers.ts';

/** Size of the longest message of the contact form if each character is sent as nine bytes. */
const MAX_FORM_BYTES = 48 * 1024;

/** A form on another site must not change a visitor's choices or send messages for the visitor. */
function isSameOrigin(context: Context): boolean {
  const site = context.req.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = context.req.header('origin');
  return !origin || (URL.canParse(origin) && new URL(origin).host === context.req.header('host'));
}

/** Accepts only forms of this site, up to a size that no visitor's form reaches. */
export const ownForms: readonly [MiddlewareHandler<ShellEnv>, MiddlewareHandler<ShellEnv>] = [
  bodyLimit({ maxSize: MAX_FORM_BYTES, onError: (context) => context.text('Too large', 413, { connection: 'close' }) }),
  async (context, next) => (isSameOrigin(context) ? await next() : context.text('Forbidden', 403)),
];

/** Returns the fields of a form; null for any other body. Forms of this site contain no files, so none is `multipart/form-data`. */
export async function formOf(context: Context): Promise<URLSearchParams | null> {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(context.req.header('content-type') ?? '');
  return isForm ? new URLSearchParams(await context.req.text()) : null;
}
