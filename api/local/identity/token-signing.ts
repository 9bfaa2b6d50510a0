import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export type SigningKey = {
  privateKey: string;
  id: string;
  /** The public half as a JSON Web Key Set, in the form of Google's. */
  jwks: string;
};

/** The RSA key in `file`, made at the first call: tokens stay valid over restarts. */
export function loadSigningKey(file: string): SigningKey {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  }
  const privateKey = readFileSync(file, 'utf8');
  const publicKey = createPublicKey(privateKey).export({ format: 'jwk' });
  const id = createHash('sha256').update(String(publicKey.n)).digest('hex').slice(0, 16);
  return { privateKey, id, jwks: JSON.stringify({ keys: [{ ...publicKey, kid: id, alg: 'RS256', use: 'sig' }] }) };
}
