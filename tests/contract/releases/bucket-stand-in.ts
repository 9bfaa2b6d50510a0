import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BucketStandIn = {
  /** The bucket's address, for RELEASES_BUCKET_URL. */
  url: string;
  keyId: string;
  secret: string;
  region: string;
  files: Map<string, Buffer>;
  /** The number of requests that changed the bucket. */
  writes: number;
  /** Ignores conditions of writes. Some services support conditions for reads only. */
  ignoresConditions: boolean;
  /** Makes the bucket answer 500 if it returns true. */
  fails: (method: string, key: string) => boolean;
  stop: () => void;
};

const LISTED_AT_ONCE = 5;
const hex = (algorithm: string, data: string | Buffer) => createHash(algorithm).update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const etagOf = (bytes: Buffer) => `"${hex('md5', bytes)}"`;

/** Starts a bucket named `releases` with the parts of S3's protocol that releases need: signatures, conditions, and lists in parts. */
export async function startBucket(): Promise<BucketStandIn> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { status, headers = {}, body = '' } = answer(request, Buffer.concat(chunks));
    response.writeHead(status, headers).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const bucket: BucketStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/releases`,
    keyId: 'key-of-tests',
    secret: 'secret-of-tests',
    region: 'sa-east-1',
    files: new Map(),
    writes: 0,
    ignoresConditions: false,
    fails: () => false,
    stop: () => server.close(),
  };

  type Answer = { status: number; headers?: Record<string, string>; body?: string | Buffer };
  const error = (status: number, code: string): Answer => ({ status, body: `<Error><Code>${code}</Code></Error>` });

  function answer(request: IncomingMessage, body: Buffer): Answer {
    const { method = '', headers } = request;
    const { pathname, searchParams } = new URL(request.url ?? '', bucket.url);
    const problem = problemOfSignature(request, body, bucket);
    if (problem) return error(403, problem);
    const [, name, ...rest] = pathname.split('/');
    if (name !== 'releases') return error(404, 'NoSuchBucket');
    const key = rest.join('/');
    if (bucket.fails(method, key)) return error(500, 'InternalError');
    if (method === 'GET' && searchParams.get('list-type') === '2') return { status: 200, body: list(searchParams) };
    const known = bucket.files.get(key);
    const tag = known && etagOf(known);
    if (method === 'GET') {
      if (!known || !tag) return error(404, 'NoSuchKey');
      return headers['if-none-match'] === tag
        ? { status: 304, headers: { etag: tag } }
        : { status: 200, headers: { etag: tag }, body: known };
    }
    if (method === 'PUT') {
      const isRefused = (headers['if-none-match'] === '*' && known) || (headers['if-match'] && headers['if-match'] !== tag);
      if (isRefused && !bucket.ignoresConditions) return error(412, 'PreconditionFailed');
      bucket.files.set(key, body);
      bucket.writes++;
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (method !== 'DELETE') return error(405, 'MethodNotAllowed');
    bucket.files.delete(key);
    return { status: 204 };
  }

  function list(query: URLSearchParams): string {
    const [prefix, delimiter, after] = [query.get('prefix') ?? '', query.get('delimiter'), query.get('continuation-token') ?? ''];
    const named = [...bucket.files.keys()].sort().filter((key) => key.startsWith(prefix));
    const upTo = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + 1);
    };
    const found = [...new Set(named.map(upTo))].filter((entry) => entry > after);
    const shown = found.slice(0, LISTED_AT_ONCE);
    const entries = shown.map((entry) =>
      delimiter && entry.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${entry}</Key><ETag>&quot;…&quot;</ETag></Contents>`,
    );
    const next = found.length > shown.length ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    return `<?xml version="1.0"?><ListBucketResult><Prefix>${prefix}</Prefix>${entries.join('')}${next}</ListBucketResult>`;
  }

  return bucket;
}

/** Returns what is wrong with the AWS Signature Version 4 of a whole request, computed here from the specification. Null if it is valid. */
function problemOfSignature(request: IncomingMessage, body: Buffer, { keyId, secret, region }: BucketStandIn): string | null {
  const given = /^AWS4-HMAC-SHA256 Credential=(\S+?), ?SignedHeaders=(\S+?), ?Signature=(\w+)$/.exec(request.headers.authorization ?? '');
  if (!given) return 'AccessDenied';
  const [, credential = '', signedHeaders = '', signature = ''] = given;
  const [id, date = '', ...scope] = credential.split('/');
  if (id !== keyId) return 'InvalidAccessKeyId';
  if (scope.join('/') !== `${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed';
  const digest = String(request.headers['x-amz-content-sha256']);
  if (digest !== hex('sha256', body)) return 'XAmzContentSHA256Mismatch';
  const signed = signedHeaders.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return 'AccessDenied';
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const encode = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...searchParams].map(([key, value]) => `${encode(key)}=${encode(value)}`).sort();
  const canonical = [
    request.method,
    pathname,
    query.join('&'),
    ...signed.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signedHeaders,
    digest,
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], [date, ...scope].join('/'), hex('sha256', canonical)].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date));
  const expected = hmac(key, toSign);
  const actual = Buffer.from(signature, 'hex');
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? null : 'SignatureDoesNotMatch';
}
