import type { SigningStore } from '@site/shared/releases/release-store.ts';
import { newPrivateKey, publicKeysOf, publicPartOf, type SigningKey, signingKeyOf } from '@site/shared/releases/signing.ts';
import type { ReleaseStore } from '@site/shared/releases/store.ts';

export const newKey = (): SigningKey => signingKeyOf(newPrivateKey());

/** Returns a store that signs with `key` and trusts no other key. */
export const signing = (store: ReleaseStore, key: SigningKey = newKey()): SigningStore => ({
  ...store,
  signingKey: key,
  trusted: publicKeysOf(publicPartOf(key)),
});

/** A value for RELEASE_PUBLIC_KEYS. */
export const PUBLIC_KEY = publicPartOf(newKey());
