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
   * Returns whether the address is confirmed, and what finishes it when a code is asked for. Throws `FirebaseError`; see
   * account-problems.ts.
   */
  readonly signIn: (email: string, password: string) => Promise<{ emailVerified: boolean; second: SecondStep | null }>;
  readonly signInWithGoogle: (locale: string) => Promise<SecondStep | null>;
  /** Creates an account and signs in to it. The address is not confirmed yet. */
  readonly signUp: (person: { name: string; email: string; password: string }) => Promise<void>;
  /** Sends the verification message to the signed-in account; its link leads back to `returnTo`. */
  readonly sendVerification: (locale: string, returnTo: string | null) => Promise<void>;
  /** Sends the message that resets a password, if the address has an account: whether it has is not told. */
  readonly sendPasswordReset: (email: string, locale: string, returnTo: string | null) => Promise<void>;
  /** The address whose password `code` resets. The code stays unused. */
  readonly emailOfReset: (code: string) => Promise<string>;
  /** Resets a password with the code of a message. */
  readonly resetPassword: (code: string, password: string) => Promise<void>;
  /** Loads what the pop-up needs, so that a press can open it in the same turn. */
  readonly prepareGoogle: () => Promise<void>;
  /** Asks the provider whether the address was confirmed meanwhile, and returns its answer. */
  readonly refresh: () => Promise<boolean>;
  /** The address of the account that the code of a message confirms or changes. The code stays unused. */
  readonly accountOfCode: (code: string) => Promise<string>;
  /** Does what the code of a message is for: confirms an address, changes it or takes a change back. */
  readonly applyCode: (code: string) => Promise<void>;
  /** Asks the API for the role now, instead of at the next try. Never throws: what failed is tried again. */
  readonly readRole: () => Promise<void>;
};

/** The provider has ended this session: going on with it can only fail. */
const ENDED_SESSION = ['auth/user-token-expired', 'auth/user-disabled', 'auth/user-not-found', 'auth/invalid-refresh-token'];

/** Waits between tries to learn the role, in milliseconds. */
const ROLE_RETRIES_MS = [1_000, 2_000, 5_000, 15_000];

export function createIdentity(settings: SiteSettings['identity']): Identity & SignInMethods {
  const app = initializeApp({ apiKey: settings.apiKey, authDomain: settings.authDomain, projectId: settings.projectId });
  // Safari loses IndexedDB at times: local storage is the second place. The pop-up's code is passed only where it is used,
  // or phones would load the provider's frame on every page.
  const auth = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] });
  if (settings.isProxied) connectAuthEmulator(auth, location.origin, { disableWarnings: true });

  const endSession = () => signOut(auth);
  /** Null when there is no session, or none any more. */
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
      // The API reads the token, which knows of the confirmation only when it is new.
      if (user.emailVerified) await user.getIdToken(true);
      return user.emailVerified;
    });
    // What waited for this address is the account's with that call, and the next page shows it.
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
      // Only a confirmed address has a second step.
      return { emailVerified: second !== null || auth.currentUser?.emailVerified === true, second };
    },
    signInWithGoogle: async (locale) => {
      auth.languageCode = locale;
      await prepareGoogle();
      return await signInWithSecondStep(auth, () => signInWithPopup(auth, new GoogleAuthProvider(), googleWindow));
    },
    signUp: async ({ name, email, password }) => {
      const { user } = await createUserWithEmailAndPassword(auth, withAsciiDomain(email), password);
      // The account is there: without its name it is still theirs, and the settings can give it one.
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
      // Google's window must open with the press. A visitor who does not need it does not wait for it.
      void prepareGoogle().catch(() => undefined);
      return accountOf(auth, auth.currentUser, { onRenamed: readRole, leaving });
    },
    prepareGoogle,
    refresh,
    applyCode: async (code) => {
      await applyActionCode(auth, code);
      // It is done, whether or not this browser can learn of it now.
      await refresh().catch(() => false);
    },
    readRole,
  };
}

/** How long signing out waits for the API, in milliseconds. */
const SIGN_OUT_PATIENCE_MS = 3_000;

/**
 * Tells the API that this session's tokens are over, wherever they are. The browser forgets them without its answer, too; the call goes
 * on then, also when its page is left.
 */
const endSessionAt = async (token: Identity['token']): Promise<void> => {
  const told = createApiClient({ origin: '', token })('POST /api/me/sign-out', { keepalive: true }).catch(() => undefined);
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_PATIENCE_MS))]);
};

type Following = Pick<Identity, 'token' | 'endSession'> & { readonly auth: Auth };

/** Keeps the session store and the hint in step with the provider, in every tab. */
function followSession({ auth, token, endSession }: Following): { readRole: () => Promise<void>; leaving: RunLeaving } {
  const api = createApiClient({ origin: '', token, onRefused: endSession });
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;
  /** Marks the end of the session that `work` brings about as the person's own wish. */
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
      // Without it nothing is missing but the other devices.
      if (me.role !== 'unverified')
        void import('../cart/kept-cart.ts').then(({ followCart }) => followCart(api, me.uid)).catch(() => undefined);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account_deleted') return await endAccount(attempt);
      // A session that has ended, here or at the provider, has no role to learn.
      const hasEnded = error instanceof ApiError && error.code === 'unauthenticated';
      if (!hasEnded) askAgain(attempt);
    }
  };
  const askAgain = (attempt: number): void => {
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
      // Without a network, for instance.
      askAgain(attempt);
    }
  };

  onIdTokenChanged(auth, (user: User | null) => {
    clearTimeout(retry);
    const { session } = sessionStore.getState();
    if (!user) {
      // The provider tells again when several calls end one session.
      if (session.status === 'signed-out') return;
      // It ends a revoked session by itself; another tab may have signed out.
      const wasSignedIn = session.status === 'signed-in' || readIdentityHint() !== null;
      writeIdentityHint(null);
      sessionStore.setState({ session: { status: 'signed-out', hasEnded: wasSignedIn && !isLeaving } });
      return;
    }
    isLeaving = false;
    const known = session.status === 'signed-in' && session.uid === user.uid ? session : null;
    // A token that was merely refreshed changes nothing that anybody can see.
    // But for the first one that knows of the confirmation, which the API reads in it.
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
