import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Me } from '../contracts/me.ts';

/**
 * Who is here. `unknown` until the identity provider was asked; `me` is null while the API has not told the role.
 * The role only chooses what to show: the API decides what may be done.
 */
export type Session =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'signed-out';
      /** The provider or the API ended the session; there was no sign-out here. */
      readonly hasEnded?: boolean;
    }
  | { readonly status: 'signed-in'; readonly uid: string; readonly email: string; readonly emailVerified: boolean; readonly me: Me | null };

/** Finishes a sign-in with the code that the person's authenticator app shows. What is refused throws the provider's error with its `code`. */
export type SecondStep = (code: string) => Promise<void>;

/** An authenticator app that is about to be added: its secret, the address that apps read from a picture, and what adds it. */
export type NewSecondFactor = { readonly secret: string; readonly address: string; readonly finish: SecondStep };

/** The identity provider's account, as its owner sees and changes it. What is refused throws the provider's error with its `code`. */
export type Account = {
  /** As the provider writes it. */
  readonly createdAt: string | null;
  readonly name: string | null;
  /** Ways to sign in, by the provider's names: `password`, `google.com`. */
  readonly providers: readonly string[];
  readonly rename: (name: string) => Promise<void>;
  /**
   * Signs in again, with the password or, for null, in Google's window. What follows needs it within minutes. Returns what finishes it
   * when the account asks for a code too.
   */
  readonly proveIdentity: (password: string | null) => Promise<SecondStep | null>;
  /** Authenticator apps whose codes a sign-in asks for. */
  readonly secondFactors: readonly { readonly id: string; readonly addedAt: string }[];
  /** Begins to add one; `site` is the name that the app shows. */
  readonly addSecondFactor: (site: string) => Promise<NewSecondFactor>;
  readonly removeSecondFactor: (id: string) => Promise<void>;
  readonly changePassword: (password: string) => Promise<void>;
  /** Sends a link to the new address, which becomes the account's with a press there. The previous one then gets a link that takes it back. */
  readonly changeEmail: (email: string, locale: string) => Promise<void>;
  /** Lets Google open this account too; the choice is made in Google's window. */
  readonly linkGoogle: () => Promise<void>;
  readonly unlinkGoogle: () => Promise<void>;
  /** Nothing to do when the account is gone already. */
  readonly remove: () => Promise<void>;
};

/** What the shell's identity code does for everybody else; it is loaded only when needed. */
export type Identity = {
  /** The ID token, or null when signed out. `fresh` asks the provider for a new one. */
  readonly token: (fresh: boolean) => Promise<string | null>;
  readonly signOut: () => Promise<void>;
  /** Signs out because the API refuses this session, and remembers that it was not the person's wish. */
  readonly endSession: () => Promise<void>;
  /** The account that is signed in. Throws without one. */
  readonly account: () => Promise<Account>;
};

type SessionState = { readonly session: Session };

export const sessionStore = createStore<SessionState>()(() => ({ session: { status: 'unknown' } }));

/** The session, for components. */
export const useSession = (): Session => useStore(sessionStore, (state) => state.session);

let loadIdentity: (() => Promise<Identity>) | null = null;

/** Tells how the identity code is loaded. Called once, by the shell's browser entry. */
export function connectIdentity(load: () => Promise<Identity>): void {
  loadIdentity = load;
}

/** The identity code, loaded on first use. Throws on the server, which knows no session. */
export function identity(): Promise<Identity> {
  if (!loadIdentity) throw new Error('no identity here: pages of signed-in people load their data in the browser');
  return loadIdentity();
}
