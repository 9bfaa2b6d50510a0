// Everything that depends on the inside of firebase-tools 15.34 is in this file; the contract test notices when it changes.
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { Action } from './action-mail.ts';
import { POP_UP_STYLE } from './pop-up.ts';
import { addTotp, type SecondFactorOperations, type TotpSecret } from './second-factors.ts';
import type { SigningKey } from './token-signing.ts';

export type ProjectState = {
  oobs: Map<string, Action>;
  getUserByEmail: (email: string) => { localId: string } | undefined;
  updateUserByLocalId: (localId: string, fields: { lastLoginAt: string }) => unknown;
};

type Exegesis = { middleware: (document: unknown, options: Record<string, unknown>) => unknown };
type PopUp = { WIDGET_UI: string };
type Logger = { EmulatorLogger: { setVerbosity: (verbosity: number) => void } };
type JsonWebToken = { sign: (payload: object, secret: unknown, options?: Record<string, unknown>) => string };
type AuthServer = {
  createApp: (projectId: string, singleProjectMode: number, states: Map<string, ProjectState>) => Promise<RequestListener>;
};

type States = {
  ProjectState: {
    prototype: {
      createOob: (...about: unknown[]) => Action;
      validateOobCode: (code: string) => Action | undefined;
    };
  };
};
type Errors = { BadRequestError: new (message: string) => Error };
type SignInPage = (state: unknown, body: { providerId?: string; continueUri?: string; sessionId?: string }) => object;
type Operations = { authOperations: { identitytoolkit: { accounts: SecondFactorOperations & { createAuthUri: SignInPage } } } };

const HOUR_MS = 3_600_000;
/** How long Firebase takes a code. */
const LIFETIMES_MS: Record<Action['requestType'], number> = {
  VERIFY_EMAIL: 72 * HOUR_MS,
  VERIFY_AND_CHANGE_EMAIL: 72 * HOUR_MS,
  RECOVER_EMAIL: 144 * HOUR_MS,
  PASSWORD_RESET: HOUR_MS,
  EMAIL_SIGNIN: 6 * HOUR_MS,
};

const SILENT = 3;
const ONE_PROJECT_WITHOUT_WARNING = 0;

const load = createRequire(createRequire(import.meta.url).resolve('firebase-tools/package.json'));

/** Its validators cost 8 s of compiling at start; exegesis can leave each to its first use and firebase-tools does not ask for that. */
function compileValidatorsLazily(): void {
  const exegesis = load('exegesis-express') as Exegesis;
  const cached = load.cache[load.resolve('exegesis-express')];
  if (!cached) throw new Error('exegesis-express is not loaded');
  cached.exports = {
    ...exegesis,
    middleware: (document: unknown, options: Record<string, unknown>) =>
      exegesis.middleware(document, { ...options, lazyCompileValidationSchemas: true }),
  };
}

/** The page that plays Google takes its looks from unpkg and Google Fonts. */
function styleOffline(): void {
  const popUp = load('./lib/emulator/auth/widget_ui.js') as PopUp;
  popUp.WIDGET_UI = popUp.WIDGET_UI.replace(/<link href="https:[^>]+>/g, '')
    .replace(/<script src="https:[^>]+><\/script>/g, '')
    .replace('<style>', `<link rel="icon" href="data:,"><style>${POP_UP_STYLE}`);
  if (/(href|src)="https:/.test(popUp.WIDGET_UI)) throw new Error('the sign-in page of firebase-tools still loads from the network');
}

/** The emulator leaves its tokens unsigned; with a key the API needs no code that accepts such tokens. Each second factor is an app. */
function signTokens({ privateKey, id }: SigningKey): void {
  const tokens = load('jsonwebtoken') as JsonWebToken;
  const sign = tokens.sign;
  tokens.sign = (payload, secret, options = {}) =>
    options.algorithm === 'none'
      ? sign(ofAnApp(payload), privateKey, { ...options, algorithm: 'RS256', keyid: id })
      : sign(payload, secret, options);
}

function ofAnApp(payload: { firebase?: { sign_in_second_factor?: string } }): object {
  const { firebase } = payload;
  return firebase?.sign_in_second_factor ? { ...payload, firebase: { ...firebase, sign_in_second_factor: 'totp' } } : payload;
}

/** Codes of the emulator work for ever. */
function letCodesExpire(): void {
  const { prototype } = (load('./lib/emulator/auth/state.js') as States).ProjectState;
  const { BadRequestError } = load('./lib/emulator/auth/errors.js') as Errors;
  const { createOob, validateOobCode } = prototype;
  prototype.createOob = function (...about) {
    return Object.assign(createOob.apply(this, about), { madeAt: Date.now() });
  };
  prototype.validateOobCode = function (code) {
    const action = validateOobCode.call(this, code);
    if (action?.madeAt !== undefined && Date.now() - action.madeAt > LIFETIMES_MS[action.requestType]) {
      throw new BadRequestError('EXPIRED_OOB_CODE');
    }
    return action;
  };
}

/** Where a sign-in by Google begins, which the emulator leaves out. As a project with Google on and no other provider answers. */
function offerGoogle(accounts: { createAuthUri: SignInPage }, refuse: (message: string) => Error): void {
  const { createAuthUri } = accounts;
  accounts.createAuthUri = (state, body) => {
    const { providerId, continueUri } = body;
    if (providerId === undefined) return createAuthUri(state, body);
    if (!continueUri) throw refuse('MISSING_CONTINUE_URI');
    if (providerId !== 'google.com') throw refuse('OPERATION_NOT_ALLOWED : The identity provider configuration is not found.');
    const query = new URLSearchParams({ response_type: 'code', client_id: 'demo.apps.googleusercontent.com', redirect_uri: continueUri });
    return {
      kind: 'identitytoolkit#CreateAuthUriResponse',
      authUri: `https://accounts.google.com/o/oauth2/auth?${query}`,
      providerId,
      sessionId: body.sessionId ?? randomUUID(),
    };
  };
}

/** The emulator's request listener for one project. `states` is where it keeps accounts and codes, `secrets` those of authenticator apps. */
export async function createEmulatorApp({
  projectId,
  states,
  key,
  secrets,
}: {
  projectId: string;
  states: Map<string, ProjectState>;
  key: SigningKey;
  secrets: Map<string, TotpSecret>;
}): Promise<RequestListener> {
  compileValidatorsLazily();
  styleOffline();
  signTokens(key);
  letCodesExpire();
  const { BadRequestError } = load('./lib/emulator/auth/errors.js') as Errors;
  const { accounts } = (load('./lib/emulator/auth/operations.js') as Operations).authOperations.identitytoolkit;
  offerGoogle(accounts, (message) => new BadRequestError(message));
  addTotp(accounts, { secrets, refuse: (message) => new BadRequestError(message) });
  (load('./lib/emulator/emulatorLogger.js') as Logger).EmulatorLogger.setVerbosity(SILENT);
  const { createApp } = load('./lib/emulator/auth/server.js') as AuthServer;
  return createApp(projectId, ONE_PROJECT_WITHOUT_WARNING, states);
}
