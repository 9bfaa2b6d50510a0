import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { createBucketStore } from './bucket-store.ts';
import { createFolderStore } from './folder-store.ts';
import { type PublicKeys, publicKeysOf, publicPartOf, type SigningKey, signingKeyOf } from './signing.ts';
import type { ReleaseStore } from './store.ts';

/** A store, which itself is not trusted, with the public keys that are. */
export type CheckedStore = ReleaseStore & { readonly trusted: PublicKeys };
/** A store with the releaser's private key. */
export type SigningStore = CheckedStore & { readonly signingKey: SigningKey };

/** Settings that choose the store: a bucket if its URL is set, otherwise a folder. */
export type StoreSettings = {
  readonly RELEASES_DIR?: string | undefined;
  readonly RELEASES_BUCKET_URL?: string | undefined;
  readonly RELEASES_BUCKET_REGION?: string | undefined;
  readonly RELEASES_BUCKET_KEY_ID?: string | undefined;
  readonly RELEASES_BUCKET_SECRET?: string | undefined;
};

const ROOT = join(import.meta.dirname, '../..');

function folderOf({ RELEASES_DIR: folder = '' }: StoreSettings): string {
  return isAbsolute(folder) ? folder : join(ROOT, folder || '.releases');
}

/** Opens the store of these settings. Throws a sentence that names the missing setting. */
export function openReleaseStore(settings: StoreSettings): ReleaseStore {
  const url = settings.RELEASES_BUCKET_URL;
  if (!url) {
    return createFolderStore(folderOf(settings));
  }
  const { RELEASES_BUCKET_KEY_ID: keyId, RELEASES_BUCKET_SECRET: secret } = settings;
  if (!keyId || !secret) throw new Error('RELEASES_BUCKET_URL needs RELEASES_BUCKET_KEY_ID and RELEASES_BUCKET_SECRET');
  if (!settings.RELEASES_BUCKET_REGION && new URL(url).hostname.endsWith('.amazonaws.com'))
    throw new Error('RELEASES_BUCKET_REGION is missing: set it to the bucket’s AWS region, such as sa-east-1');
  return createBucketStore({ url, keyId, secret, region: settings.RELEASES_BUCKET_REGION || 'auto' });
}

type SigningSettings = StoreSettings & {
  readonly RELEASE_PRIVATE_KEY?: string | undefined;
  readonly RELEASE_PUBLIC_KEYS?: string | undefined;
};

/** Returns where `npm run release-key` and `npm start` keep the key: next to the folder of releases, never inside it. */
export const keyFileOf = (settings: StoreSettings): string => `${folderOf(settings)}.key`;

/**
 * Opens the store of these settings for the releaser. Trusts the releaser's own key and those of RELEASE_PUBLIC_KEYS. Throws a sentence
 * that names the missing setting.
 */
export function openSigningStore(settings: SigningSettings): SigningStore {
  const file = keyFileOf(settings);
  const text = settings.RELEASE_PRIVATE_KEY || (existsSync(file) ? readFileSync(file, 'utf8') : '');
  if (!text) throw new Error(`There is no key to sign releases: set RELEASE_PRIVATE_KEY, or create ${file} with \`npm run release-key\`.`);
  const signingKey = signingKeyOf(text);
  const trusted = publicKeysOf([publicPartOf(signingKey), settings.RELEASE_PUBLIC_KEYS ?? ''].join());
  return { ...openReleaseStore(settings), trusted, signingKey };
}
