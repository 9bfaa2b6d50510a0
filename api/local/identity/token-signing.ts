import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { FileError } from '@site/shared/process/files.ts';
import { writeWhole } from '../state-files.ts';

export type SigningKey = {
  privateKey: string;
  id: string;
  /** The public key as a JSON Web Key Set, in Google's format. */
  jwks: string;
};

/** Returns the RSA key in `file`. The first call creates the file, so tokens stay valid after a restart. */
export function loadSigningKey(file: string): SigningKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeWhole(file, String(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  }
  const privateKey = readFileSync(file, 'utf8');
  const publicKey = readPublicKey(file, privateKey);
  const id = createHash('sha256').update(String(publicKey.n)).digest('hex').slice(0, 16);
  return { privateKey, id, jwks: JSON.stringify({ keys: [{ ...publicKey, kid: id, alg: 'RS256', use: 'sig' }] }) };
}

function readPublicKey(file: string, privateKey: string) {
  try {
    return createPublicKey(privateKey).export({ format: 'jwk' });
  } catch (cause) {
    throw new FileError(`${file} is damaged: delete it, and everybody signs in again`, { cause });
  }
}
