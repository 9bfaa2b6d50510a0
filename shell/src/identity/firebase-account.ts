import type { Account } from '@site/shared/site/site.ts';
import {
  browserPopupRedirectResolver,
  deleteUser,
  EmailAuthProvider,
  GoogleAuthProvider,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  type User,
  updatePassword,
  updateProfile,
} from 'firebase/auth';

/** The provider's account of `user`, for its owner. It stays his when he signs out meanwhile. */
export function accountOf(user: User, { onRenamed }: { onRenamed: () => void }): Account {
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
    remove: () => deleteUser(user),
  };
}
