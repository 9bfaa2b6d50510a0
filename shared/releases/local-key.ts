import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, writing } from '../src/process/files.ts';
import { newPrivateKey, publicPartOf, signingKeyOf } from './signing.ts';

/** Returns the public part of the key in `file`. Creates the key, readable only by its owner, if there is none. */
export function localPublicKey(file: string): string {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writing(file, () => writeFileSync(file, `${newPrivateKey()}\n`, { mode: 0o600 }));
  }
  return publicPartOf(signingKeyOf(readFileSync(file, 'utf8')));
}
