import { type Account, canonical, factorsOf, GOOGLE, waysInto } from './accounts.ts';
import type { Body, Call, Project } from './call.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { need, Refusal } from './refusal.ts';
import type { Session } from './tokens.ts';

/** Returns the calls for sign-up and sign-in by password or Google. They respond like a project with email enumeration protection. */
export function signInCalls({ accounts, tokens }: Project): Record<'signUp' | 'signInWithPassword' | 'signInWithIdp', Call> {
  /** Returns tokens, or the data for finishing with a second factor. */
  const enter = async (account: Account, provider: string): Promise<object> => {
    need(!account.disabled, 'USER_DISABLED');
    const session: Session = { provider, at: Date.now() };
    if (account.mfaInfo?.length) {
      return { mfaPendingCredential: await tokens.sealPending(account, session), mfaInfo: factorsOf(account) };
    }
    account.lastLoginAt = String(session.at);
    return await tokens.issue(account, session);
  };

  return {
    signUp: async ({ localId, email, password, displayName, emailVerified, disabled }, { isOwner }) => {
      if (!isOwner) need(!localId, 'UNEXPECTED_PARAMETER : User ID');
      // A request without email and password would create an anonymous account, and anonymous accounts are disabled.
      const kept = await hashPassword(need(password, email ? 'MISSING_PASSWORD' : 'ADMIN_ONLY_OPERATION'));
      const account = accounts.add({
        email: need(email, 'MISSING_EMAIL'),
        ...kept,
        ...(displayName ? { displayName } : {}),
        ...(isOwner ? { ...(localId ? { localId } : {}), emailVerified: emailVerified === true, disabled: disabled === true } : {}),
      });
      const made = { kind: 'identitytoolkit#SignupNewUserResponse', localId: account.localId, email: account.email, displayName };
      return isOwner ? made : { ...made, ...(await enter(account, 'password')) };
    },

    signInWithPassword: async ({ email, password }) => {
      const account = accounts.byEmail(canonical(need(email, 'MISSING_EMAIL')));
      const isRight = await isPassword(need(password, 'MISSING_PASSWORD'), account);
      const { localId, email: address, displayName = '' } = need(account, 'INVALID_LOGIN_CREDENTIALS');
      need(isRight, 'INVALID_LOGIN_CREDENTIALS');
      const about = { kind: 'identitytoolkit#VerifyPasswordResponse', registered: true, localId, email: address, displayName };
      return { ...about, ...(await enter(account as Account, 'password')) };
    },

    signInWithIdp: async (body) => {
      const google = readGoogle(body);
      const { sub: rawId, name: displayName, picture: photoUrl, email, email_verified: isVerified } = google.claims;
      const about = {
        kind: 'identitytoolkit#VerifyAssertionResponse',
        providerId: GOOGLE,
        federatedId: `https://accounts.google.com/${rawId}`,
        ...{ email, emailVerified: isVerified, displayName, fullName: displayName, photoUrl },
        oauthIdToken: google.idToken,
        rawUserInfo: JSON.stringify(google.claims),
      };
      const provider = {
        providerId: GOOGLE,
        rawId,
        email,
        ...(displayName ? { displayName } : {}),
        ...(photoUrl ? { photoUrl } : {}),
      } as const;
      const known = accounts.byGoogle(rawId);
      const sameEmail = accounts.byEmail(email);

      if (body.idToken) {
        const { account } = await tokens.read(body.idToken);
        const problem = known ? 'FEDERATED_USER_ID_ALREADY_LINKED' : sameEmail && sameEmail !== account ? 'EMAIL_EXISTS' : undefined;
        if (problem) return { ...about, errorMessage: problem };
        Object.assign(account, { google: provider, emailVerified: account.emailVerified || (isVerified && account.email === email) });
        return { ...about, localId: account.localId, ...(await enter(account, GOOGLE)) };
      }
      if (!known && sameEmail && !isVerified) {
        const others = waysInto(sameEmail).map(({ providerId }) => providerId);
        return { ...about, localId: sameEmail.localId, needConfirmation: true, verifiedProvider: others.filter((id) => id !== 'password') };
      }
      if (!known && sameEmail) takeOver(sameEmail);
      const account = known ?? sameEmail ?? accounts.add({ email, emailVerified: isVerified });
      if (!known) Object.assign(account, { ...(displayName ? { displayName } : {}), ...(photoUrl ? { photoUrl } : {}) });
      account.google = provider;
      return { ...about, localId: account.localId, isNewUser: !known && !sameEmail, ...(await enter(account, GOOGLE)) };
    },
  };

  /** Google proves who owns the address. An account that used the address without proof loses its password and sessions. */
  function takeOver(account: Account): void {
    if (account.emailVerified) return;
    delete account.passwordHash;
    delete account.salt;
    account.emailVerified = true;
    tokens.end(account);
  }
}

type GoogleClaims = { sub: string; email: string; email_verified: boolean; name?: string; picture?: string };

/** Reads the claims of the page that imitates Google. The claims are unsigned. */
function readGoogle({ requestUri, postBody }: Body): { idToken: string; claims: GoogleClaims } {
  const query = new URL(need(requestUri, 'MISSING_REQUEST_URI')).searchParams;
  for (const [name, value] of new URLSearchParams(postBody ?? '')) query.set(name, value);
  if (query.get('providerId') !== GOOGLE) throw new Refusal('OPERATION_NOT_ALLOWED : The identity provider configuration is not found.');
  const idToken = need(query.get('id_token'), 'INVALID_IDP_RESPONSE : Missing id_token');
  try {
    const { sub, email, email_verified: isVerified, name, picture } = JSON.parse(idToken);
    if (typeof sub !== 'string' || typeof email !== 'string') throw new Error('sub or email is missing');
    const more = { ...(name ? { name: String(name) } : {}), ...(picture ? { picture: String(picture) } : {}) };
    return { idToken, claims: { sub, email: canonical(email), email_verified: isVerified === true, ...more } };
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new Refusal('INVALID_IDP_RESPONSE : Unable to parse id_token');
  }
}
