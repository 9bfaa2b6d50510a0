import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import { jwtVerify } from 'jose';
import type { Call } from './wire.ts';

const PATH = '/storage/v1/upload/resumable';
const A_DAY_MS = 24 * 3_600_000;

type ResumableOptions = {
  /** The folder of unfinished uploads. */
  directory: string;
  /** The secret of signed upload links. */
  secret: string;
  /** The size of the largest file, in bytes. */
  maxBytes: number;
  stock: Call['stock'];
};

/** The id of an upload, which is also its file name: bucket and key, and a part that differs for each upload. */
const idOf = (bucket: string, key: string) => Buffer.from(`${bucket}/${key}/${randomUUID()}`).toString('base64url');
const targetOf = (id: string) => Buffer.from(id, 'base64url').toString().split('/').slice(0, -1).join('/');

/** Fails a request in the form that @tus/server expects. */
const refuse = (status: number, body: string) => Object.assign(new Error(body), { status_code: status, body });

/**
 * Answers uploads in parts (TUS 1.0.0) to signed links, as the real service does below `/upload/resumable/sign`. @supabase/lite has no
 * uploads in parts.
 */
export function createResumableUploads({ directory, secret, maxBytes, stock }: ResumableOptions): Call['stock'] {
  const store = new FileStore({ directory, expirationPeriodInMilliseconds: A_DAY_MS });
  const server = new Server({
    path: PATH,
    datastore: store,
    maxSize: maxBytes,
    allowedHeaders: ['Authorization', 'X-Upsert', 'Upload-Expires', 'ApiKey', 'x-signature'],
    namingFunction: (_, metadata) => idOf(metadata?.bucketName ?? '', metadata?.objectName ?? ''),
    generateUrl: (_, { proto, host, path, id }) => `${proto}://${host}${path}/sign/${id}`,
    onIncomingRequest: async (request, id) => {
      if (request.method === 'OPTIONS') return;
      const signature = request.headers.get('x-signature');
      if (!signature) throw refuse(400, 'Missing x-signature header');
      const { payload } = await jwtVerify(signature, new TextEncoder().encode(secret), { algorithms: ['HS256'] }).catch((error: Error) => {
        throw refuse(400, error.message);
      });
      if (payload.intent !== 'upload' || `${payload.bucket}/${payload.sub}` !== targetOf(id)) throw refuse(400, 'Invalid signature');
    },
    onUploadFinish: async (request, { id, size, metadata }) => {
      const url = new URL(request.url);
      url.pathname = `/storage/v1/object/upload/sign/${targetOf(id)}`;
      url.search = `?token=${request.headers.get('x-signature')}`;
      const headers = { 'content-type': metadata?.contentType ?? 'application/octet-stream', 'content-length': String(size) };
      const body = Readable.toWeb(store.read(id)) as ReadableStream;
      const answer = await stock(new Request(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit));
      if (!answer.ok) throw refuse(answer.status, await answer.text());
      return { headers: { 'Tus-Complete': '1' } };
    },
  });
  return (request) => server.handleWeb(request);
}
