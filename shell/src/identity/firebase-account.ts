import type { Account } from '@site/shared/site/site.ts';
import { FirebaseError } from 'firebase/app';
import {
  browserPopupRedirectResolver,
  deleteUser,
  EmailAuthProvider,
  GoogleAuthProvider,
  linkWithPopup,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type User,
  unlink,
  updatePassword,
  updateProfile,
} from 'firebase/auth';

/** Another tab was faster. */
const GONE = ['auth/user-not-found', 'auth/user-token-expired'];

type Ways = {
  readonly onRenamed: () => void;
  /** Surrounds what ends the session by the person's own wish. */
  readonly leaving: (work: () => Promise<void>) => Promise<void>;
};

/** The provider's account of `user`, for its owner. It stays his when he signs out meanwhile. */
export function accountOf(user: User, { onRenamed, leaving }: Ways): Account {
  return {
    createdAt: user.metadata.creationTime ?? null,
    name: user.displayName,
    providers: user.providerData.map(({ providerId }) => providerId),
    rename: async (name) => {
      await updateProfile(user, { displayName: name });
      // The API reads the name from the token.
      await user.getIdToken(true);
      onRenamed();
    },
    proveIdentity: async (password) => {
      if (password === null) await reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);
      else await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
    },
    changePassword: (password) => updatePassword(user, password),
    linkGoogle: async () => void (await linkWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver)),
    unlinkGoogle: async () => void (await unlink(user, GoogleAuthProvider.PROVIDER_ID)),
    remove: () => leaving(() => removeUser(user)),
  };
}

/** Removes the account at the provider. Throws `auth/requires-recent-login` when its owner signed in long ago. */
export async function removeUser(user: User): Promise<void> {
  try {
    await deleteUser(user);
  } catch (error) {
    if (!(error instanceof FirebaseError) || !GONE.includes(error.code)) throw error;
  }
}
