import { openLogLines } from '@site/shared/process/log-lines.ts';
import pino from 'pino';
import { currentRequestId } from '../base/request-id.ts';

export type Log = pino.Logger;

const CAUSES = 3;

/**
 * Returns the parts of an error that may be logged: name, message, code, stack, causes, and the payment provider's request id. Other
 * properties are left out, because the clients of Stripe and SMTP attach requests, headers and addresses to their errors.
 */
export function describeError(error: unknown, causes = CAUSES): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : typeof error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : undefined;
  const providerRequestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return {
    name,
    message,
    code,
    providerRequestId,
    stack,
    ...(cause !== undefined && causes > 0 ? { cause: describeError(cause, causes - 1) } : {}),
  };
}

/**
 * Creates a logger that writes JSON lines to standard output. Lines carry facts (ids, states, durations) and the request id. They never
 * carry bodies, headers or people's addresses.
 */
export function createLogger(level: string): { log: Log; flush: () => void } {
  const lines = openLogLines();
  const log = pino(
    {
      level,
      base: { process: 'api' },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => describeError(error) },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    },
    lines,
  );
  return { log, flush: lines.flushSync };
}
