import * as v from 'valibot';
import type { Accounts } from './accounts.ts';
import type { Action, ActionCodes, Asked } from './action-codes.ts';
import type { TokenBox } from './tokens.ts';

/** Firebase treats null like a missing field. */
const maybe = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.nullish(schema),
    v.transform((value) => value ?? undefined),
  );
const text = maybe(v.string());
const flag = maybe(v.boolean());

/** The fields of a call's body that are read. Other fields of the SDK are ignored. */
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

/** The project that a call belongs to. */
export type Project = {
  projectId: string;
  siteUrl: string;
  accounts: Accounts;
  codes: ActionCodes;
  tokens: TokenBox;
  /** Sends the email of a code. */
  mail: (action: Action, language: Asked['language']) => void;
};

/** `isOwner`: the call uses the owner's credential in place of an API key. */
export type Context = Asked & { isOwner: boolean };
export type Call = (body: Body, context: Context) => object | Promise<object>;
