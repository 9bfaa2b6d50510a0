import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, writing } from '../src/process/files.ts';
import { newPrivateKey, publicPartOf, signingKeyOf } from './signing.ts';

/** The public part of the key in `file`; the key is made when there is none yet, and readable by its owner alone. */
export function localPublicKey(file: string): string {
  if (!existsSync(file)) {
    makeFolder(dirname(file));
    writing(file, () => writeFileSync(file, `${newPrivateKey()}\n`, { mode: 0o600 }));
  }
  return publicPartOf(signingKeyOf(readFileSync(file, 'utf8')));
}
