import type { Context } from 'hono';

/** Values in a handler's context. */
export type ShellEnv = {
  Variables: {
    requestId: string;
    /** The answer already has all headers, including the request id. */
    isComplete: boolean;
  };
};

export const YEAR_SECONDS = 31_536_000;
/** `cache-control` of files that never change under their URL. */
export const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

export const notFound = (context: Context): Response => context.text('Not found', 404, { 'cache-control': 'no-store' });

/** Returns 503 for something that may be available again soon. */
export const unavailable = (context: Context): Response => context.text('Unavailable', 503, { 'retry-after': '5' });
