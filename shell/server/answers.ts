import type { Context } from 'hono';

/** What a handler finds in its context. */
export type ShellEnv = {
  Variables: {
    requestId: string;
    /** The answer has all of its headers, its request's id too. */
    isComplete: boolean;
  };
};

export const YEAR_SECONDS = 31_536_000;
/** `cache-control` of what never changes under its address. */
export const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

export const notFound = (context: Context): Response => context.text('Not found', 404, { 'cache-control': 'no-store' });

/** What is asked for may be there again shortly. */
export const unavailable = (context: Context): Response => context.text('Unavailable', 503, { 'retry-after': '5' });
