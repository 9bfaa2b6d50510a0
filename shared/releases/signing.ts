import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { NotThere } from '../src/readiness/readiness.ts';

/** Content of the store that was not signed with a trusted key. The message is safe to show to anybody. */
export class NotTrusted extends NotThere {
  override readonly name = 'NotTrusted';
}

/** Trusted keys by id. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;
export type SigningKey = { readonly id: string; readonly key: KeyObject };

/** Kinds of signed content. The kind is part of the signature, so a record never passes for a registry. */
type Kind = 'release' | 'registry' | 'shell-file';
const typeOf = (kind: Kind): string => `application/vnd.semente.${kind}+json`;

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** Returns a new Ed25519 key in the form of its file and of RELEASE_PRIVATE_KEY: PKCS#8 in base64, on one line. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** Parses a private key. Throws a sentence, which never contains the key, unless it is an Ed25519 key. */
export function signingKeyOf(text: string): SigningKey {
  const key = keyOf(text, 'RELEASE_PRIVATE_KEY', (der) => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }));
  return { id: idOf(createPublicKey(key)), key };
}

/** Returns the public part of a key in the form of RELEASE_PUBLIC_KEYS: SPKI in base64. */
export const publicPartOf = ({ key }: SigningKey): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

/** Parses RELEASE_PUBLIC_KEYS, which are separated by commas. Throws a sentence for an invalid key. */
export function publicKeysOf(text: string): PublicKeys {
  const keys = text
    .split(',')
    .filter((part) => part.trim())
    .map((part) => keyOf(part, 'RELEASE_PUBLIC_KEYS', (der) => createPublicKey({ key: der, type: 'spki', format: 'der' })));
  return new Map(keys.map((key) => [idOf(key), key]));
}

function keyOf(text: string, name: string, read: (der: Buffer) => KeyObject): KeyObject {
  try {
    const key = read(Buffer.from(text.trim(), 'base64'));
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Throw our own sentence below: the library's error may contain a part of the key.
  }
  throw new Error(`${name} does not contain a key of \`npm run release-key\``);
}

const EnvelopeSchema = v.object({
  payloadType: v.string(),
  payload: v.string(),
  signatures: v.pipe(v.array(v.object({ keyid: v.string(), sig: v.string() })), v.minLength(1), v.maxLength(8)),
});

/**
 * Returns the bytes to sign: type and text with their lengths, so that neither can extend into the other (DSSE's pre-authentication
 * encoding).
 */
const signedBytes = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** Returns `value` as JSON in a signed envelope: DSSE, the format of in-toto and Sigstore. */
export function seal(kind: Kind, value: unknown, { id, key }: SigningKey): Uint8Array {
  const payload = Buffer.from(JSON.stringify(value));
  const sig = sign(null, signedBytes(typeOf(kind), payload), key).toString('base64');
  const envelope = { payloadType: typeOf(kind), payload: payload.toString('base64'), signatures: [{ keyid: id, sig }] };
  return Buffer.from(`${JSON.stringify(envelope, null, 1)}\n`);
}

/**
 * Returns the content of an envelope and the id of the trusted key that signed it. Throws `NotTrusted`; `what` names the envelope in the
 * message.
 */
export function unseal(kind: Kind, bytes: Uint8Array, trusted: PublicKeys, what: string): { value: unknown; keyId: string } {
  const envelope = v.safeParse(EnvelopeSchema, jsonOf(bytes));
  if (!envelope.success) throw new NotTrusted(`${what} is not signed`);
  const { payloadType, payload, signatures } = envelope.output;
  if (payloadType !== typeOf(kind)) throw new NotTrusted(`${what} is signed as something else`);
  const text = Buffer.from(payload, 'base64');
  const known = signatures.flatMap(({ keyid, sig }) => {
    const key = trusted.get(keyid);
    return key ? [{ keyId: keyid, key, sig: Buffer.from(sig, 'base64') }] : [];
  });
  if (known.length === 0) throw new NotTrusted(`${what} is signed with a key that is not trusted here (${idsOf(signatures)})`);
  const signed = known.find(({ key, sig }) => verify(null, signedBytes(payloadType, text), key, sig));
  if (!signed) throw new NotTrusted(`${what} has a signature that does not fit it`);
  return { value: jsonOf(text), keyId: signed.keyId };
}

/** Returns key ids that are safe to show: the writer of the envelope is not trusted. */
const idsOf = (signatures: readonly { keyid: string }[]): string =>
  signatures.map(({ keyid }) => (/^[0-9a-f]{16}$/.test(keyid) ? keyid : 'no id')).join(', ');

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
