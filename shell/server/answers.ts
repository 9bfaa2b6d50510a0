import type { Context } from 'hono';

/** The values that the shell's server stores in the context of a request. */
export type ShellEnv = {
  Variables: {
    requestId: string;
    /** Whether the answer already has all headers, including the request id. */
    isComplete: boolean;
  };
};

export const YEAR_SECONDS = 31_536_000;
/** The `cache-control` header of files that never change under their URL. */
export const FOR_EVER = `public, max-age=${YEAR_SECONDS}, immutable`;

export const notFound = (context: Context): Response => context.text('Not found', 404, { 'cache-control': 'no-store' });

/** Returns 503 for content that may be available again soon. */
export const unavailable = (context: Context): Response => context.text('Unavailable', 503, { 'retry-after': '5' });
