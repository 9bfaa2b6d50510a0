import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';
import { NotThere } from '../src/readiness/readiness.ts';

/** Something in the store is not what was put there by those whom this process trusts. Anybody may read why. */
export class NotTrusted extends NotThere {
  override readonly name = 'NotTrusted';
}

/** Keys that are trusted, by their ids. */
export type PublicKeys = ReadonlyMap<string, KeyObject>;
export type SigningKey = { readonly id: string; readonly key: KeyObject };

/** What is signed: a record never passes for a registry. */
type Kind = 'release' | 'registry' | 'shell-file';
const typeOf = (kind: Kind): string => `application/vnd.semente.${kind}+json`;

const idOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/** A new Ed25519 key, as its file and RELEASE_PRIVATE_KEY hold it: PKCS#8 in base64, one line. */
export const newPrivateKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');

/** Throws a sentence, without the key, for anything else than an Ed25519 key. */
export function signingKeyOf(text: string): SigningKey {
  const key = keyOf(text, 'RELEASE_PRIVATE_KEY', (der) => createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }));
  return { id: idOf(createPublicKey(key)), key };
}

/** The public part of a key, as RELEASE_PUBLIC_KEYS holds it: SPKI in base64. */
export const publicPartOf = ({ key }: SigningKey): string =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

/** The keys of RELEASE_PUBLIC_KEYS, which are separated by commas. Throws a sentence for what is none. */
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
    // Said below: the error of the library may hold a part of the key.
  }
  throw new Error(`${name} holds something that is no key of \`npm run release-key\``);
}

const EnvelopeSchema = v.object({
  payloadType: v.string(),
  payload: v.string(),
  signatures: v.pipe(v.array(v.object({ keyid: v.string(), sig: v.string() })), v.minLength(1), v.maxLength(8)),
});

/** What a signature is made over: a type and a text with their lengths, so that neither reaches into the other (DSSE's pre-authentication encoding). */
const signedBytes = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** `value` as JSON in an envelope with a signature: DSSE, the format of in-toto and Sigstore. */
export function seal(kind: Kind, value: unknown, { id, key }: SigningKey): Uint8Array {
  const payload = Buffer.from(JSON.stringify(value));
  const sig = sign(null, signedBytes(typeOf(kind), payload), key).toString('base64');
  const envelope = { payloadType: typeOf(kind), payload: payload.toString('base64'), signatures: [{ keyid: id, sig }] };
  return Buffer.from(`${JSON.stringify(envelope, null, 1)}\n`);
}

/** What is in an envelope, and the id of the trusted key that signed it. Throws `NotTrusted`; `what` names it for people. */
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

/** Ids as they may be shown: what wrote them is not trusted. */
const idsOf = (signatures: readonly { keyid: string }[]): string =>
  signatures.map(({ keyid }) => (/^[0-9a-f]{16}$/.test(keyid) ? keyid : 'no id')).join(', ');

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
