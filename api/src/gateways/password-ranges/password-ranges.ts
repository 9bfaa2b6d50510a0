import { getTelemetry } from '@site/shared/process/telemetry.ts';

/** Milliseconds. This is shorter than the browser's timeout, so that our own password list can still answer. */
const TIMEOUT_MS = 1_200;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

export type PasswordRanges = {
  /** Returns the rest of the SHA-1 digests of leaked passwords that begin with `prefix`. Throws when the service does not answer. */
  suffixesOf: (prefix: string) => Promise<string[]>;
};

/**
 * Creates the client of the public service for leaked passwords (haveibeenpwned.com/API/v3#PwnedPasswords). The service learns only the
 * first five digits of a digest.
 */
export const createPasswordRanges = (url: string): PasswordRanges => ({
  suffixesOf: async (prefix) => {
    const answer = await getTelemetry().call('password-ranges', 'range', () =>
      fetch(`${url}/${prefix}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // Padding hides the size of the response, which could reveal the prefix to a listener.
        headers: { 'add-padding': 'true', 'user-agent': 'semente' },
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the range service answered ${answer.status}`);
    return text.split(/\r?\n/).flatMap((line) => {
      const [, suffix = '', uses = '0'] = LINE.exec(line) ?? [];
      // Padding lines have a count of 0.
      return Number(uses) > 0 ? [suffix] : [];
    });
  },
});
