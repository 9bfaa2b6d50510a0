const MOST_FAILURES = 100;
const WINDOW_MS = 60_000;

const REFUSAL = 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later.';

/**
 * Rejects passwords after many wrong ones, like Firebase. Firebase counts by account and address with unpublished rules. This stand-in
 * allows a hundred per minute for all accounts together.
 */
export function createSignInLimit(clock: () => number = Date.now) {
  let failures: number[] = [];
  return {
    /** Returns the error to send without checking the password, or undefined. */
    refusal: (): string | undefined => {
      failures = failures.filter((at) => at > clock() - WINDOW_MS);
      return failures.length >= MOST_FAILURES ? REFUSAL : undefined;
    },
    noteFailure: (): void => {
      failures.push(clock());
    },
  };
}
