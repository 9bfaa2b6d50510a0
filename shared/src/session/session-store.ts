import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Me } from '../contracts/me.ts';

/**
 * The current session. `unknown`: the identity provider has not answered yet. `me` is null until the API has returned the role. The role
 * only decides what to show; the API decides what is allowed.
 */
export type Session =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'signed-out';
      /** True if the identity provider or the API ended the session. False if the person signed out. */
      readonly hasEnded?: boolean;
    }
  | { readonly status: 'signed-in'; readonly uid: string; readonly email: string; readonly emailVerified: boolean; readonly me: Me | null };

/** Finishes a sign-in with the code of the person's authenticator app. Throws the provider's error with its `code`. */
export type SecondStep = (code: string) => Promise<void>;

/** An authenticator app that is being added: its secret, the URL for its QR code, and the function that adds it. */
export type NewSecondFactor = { readonly secret: string; readonly address: string; readonly finish: SecondStep };

/** The signed-in person's own account at the identity provider. Methods throw the provider's error with its `code`. */
export type Account = {
  /** The time in the provider's own format. */
  readonly createdAt: string | null;
  readonly name: string | null;
  /** Ways to sign in, by the provider's names: `password`, `google.com`. */
  readonly providers: readonly string[];
  readonly rename: (name: string) => Promise<void>;
  /**
   * Signs in again, with the password or, for null, in Google's window. Sensitive changes need this within the last minutes. Returns the
   * second step if the account also requires a code.
   */
  readonly proveIdentity: (password: string | null) => Promise<SecondStep | null>;
  /** The authenticator apps that a sign-in requires. */
  readonly secondFactors: readonly { readonly id: string; readonly addedAt: string }[];
  /** Begins to add an authenticator app. `site`: the name that the app shows. */
  readonly addSecondFactor: (site: string) => Promise<NewSecondFactor>;
  readonly removeSecondFactor: (id: string) => Promise<void>;
  readonly changePassword: (password: string) => Promise<void>;
  /**
   * Sends a link to the new address. The address changes when the link is pressed. The previous address then gets a link that undoes the
   * change.
   */
  readonly changeEmail: (email: string, locale: string) => Promise<void>;
  /** Allows Google sign-in for this account. The person chooses the Google account in Google's window. */
  readonly linkGoogle: () => Promise<void>;
  readonly unlinkGoogle: () => Promise<void>;
  /** Does nothing if the account no longer exists. */
  readonly remove: () => Promise<void>;
};

/** The functions of the shell's identity code, which is only loaded when needed. */
export type Identity = {
  /** Returns the ID token, or null when signed out. `fresh` requests a new one from the provider. */
  readonly token: (fresh: boolean) => Promise<string | null>;
  readonly signOut: () => Promise<void>;
  /** Signs out because the API rejects this session, and records that it was not the person's wish. */
  readonly endSession: () => Promise<void>;
  /** Returns the signed-in account. Throws without one. */
  readonly account: () => Promise<Account>;
};

type SessionState = { readonly session: Session };

export const sessionStore = createStore<SessionState>()(() => ({ session: { status: 'unknown' } }));

export const useSession = (): Session => useStore(sessionStore, (state) => state.session);

let loadIdentity: (() => Promise<Identity>) | null = null;

/** Sets how the identity code is loaded. Called once, by the shell's browser entry. */
export function connectIdentity(load: () => Promise<Identity>): void {
  loadIdentity = load;
}

/** Returns the identity code, loaded on first use. Throws on the server, which knows no session. */
export function identity(): Promise<Identity> {
  if (!loadIdentity) throw new Error('no identity here: pages of signed-in people load their data in the browser');
  return loadIdentity();
}
