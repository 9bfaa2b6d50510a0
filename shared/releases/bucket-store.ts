import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { plainPath } from './names.ts';
import { NotTrusted } from './signing.ts';
import { LARGEST_FILE, type ReleaseStore, type StoredFile } from './store.ts';

type Bucket = {
  /** Endpoint and bucket: `https://s3.example.com/releases`. The bucket contains nothing but releases. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
};

/** The longest wait for an answer of the bucket, in milliseconds, and the number of attempts of a failed request. */
const ANSWER_LIMIT_MS = 30_000;
const RETRIES = 2;

/** A test file, written to find out whether the bucket respects conditional writes. */
const PROBE = 'conditions.txt';

/** Creates a store in a bucket that speaks the S3 protocol with path-style addresses (AWS, R2, MinIO, Supabase Storage and others). */
export function createBucketStore({ url, region, keyId, secret }: Bucket): ReleaseStore {
  const root = url.replace(/\/+$/, '');
  const client = new AwsClient({ accessKeyId: keyId, secretAccessKey: secret, service: 's3', region, retries: RETRIES });
  async function call(method: string, address: string, { body, headers = {} }: { body?: Uint8Array; headers?: HeadersInit } = {}) {
    const signed = new Headers(headers);
    // The digest is signed with the request, so no byte of the body can change on the way.
    signed.set(
      'x-amz-content-sha256',
      createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    );
    return await client.fetch(address, {
      method,
      headers: signed,
      ...(body ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
  }

  const refused = async (answer: Response, what: string): Promise<Error> => {
    const [, code = ''] = /<Code>(.*?)<\/Code>/.exec(await answer.text()) ?? [];
    return new Error(`${what}: ${new URL(root).host} answered ${answer.status} ${code}`.trim());
  };

  const at = (path: string): string => `${root}/${plainPath(path)}`;

  async function get(path: string, mostBytes = LARGEST_FILE, headers: HeadersInit = {}): Promise<StoredFile | null> {
    const answer = await call('GET', at(path), { headers });
    if (answer.status === 304 || answer.status === 404) return null;
    if (!answer.ok) throw await refused(answer, `${path} cannot be read`);
    return { bytes: await bytesOf(answer, mostBytes, path), tag: answer.headers.get('etag') ?? '' };
  }

  async function put(path: string, body: Uint8Array, headers: HeadersInit = {}): Promise<boolean> {
    const answer = await call('PUT', at(path), { body, headers: { 'content-type': typeOf(path), ...headers } });
    // Another writer changed the file, so the condition of this write failed. Or another conditional write was running.
    if (answer.status === 412 || answer.status === 409) return false;
    if (!answer.ok) throw await refused(answer, `${path} cannot be written`);
    await answer.body?.cancel();
    return true;
  }

  /** Returns the keys that begin with `prefix`. With a delimiter, each key is cut after it and listed once. */
  async function keys(prefix: string, delimiter = ''): Promise<string[]> {
    const found: string[] = [];
    for (let token: string | null = ''; token !== null; ) {
      const query = new URLSearchParams({ 'list-type': '2', prefix });
      if (delimiter) query.set('delimiter', delimiter);
      if (token) query.set('continuation-token', token);
      const answer = await call('GET', `${root}?${query}`);
      if (!answer.ok) throw await refused(answer, `${prefix} cannot be listed`);
      const xml = await answer.text();
      found.push(...[...xml.matchAll(/<(?:Key|CommonPrefixes>\s*<Prefix)>([^<]+)</g)].map(([, key = '']) => key));
      token = /<NextContinuationToken>([^<]+)</.exec(xml)?.[1] ?? null;
    }
    return found;
  }

  return {
    address: root,
    read: async (path, mostBytes) => await get(path, mostBytes),
    readNewer: async (path, tag, mostBytes) => await get(path, mostBytes, { 'if-none-match': tag }),
    write: async (path, bytes) => {
      if (!(await put(path, bytes))) throw new Error(`${path} cannot be written: another process is writing it`);
    },
    replace: async (path, bytes, tag) => await put(path, bytes, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag }),
    isGuarded: async () => {
      await put(PROBE, new Uint8Array(1));
      return !(await put(PROBE, new Uint8Array(1), { 'if-none-match': '*' }));
    },
    list: async (folder) => (await keys(`${plainPath(folder)}/`, '/')).map((key) => key.slice(folder.length + 1).replace(/\/$/, '')),
    removeFolder: async (folder) => {
      const inside = await keys(`${plainPath(folder)}/`);
      for (const key of inside.sort((a, b) => depthOf(a) - depthOf(b))) {
        const answer = await call('DELETE', `${root}/${key}`);
        if (!answer.ok && answer.status !== 404) throw await refused(answer, `${key} cannot be removed`);
      }
    },
  };
}

/** Reads the body, but no more than `mostBytes`. */
async function bytesOf(answer: Response, mostBytes: number, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    length += part.length;
    if (length > mostBytes) throw new NotTrusted(`${path} has more bytes than it may have`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

const depthOf = (key: string): number => key.split('/').length;

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};
const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';
