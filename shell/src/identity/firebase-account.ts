import { withAsciiDomain } from '@site/shared/contracts/form-rules.ts';
import { paths } from '@site/shared/paths/paths.ts';
import type { Account } from '@site/shared/site/site.ts';
import { FirebaseError } from 'firebase/app';
import {
  type Auth,
  deleteUser,
  EmailAuthProvider,
  GoogleAuthProvider,
  linkWithPopup,
  multiFactor,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  TotpMultiFactorGenerator,
  type User,
  unlink,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { googleWindow } from './google-window.ts';
import { signInWithSecondStep } from './second-step.ts';

/** The provider's errors for an account that another tab has already deleted. */
const GONE = ['auth/user-not-found', 'auth/user-token-expired'];

/** Runs `work`, which ends the session at the person's own wish. The site then does not say that the session expired. */
export type RunLeaving = (work: () => Promise<void>) => Promise<void>;
type AccountHooks = { readonly onRenamed: () => void; readonly leaving: RunLeaving };

/** Returns the provider's account of `user`. The returned object still belongs to this person after somebody else has signed in. */
export function accountOf(auth: Auth, user: User, { onRenamed, leaving }: AccountHooks): Account {
  const factors = multiFactor(user);
  return {
    createdAt: user.metadata.creationTime ?? null,
    name: user.displayName,
    providers: user.providerData.map(({ providerId }) => providerId),
    rename: async (name) => {
      await updateProfile(user, { displayName: name });
      // The API reads the name from the token, so a new token is needed.
      await user.getIdToken(true);
      onRenamed();
    },
    proveIdentity: async (password) => {
      const again = () =>
        password === null
          ? reauthenticateWithPopup(user, new GoogleAuthProvider(), googleWindow)
          : reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password));
      // The API reads the time of the sign-in from the token, so a new token is needed.
      const renew = () => user.getIdToken(true);
      const second = await signInWithSecondStep(auth, again);
      if (second) return async (code) => void (await second(code).then(renew));
      await renew();
      return null;
    },
    secondFactors: factors.enrolledFactors.map(({ uid, enrollmentTime }) => ({ id: uid, addedAt: enrollmentTime })),
    addSecondFactor: async (site) => {
      const secret = await TotpMultiFactorGenerator.generateSecret(await factors.getSession());
      // The library's own URL does not escape special characters in names.
      const label = `${encodeURIComponent(site)}:${encodeURIComponent(user.email ?? '')}`;
      const facts = new URLSearchParams({ secret: secret.secretKey, issuer: site });
      return {
        secret: secret.secretKey,
        address: `otpauth://totp/${label}?${facts.toString().replaceAll('+', '%20')}`,
        finish: (code) => factors.enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), site),
      };
    },
    removeSecondFactor: (id) => factors.unenroll(id),
    changePassword: (password) => updatePassword(user, password),
    changeEmail: async (email, locale) => {
      auth.languageCode = locale;
      const back = paths.confirmEmail.href(paths.userDashboard.href('settings'));
      await verifyBeforeUpdateEmail(user, withAsciiDomain(email), { url: new URL(back, location.origin).href });
    },
    linkGoogle: async () => void (await linkWithPopup(user, new GoogleAuthProvider(), googleWindow)),
    unlinkGoogle: async () => void (await unlink(user, GoogleAuthProvider.PROVIDER_ID)),
    remove: () => leaving(() => removeUser(user)),
  };
}

/** Removes the account at the provider. Throws `auth/requires-recent-login` if the last sign-in was too long ago. */
export async function removeUser(user: User): Promise<void> {
  try {
    await deleteUser(user);
  } catch (error) {
    if (!(error instanceof FirebaseError) || !GONE.includes(error.code)) throw error;
  }
}
