import type { SecondStep } from '@site/shared/site/site.ts';
import { FirebaseError } from 'firebase/app';
import { type Auth, getMultiFactorResolver, type MultiFactorError, TotpMultiFactorGenerator } from 'firebase/auth';

const isHalfDone = (error: unknown): error is MultiFactorError =>
  error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required';

/** Runs a sign-in. Returns the second step if the account requires a code, or else null. */
export async function signInWithSecondStep(auth: Auth, signIn: () => Promise<unknown>): Promise<SecondStep | null> {
  try {
    await signIn();
    return null;
  } catch (error) {
    if (!isHalfDone(error)) throw error;
    const resolver = getMultiFactorResolver(auth, error);
    const app = resolver.hints.find(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID);
    if (!app) throw error;
    return async (code) => void (await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(app.uid, code)));
  }
}
