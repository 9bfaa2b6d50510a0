import { type Account, ApiError, type SecondStep } from '@site/shared/site/site.ts';

/** The question to the person: to sign in again, or only for the code that completes a sign-in. */
export type Question = { readonly second: SecondStep | null; readonly answer: (isProved: boolean) => void };

let question: Question | null = null;
let answered: Promise<boolean> | null = null;
const listeners = new Set<() => void>();

function put(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The question that the dialog of `SignedInData` shows. */
export const openQuestion = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => question,
};

/** Asks once for several calls that are refused together. Resolves to whether the person proved their identity. */
function ask(second: SecondStep | null): Promise<boolean> {
  answered ??= new Promise<boolean>((answer) => put({ second, answer })).finally(() => {
    answered = null;
    put(null);
  });
  return answered;
}

const wantsSignIn = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'step_up_required'
    : error instanceof Error && 'code' in error && error.code === 'auth/requires-recent-login';

/** The error of a call if the person closed the dialog instead of signing in. */
const cancelled = () => Object.assign(new Error('the person did not sign in again'), { code: 'auth/user-cancelled' });

/**
 * Runs `work`. If the API refuses it because the sign-in is too old, asks the person to sign in again and repeats `work`. Throws the
 * refusal if the person does not sign in.
 */
export async function withRecentSignIn<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!wantsSignIn(error) || !(await ask(null))) throw error;
    return await work();
  }
}

/** Asks the person to sign in again, however recent their sign-in is. */
export async function signInAgain(): Promise<void> {
  if (!(await ask(null))) throw cancelled();
}

/** Signs in again with the password that was already typed, and asks for the code if the account needs one. */
export async function proveIdentity(account: Account, password: string | null): Promise<void> {
  const second = await account.proveIdentity(password);
  if (second && !(await ask(second))) throw cancelled();
}
