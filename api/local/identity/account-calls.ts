import { randomUUID } from 'node:crypto';
import { type Account, canonical, GOOGLE, show, waysInto } from './accounts.ts';
import type { Asked } from './action-codes.ts';
import type { Body, Call, Project } from './call.ts';
import { hashPassword } from './passwords.ts';
import { need, Refusal } from './refusal.ts';
import { needRecent } from './tokens.ts';

type Name = 'lookup' | 'update' | 'delete' | 'sendOobCode' | 'resetPassword' | 'createAuthUri';

/** Returns the calls by which people view, change, confirm and delete an account. */
export function accountCalls(project: Project): Record<Name, Call> {
  const { accounts, codes, tokens, mail, siteUrl } = project;

  /** Moves an account to another address, and emails the previous address a link that undoes the change. */
  const moveTo = (account: Account, email: string, emailVerified: boolean, asked: Asked) => {
    const before = account.email;
    accounts.move(account, email, emailVerified);
    if (!before || before === email) return;
    mail(codes.make({ requestType: 'RECOVER_EMAIL', localId: account.localId, email: before }, asked), asked.language);
  };

  /** Applies the code of an email, unless it is for a new password. */
  const applyCode = (code: string, asked: Asked): Account => {
    const { localId, requestType, email, newEmail } = codes.use(code, 'VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'RECOVER_EMAIL');
    const account = need(accounts.byId(localId), 'INVALID_OOB_CODE');
    if (requestType === 'RECOVER_EMAIL') accounts.move(account, email, true);
    else {
      need(account.email === email, 'INVALID_OOB_CODE');
      if (newEmail) moveTo(account, newEmail, true, asked);
      else account.emailVerified = true;
    }
    return account;
  };

  const changed = (account: Account) => {
    const { localId, email, displayName, photoUrl, emailVerified } = account;
    const kind = 'identitytoolkit#SetAccountInfoResponse';
    return { kind, localId, email, displayName, photoUrl, emailVerified, providerUserInfo: waysInto(account) };
  };

  const change = async (body: Body, asked: Asked): Promise<object> => {
    const caller = await tokens.read(need(body.idToken, 'INVALID_REQ_TYPE : Unsupported request parameters.'));
    const { account, session } = caller;
    const { email, password, displayName, photoUrl, deleteProvider = [] } = body;
    if (email || password) needRecent(caller);
    const kept = password ? await hashPassword(password) : undefined;
    if (email && canonical(email) !== account.email) moveTo(account, canonical(email), false, asked);
    if (kept) {
      Object.assign(account, kept);
      tokens.end(account);
    }
    if (displayName !== undefined) account.displayName = displayName;
    if (photoUrl !== undefined) account.photoUrl = photoUrl;
    if (deleteProvider.includes(GOOGLE)) delete account.google;
    if (deleteProvider.includes('password')) delete account.passwordHash;
    const renewed = body.returnSecureToken || email || password;
    return { ...changed(account), ...(renewed ? await tokens.issue(account, session) : {}) };
  };

  return {
    lookup: async ({ idToken }) => ({
      kind: 'identitytoolkit#GetAccountInfoResponse',
      users: [show((await tokens.read(idToken)).account)],
    }),

    update: async (body, context) => (body.oobCode ? changed(applyCode(body.oobCode, context)) : await change(body, context)),

    delete: async ({ idToken }) => {
      const caller = await tokens.read(idToken);
      needRecent(caller);
      accounts.remove(caller.account);
      return { kind: 'identitytoolkit#DeleteAccountResponse' };
    },

    sendOobCode: async ({ requestType, idToken, email, newEmail, continueUrl, returnOobLink }, context) => {
      if (returnOobLink) need(context.isOwner, 'INSUFFICIENT_PERMISSION');
      if (continueUrl) {
        need(URL.canParse(continueUrl), 'INVALID_CONTINUE_URI');
        const { hostname } = new URL(continueUrl);
        need(domains(siteUrl).includes(hostname), 'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project');
      }
      let account: Account | undefined;
      let to: string | undefined;
      if (requestType === 'PASSWORD_RESET') account = accounts.byEmail(canonical(need(email, 'MISSING_EMAIL')));
      else if (requestType === 'VERIFY_EMAIL') account = (await tokens.read(idToken)).account;
      else if (requestType === 'VERIFY_AND_CHANGE_EMAIL') {
        account = (await tokens.read(idToken)).account;
        to = canonical(need(newEmail, 'MISSING_NEW_EMAIL'));
        need(!accounts.byEmail(to), 'EMAIL_EXISTS');
      } else throw new Refusal(requestType ? 'OPERATION_NOT_ALLOWED' : 'MISSING_REQ_TYPE');

      const answer = { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: account?.email ?? email };
      // The response must not reveal whether an address has an account.
      if (!account?.email) return answer;
      const about = { requestType, localId: account.localId, email: account.email, ...(to ? { newEmail: to } : {}) } as const;
      const action = codes.make(about, context, continueUrl);
      // If the request has the owner's credential, the response contains the code, and the caller emails the code.
      if (!context.isOwner) mail(action, context.language);
      return returnOobLink ? { ...answer, oobCode: action.oobCode, oobLink: action.oobLink } : answer;
    },

    resetPassword: async ({ oobCode, newPassword }) => {
      const { requestType, email, newEmail } = codes.find(oobCode, ...(newPassword ? (['PASSWORD_RESET'] as const) : []));
      if (newPassword) {
        const kept = await hashPassword(newPassword);
        const { localId } = codes.use(oobCode);
        const account = need(accounts.byId(localId), 'INVALID_OOB_CODE');
        need(account.email === email, 'INVALID_OOB_CODE');
        Object.assign(account, kept, { emailVerified: true });
        delete account.google;
        tokens.end(account);
      }
      return { kind: 'identitytoolkit#ResetPasswordResponse', requestType, email, newEmail };
    },

    // Responds like a project that has Google enabled and no other provider.
    createAuthUri: ({ providerId, continueUri, sessionId = randomUUID() }) => {
      const kind = 'identitytoolkit#CreateAuthUriResponse';
      const redirect = need(continueUri, 'MISSING_CONTINUE_URI');
      if (providerId === undefined) return { kind, sessionId };
      if (providerId !== GOOGLE) throw new Refusal('OPERATION_NOT_ALLOWED : The identity provider configuration is not found.');
      const query = new URLSearchParams({ response_type: 'code', client_id: 'demo.apps.googleusercontent.com', redirect_uri: redirect });
      return { kind, sessionId, providerId, authUri: `https://accounts.google.com/o/oauth2/auth?${query}` };
    },
  };
}

/** Returns the authorized domains of a project. */
export const domains = (siteUrl: string): string[] => [...new Set(['localhost', '127.0.0.1', new URL(siteUrl).hostname])];
