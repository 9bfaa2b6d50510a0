const MOST_FAILURES = 100;
const WINDOW_MS = 60_000;

const REFUSAL = {
  error: {
    code: 400,
    message: 'TOO_MANY_ATTEMPTS_TRY_LATER : Too many unsuccessful login attempts. Please try again later.',
    errors: [{ message: 'TOO_MANY_ATTEMPTS_TRY_LATER', reason: 'invalid', domain: 'global' }],
  },
};

/**
 * Refuses passwords after many wrong ones, as Firebase does and the emulator does not. Firebase counts by account and address,
 * by rules that it does not publish; here a hundred within a minute are too many, whosever they are.
 */
export function createSignInLimit(clock: () => number = Date.now) {
  let failures: number[] = [];
  return {
    /** What to answer instead of trying the password, or undefined. */
    refusal: (): string | undefined => {
      failures = failures.filter((at) => at > clock() - WINDOW_MS);
      return failures.length >= MOST_FAILURES ? JSON.stringify(REFUSAL) : undefined;
    },
    noteFailure: (): void => {
      failures.push(clock());
    },
  };
}
