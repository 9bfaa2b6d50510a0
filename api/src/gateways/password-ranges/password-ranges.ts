import { getTelemetry } from '@site/shared/process/telemetry.ts';

/** Shorter than the browser's patience: our own list can still answer. */
const TIMEOUT_MS = 1_200;
const LINE = /^([0-9A-F]{35}):(\d+)$/;

export type PasswordRanges = {
  /** How leaked passwords go on whose SHA-1 begins with `prefix`. Throws when the service does not say. */
  suffixesOf: (prefix: string) => Promise<string[]>;
};

/** The public range service of leaked passwords (haveibeenpwned.com/API/v3#PwnedPasswords); it learns five digits of a digest. */
export const createPasswordRanges = (url: string): PasswordRanges => ({
  suffixesOf: async (prefix) => {
    const answer = await getTelemetry().call('password-ranges', 'range', () =>
      fetch(`${url}/${prefix}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        // Answers of one length, so that the prefix cannot be learnt from it on the way.
        headers: { 'add-padding': 'true', 'user-agent': 'semente' },
      }),
    );
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the range service answered ${answer.status}`);
    return text.split(/\r?\n/).flatMap((line) => {
      const [, suffix = '', uses = '0'] = LINE.exec(line) ?? [];
      // Padding stands for no password.
      return Number(uses) > 0 ? [suffix] : [];
    });
  },
});
