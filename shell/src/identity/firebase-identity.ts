import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { paths } from '@site/shared/paths/paths.ts';
import { ApiError, createApiClient, type Identity, type SecondStep, sessionStore } from '@site/shared/site/site.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { FirebaseError, initializeApp } from 'firebase/app';
import {
  ActionCodeOperation,
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
  updateProfile,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { SiteSettings } from '../boot.ts';
import type { RunLeaving } from './firebase-account.ts';
import { googleWindow, prepareGoogleWindow } from './google-window.ts';
import { readIdentityHint, writeIdentityHint } from './identity-hint.ts';
import { allowPopupFrame, loadPopupFrame } from './popup-frame.ts';
import { signInWithSecondStep } from './second-step.ts';

export type SignInMethods = {
  /**
   * Signs in. Returns whether the address is confirmed, and a second step if a code is required. Throws `FirebaseError`; see
   * account-problems.ts.
   */
  readonly signIn: (email: string, password: string) => Promise<{ emailVerified: boolean; second: SecondStep | null }>;
  readonly signInWithGoogle: (locale: string) => Promise<SecondStep | null>;
  /** Creates an account and signs in. The address is not confirmed yet. */
  readonly signUp: (person: { name: string; email: string; password: string }) => Promise<void>;
  /** Sends the verification email to the signed-in account. Its link leads back to `returnTo`. */
  readonly sendVerification: (locale: string, returnTo: string | null) => Promise<void>;
  /** Sends the email to reset a password if the address has an account, without revealing whether it has. */
  readonly sendPasswordReset: (email: string, locale: string, returnTo: string | null) => Promise<void>;
  /** Returns the address whose password `code` resets. Does not use up the code. */
  readonly emailOfReset: (code: string) => Promise<string>;
  /** Resets a password with the code of an email. */
  readonly resetPassword: (code: string, password: string) => Promise<void>;
  /** Loads what the pop-up needs, so that a press can open it at once. */
  readonly prepareGoogle: () => Promise<void>;
  /** Fetches from the provider whether the address is confirmed now, and returns the result. */
  readonly refresh: () => Promise<boolean>;
  /** Returns the address of the account that an email's code confirms or changes. Does not use up the code. */
  readonly accountOfCode: (code: string) => Promise<string>;
  /** Applies the code of an email: confirms an address, changes it or undoes a change. */
  readonly applyCode: (code: string) => Promise<void>;
  /** Fetches the role from the API at once. Never throws: a failure is retried later. */
  readonly readRole: () => Promise<void>;
};

/** The provider has ended this session, so every further call would fail. */
const ENDED_SESSION = ['auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found', 'auth/invalid-refresh-token'];

/** Waits before each retry of fetching the role, in milliseconds. */
const ROLE_RETRIES_MS = [1_000, 2_000, 5_000, 15_000];

export function createIdentity(settings: SiteSettings['identity']): Identity & SignInMethods {
  const app = initializeApp({ apiKey: settings.apiKey, authDomain: settings.authDomain, projectId: settings.projectId });
  // Safari sometimes loses IndexedDB, so local storage is the second choice. The code of Google's pop-up is passed only when the pop-up is
  // opened. Otherwise phones would load the provider's frame on every page.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (settings.isProxied) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

  const endSession = () => signOut(auth);
  /** Runs `work` for the signed-in user. Returns null if there is no session or it has ended. */
  const ofSession = async <Result>(work: (user: User) => Promise<Result>): Promise<Result | null> => {
    await auth.authStateReady();
    try {
      return auth.currentUser && (await work(auth.currentUser));
    } catch (error) {
      if (!(error instanceof FirebaseError) || !ENDED_SESSION.includes(error.code)) throw error;
      await endSession();
      return null;
    }
  };
  const token = (fresh: boolean) => ofSession((user) => user.getIdToken(fresh));
  const { readRole, leaving } = followSession({ auth, token, endSession });
  const prepareGoogle = async (): Promise<void> => {
    if (settings.isProxied) await loadPopupFrame();
    else allowPopupFrame();
    await prepareGoogleWindow(auth);
  };
  const refresh = async (): Promise<boolean> => {
    const isConfirmed = await ofSession(async (user) => {
      await user.reload();
      // The API reads the confirmation from the token, and only a new token contains it.
      if (user.emailVerified) await user.getIdToken(true);
      return user.emailVerified;
    });
    // Reading the role makes the API give the account the books and orders of its confirmed address, so that the next page shows them.
    if (isConfirmed) await readRole();
    return isConfirmed ?? false;
  };
  const backTo = (returnTo: string | null) => ({ url: new URL(paths.confirmEmail.href(returnTo), location.origin).href });

  return {
    token,
    signOut: () => leaving(() => endSessionAt(token).then(endSession)),
    endSession,
    signIn: async (email, password) => {
      const second = await signInWithSecondStep(auth, () => signInWithEmailAndPassword(auth, withAsciiDomain(email), password));
      // Only an account with a confirmed address can have a second step.
      return { emailVerified: second !== null || auth.currentUser?.emailVerified === true, second };
    },
    signInWithGoogle: async (locale) => {
      auth.languageCode = locale;
      await prepareGoogle();
      return await signInWithSecondStep(auth, () => signInWithPopup(auth, new GoogleAuthProvider(), googleWindow));
    },
    signUp: async ({ name, email, password }) => {
      const { user } = await createUserWithEmailAndPassword(auth, withAsciiDomain(email), password);
      // The account exists even if its name could not be saved. Its owner can set the name later.
      if (name) await updateProfile(user, { displayName: name }).catch(() => undefined);
    },
    sendVerification: async (locale, returnTo) => {
      auth.languageCode = locale;
      if (auth.currentUser) await sendEmailVerification(auth.currentUser, backTo(returnTo));
    },
    sendPasswordReset: async (email, locale, returnTo) => {
      auth.languageCode = locale;
      await sendPasswordResetEmail(auth, withAsciiDomain(email), backTo(returnTo)).catch((error: unknown) => {
        if (!(error instanceof FirebaseError) || error.code !== 'auth/user-not-found') throw error;
      });
    },
    accountOfCode: async (code) => {
      const { data, operation } = await checkActionCode(auth, code);
      return (operation === ActionCodeOperation.VERIFY_AND_CHANGE_EMAIL ? data.previousEmail : data.email) ?? '';
    },
    emailOfReset: (code) => verifyPasswordResetCode(auth, code),
    resetPassword: (code, password) => confirmPasswordReset(auth, code, password),
    account: async () => {
      const { accountOf } = await import('./firebase-account.ts');
      if (!auth.currentUser) throw new Error('there is no session');
      // Google's window must open at once after a press. Visitors who do not sign in with Google do not wait for its code.
      void prepareGoogle().catch(() => undefined);
      return accountOf(auth, auth.currentUser, { onRenamed: readRole, leaving });
    },
    prepareGoogle,
    refresh,
    applyCode: async (code) => {
      await applyActionCode(auth, code);
      // The provider applied the code, even if this browser cannot refresh its session now.
      await refresh().catch(() => false);
    },
    readRole,
  };
}

/** Longest wait for the API when signing out, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 3_000;

/**
 * Tells the API to end all tokens of this session, wherever they are. The browser signs out without waiting long for the answer, and the
 * call continues even if the page is left.
 */
const endSessionAt = async (token: Identity['token']): Promise<void> => {
  const told = createApiClient({ origin: '', token })('POST /api/me/sign-out', { keepalive: true }).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))]);
};

type Following = Pick<Identity, 'token' | 'endSession'> & { readonly auth: Auth };

/** Keeps the session store and the hint up to date with the provider, in every tab. */
function followSession({ auth, token, endSession }: Following): { readRole: () => Promise<void>; leaving: RunLeaving } {
  const api = createApiClient({ origin: '', token, onRefused: endSession });
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;
  /** Runs `work` and marks the end of the session as the person's own wish. */
  const leaving: RunLeaving = async (work) => {
    isLeaving = true;
    try {
      await work();
    } catch (error) {
      isLeaving = false;
      throw error;
    }
  };

  const readRole = async (attempt: number): Promise<void> => {
    clearTimeout(retry);
    try {
      const me = await api('GET /api/me', { query: { locale: LOCALES.find((locale) => locale === document.documentElement.lang) } });
      const { session } = sessionStore.getState();
      if (session.status !== 'signed-in' || session.uid !== me.uid) return;
      sessionStore.setState({ session: { ...session, me } });
      writeIdentityHint({ isAdmin: me.role === 'admin' });
      // If loading the cart's code fails, the only effect is that this device does not show the account's cart.
      if (me.role !== 'unverified')
        void import('../cart/kept-cart.ts').then(({ followCart }) => followCart(api, me.uid)).catch(() => undefined);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account_deleted') return await endAccount(attempt);
      // A session that has ended has no role.
      const hasEnded = error instanceof ApiError && error.code === 'unauthenticated';
      if (!hasEnded) retryLater(attempt);
    }
  };
  const retryLater = (attempt: number): void => {
    if (sessionStore.getState().session.status !== 'signed-in') return;
    retry = setTimeout(() => void readRole(attempt + 1), ROLE_RETRIES_MS[Math.min(attempt, ROLE_RETRIES_MS.length - 1)]);
  };
  const endAccount = async (attempt: number): Promise<void> => {
    const user = auth.currentUser;
    if (!user) return;
    try {
      const [{ finishDeletion }, { removeUser }] = await Promise.all([import('./finish-deletion.ts'), import('./firebase-account.ts')]);
      await leaving(() => finishDeletion({ remove: () => removeUser(user), signOut: endSession }));
    } catch {
      // Reading the role fails, for example, without a network.
      retryLater(attempt);
    }
  };

  onIdTokenChanged(auth, (user: User | null) => {
    clearTimeout(retry);
    const { session } = sessionStore.getState();
    if (!user) {
      // When several calls fail at once, the provider reports the end of the session several times.
      if (session.status === 'signed-out') return;
      // This also runs when the provider ends a revoked session, or when another tab signs out.
      const wasSignedIn = session.status === 'signed-in' || readIdentityHint() !== null;
      writeIdentityHint(null);
      sessionStore.setState({ session: { status: 'signed-out', hasEnded: wasSignedIn && !isLeaving } });
      return;
    }
    isLeaving = false;
    const known = session.status === 'signed-in' && session.uid === user.uid ? session : null;
    // A refreshed token changes nothing visible, so it is ignored. Only the first token with the confirmation counts, because the API reads
    // it.
    const isConfirmedNow = user.emailVerified && known?.me?.role === 'unverified';
    const isSameAddress = known?.email === (user.email ?? '');
    if (known?.me && isSameAddress && known.emailVerified === user.emailVerified && !isConfirmedNow) return;
    writeIdentityHint({ isAdmin: known?.me?.role === 'admin' });
    sessionStore.setState({
      session: { status: 'signed-in', uid: user.uid, email: user.email ?? '', emailVerified: user.emailVerified, me: null },
    });
    void readRole(0);
  });
  return { readRole: () => readRole(0), leaving };
}
