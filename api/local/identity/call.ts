import * as v from 'valibot';
import type { Accounts } from './accounts.ts';
import type { Action, ActionCodes, Asked } from './action-codes.ts';
import type { TokenBox } from './tokens.ts';

/** Firebase takes null for what is left out. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
const text = maybe(v.string());
const flag = maybe(v.boolean());

/** What the calls are asked with. What the SDK sends besides is not read. */
export const BodySchema = v.object({
  localId: text,
  idToken: text,
  email: text,
  newEmail: text,
  password: text,
  newPassword: text,
  oobCode: text,
  displayName: text,
  photoUrl: text,
  emailVerified: flag,
  disabled: flag,
  deleteProvider: maybe(v.array(v.string())),
  returnSecureToken: flag,
  requestType: text,
  continueUrl: text,
  returnOobLink: flag,
  identifier: text,
  providerId: text,
  continueUri: text,
  sessionId: text,
  requestUri: text,
  postBody: text,
  returnIdpCredential: flag,
  totpEnrollmentInfo: maybe(v.object({})),
  totpVerificationInfo: maybe(v.object({ sessionInfo: text, verificationCode: text })),
  mfaPendingCredential: text,
  mfaEnrollmentId: text,
});
export type Body = v.InferOutput<typeof BodySchema>;

/** The project that a call is about. */
export type Project = {
  projectId: string;
  siteUrl: string;
  accounts: Accounts;
  codes: ActionCodes;
  tokens: TokenBox;
  /** Sends the mail of a code. */
  mail: (action: Action, language: Asked['language']) => void;
};

/** `isOwner`: by the owner's credential instead of a key. */
export type Context = Asked & { isOwner: boolean };
export type Call = (body: Body, context: Context) => object | Promise<object>;
