import { paths } from '@site/shared/paths.ts';
import { createApiClient, type Identity, sessionStore } from '@site/shared/site/site.ts';
import { FirebaseError, initializeApp } from 'firebase/app';
import {
  type Auth,
  applyActionCode,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  connectAuthEmulator,
  GoogleAuthProvider,
  indexedDBLocalPersistence,
  initializeAuth,
  onIdTokenChanged,
  sendEmailVerification,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut,
  type User,
} from 'firebase/auth';
import type { SiteSettings } from '../boot.ts';
import { writeIdentityHint } from './identity-hint.ts';
import { allowPopupFrame, loadPopupFrame } from './popup-frame.ts';

export type SignInMethods = {
  /** Returns whether the address is confirmed. Throws `FirebaseError`; see sign-in-errors.ts. */
  readonly signIn: (email: string, password: string) => Promise<{ emailVerified: boolean }>;
  readonly signInWithGoogle: (locale: string) => Promise<void>;
  /** Sends the verification message to whoever is signed in. */
  readonly sendVerification: (locale: string) => Promise<void>;
  /** Loads what the pop-up needs, so that a press can open it in the same turn. */
  readonly prepareGoogle: () => Promise<void>;
  /** Asks the provider whether the address was confirmed meanwhile, and returns its answer. */
  readonly refresh: () => Promise<boolean>;
  /** Confirms an address with the code of a verification message. */
  readonly confirmEmail: (code: string) => Promise<void>;
  /** Asks the API for the role now, instead of at the next try. */
  readonly readRole: () => void;
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

  const token = async (fresh: boolean): Promise<string | null> => {
    await auth.authStateReady();
    try {
      return (await auth.currentUser?.getIdToken(fresh)) ?? null;
    } catch (error) {
      if (!(error instanceof FirebaseError) || !ENDED_SESSION.includes(error.code)) throw error;
      await signOut(auth);
      return null;
    }
  };
  const { readRole } = followSession(auth, token);
  const prepareGoogle = async (): Promise<void> => {
    if (settings.isProxied) await loadPopupFrame();
    else allowPopupFrame();
  };
  const refresh = async (): Promise<boolean> => {
    const user = auth.currentUser;
    if (!user) return false;
    await user.reload();
    // The API reads the token, which knows of the confirmation only when it is new.
    if (user.emailVerified) await user.getIdToken(true);
    return user.emailVerified;
  };

  return {
    token,
    signOut: () => signOut(auth),
    signIn: async (email, password) => {
      const { user } = await signInWithEmailAndPassword(auth, email, password);
      return { emailVerified: user.emailVerified };
    },
    signInWithGoogle: async (locale) => {
      auth.languageCode = locale;
      await prepareGoogle();
      await signInWithPopup(auth, new GoogleAuthProvider(), browserPopupRedirectResolver);
    },
    sendVerification: async (locale) => {
      auth.languageCode = locale;
      if (auth.currentUser)
        await sendEmailVerification(auth.currentUser, { url: new URL(paths.confirmEmail.href(), location.origin).href });
    },
    prepareGoogle,
    refresh,
    confirmEmail: async (code) => {
      await applyActionCode(auth, code);
      await refresh();
    },
    readRole,
  };
}

/** Keeps the session store and the hint in step with the provider, in every tab. */
function followSession(auth: Auth, token: (fresh: boolean) => Promise<string | null>): { readRole: () => void } {
  const api = createApiClient({ origin: '', token });
  let retry: ReturnType<typeof setTimeout> | undefined;

  const readRole = async (attempt: number): Promise<void> => {
    clearTimeout(retry);
    try {
      const me = await api('GET /api/me', {});
      const { session } = sessionStore.getState();
      if (session.status !== 'signed-in' || session.uid !== me.uid) return;
      sessionStore.setState({ session: { ...session, me } });
      writeIdentityHint({ isAdmin: me.role === 'admin' });
    } catch {
      const wait = ROLE_RETRIES_MS[Math.min(attempt, ROLE_RETRIES_MS.length - 1)];
      retry = setTimeout(() => void readRole(attempt + 1), wait);
    }
  };

  onIdTokenChanged(auth, (user: User | null) => {
    clearTimeout(retry);
    if (!user) {
      writeIdentityHint(null);
      sessionStore.setState({ session: { status: 'signed-out' } });
      return;
    }
    const { session } = sessionStore.getState();
    const known = session.status === 'signed-in' && session.uid === user.uid ? session : null;
    // A token that was merely refreshed changes nothing that anybody can see.
    if (known?.me && known.emailVerified === user.emailVerified) return;
    writeIdentityHint({ isAdmin: known?.me?.role === 'admin' });
    sessionStore.setState({
      session: { status: 'signed-in', uid: user.uid, email: user.email ?? '', emailVerified: user.emailVerified, me: null },
    });
    void readRole(0);
  });
  return { readRole: () => void readRole(0) };
}
