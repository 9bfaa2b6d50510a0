const MOST_FAILURES = 100;
const WINDOW_MS = 60_000;

const REFUSAL = 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later.';

/**
 * Refuses passwords after many wrong ones, as Firebase does. Firebase counts by account and address,
 * by rules that it does not publish; here a hundred within a minute are too many, whosever they are.
 */
export function createSignInLimit(clock: () => number = Date.now) {
  let failures: number[] = [];
  return {
    /** What to answer instead of trying the password, or undefined. */
    refusal: (): string | undefined => {
      failures = failures.filter((at) => at > clock() - WINDOW_MS);
      return failures.length >= MOST_FAILURES ? REFUSAL : undefined;
    },
    noteFailure: (): void => {
      failures.push(clock());
    },
  };
}
