import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { currentDeadline } from '../../base/deadline.ts';
import { currentRequestId } from '../../base/request-id.ts';
import type { Sql } from './database.generated.ts';
import { isExistingFile, isMissingFile } from './missing-file.ts';
import { type AskSql, createSql } from './sql.ts';

const TIMEOUT_MS = 6_000;
/** Files are up to 64 MB. No page waits for them: jobs read and store them, and the owner uploads them. */
const FILE_TIMEOUT_MS = 60_000;
/** A stream arrives as fast as another host sends it. */
const STREAM_TIMEOUT_MS = 1_200_000;
/** Node's `fetch` keeps a copy of the whole body to send it again after a redirect, except with these options. */
const NOT_SENT_AGAIN = { redirect: 'error', window: null } as const;
const IS_FILE = /\/storage\/v1\/object\/(?!info\/|sign\/|upload\/sign\/)/;
/** Finds the name of the SQL function in the URL of its call. */
const FUNCTION = /\/rest\/v1\/rpc\/(\w+)/;
const RETRY_AFTER_S = 5;
export const PRIVATE_BUCKET = 'ebooks';
export const PUBLIC_BUCKET = 'store-assets';
const A_YEAR_IN_SECONDS = '31536000';

/** The data service. Every query and change is one SQL function of `supabase/schemas`. */
export type Data = {
  /**
   * The SQL functions. A call throws `service_unavailable` during an outage, the function's own refusal as `AppError`, and a plain error
   * for everything that is our fault.
   */
  sql: Sql;
  /** Returns a link to a private file that works for `seconds` and is saved as `filename`. */
  signPrivateFile: (key: string, filename: string, seconds: number) => Promise<string>;
  /** Returns the version and size of a private file, or null when it does not exist. `version` changes with the content. */
  aboutPrivateFile: (key: string) => Promise<{ version: string; size: number } | null>;
  readPrivateFile: (key: string) => Promise<Uint8Array<ArrayBuffer>>;
  /** Streams a private file. The stream fails when reading takes longer than a minute. */
  streamPrivateFile: (key: string) => Promise<AsyncIterable<Uint8Array>>;
  /** Stores a file that only signed links open. Replaces an existing file. Throws `payload_too_large` above the storage's limit. */
  storePrivateFile: (key: string, type: string, body: Uint8Array<ArrayBuffer>) => Promise<void>;
  /**
   * Stores a file of at most 200 MB from a stream, without having it in memory. Throws the error of the stream, and `payload_too_large`
   * above the storage's limit.
   */
  storePrivateStream: (key: string, type: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>;
  /** Returns the private files of a folder that were stored before `before`. */
  listPrivateFiles: (folder: string, before: Date) => Promise<string[]>;
  listBuckets: () => Promise<{ id: string; isPublic: boolean }[]>;
  /** Removes private files. Missing files are no error. */
  removePrivateFiles: (keys: readonly string[]) => Promise<void>;
  /** Returns a URL for the upload of one private file, once, within two hours. */
  uploadLink: (key: string) => Promise<string>;
  /** Returns the target of an upload in parts (TUS) of one private file, within two hours. */
  resumableUpload: (key: string) => Promise<{ endpoint: string; signature: string; bucket: string; key: string }>;
  /** Copies a private file to the public bucket, without reading it. A copy that exists stays: the keys of both contain a version. */
  copyToPublic: (key: string, publicKey: string) => Promise<void>;
  /** Stores a public file. Replaces an existing file. */
  storePublicFile: (key: string, type: string, body: Uint8Array) => Promise<void>;
  /** Removes public files. Missing files are no error. */
  removePublicFiles: (keys: readonly string[]) => Promise<void>;
};

/**
 * SQLSTATEs of temporary failures: connections, resources such as a full disk, shutdown and canceled statements, disk errors, a read-only
 * database, transactions that took too long, and locks held by others.
 */
const NOT_NOW = /^(08|53|57|58|25006|25P0[34]|55P03)/;

/** SQLSTATEs of a transaction that was rolled back in favor of another one and can be retried. */
const UNDONE: ReadonlySet<string> = new Set(['40001', '40P01']);
const MOST_TRIES = 3;

async function* readToEnd(portions: AsyncIterable<Uint8Array>, toFailure: (error: Error) => Error): AsyncGenerator<Uint8Array> {
  try {
    yield* portions;
  } catch (error) {
    throw toFailure(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Older storage services answer 400 with `statusCode: "413"`. */
const isTooLarge = (error: Error): boolean => {
  const { status, statusCode } = error as { status?: number; statusCode?: string };
  return status === 413 || statusCode === '413';
};

const isOutage = (status: number, code: string | undefined): boolean =>
  status === 0 ||
  [502, 503, 504].includes(status) ||
  (code !== undefined && NOT_NOW.test(code)) ||
  code === 'PGRST002' ||
  code === 'PGRST003';

export function createData(url: string, secretKey: string): Data {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        const requestId = currentRequestId();
        // PostgREST passes the header to functions and triggers in `request.headers`, and writes it to its log.
        if (requestId !== undefined) headers.set('x-request-id', requestId);
        const url = input instanceof Request ? input.url : String(input);
        const deadline = currentDeadline();
        const isStream = init?.body instanceof ReadableStream;
        const signal = AbortSignal.any([
          AbortSignal.timeout(isStream ? STREAM_TIMEOUT_MS : IS_FILE.test(url) ? FILE_TIMEOUT_MS : TIMEOUT_MS),
          ...(deadline ? [deadline.signal] : []),
          ...(init?.signal ? [init.signal] : []),
        ]);
        return getTelemetry().call('data', FUNCTION.exec(url)?.[1] ?? 'file', () =>
          fetch(input, { ...init, headers, signal, ...(isStream ? NOT_SENT_AGAIN : {}) }),
        );
      },
    },
  });
  const privateFiles = client.storage.from(PRIVATE_BUCKET);
  const unavailable = (cause: unknown) => new AppError('service_unavailable', { retryAfterSeconds: RETRY_AFTER_S }, { cause });
  const failure = (what: string, error: Error) => {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
    const cause = new Error(`${what}: ${error.message}`);
    return isOutage(status, undefined) ? unavailable(cause) : cause;
  };

  const ask: AskSql = async (name, args) => {
    let answer = await client.rpc(name, args);
    for (let tries = 1; answer.error && UNDONE.has(answer.error.code) && tries < MOST_TRIES; tries += 1)
      answer = await client.rpc(name, args);
    const { data, error, status } = answer;
    if (error) {
      const cause = new Error(`${name}: ${error.code ?? ''} ${error.message}`);
      throw isOutage(status, error.code) ? unavailable(cause) : cause;
    }
    return data;
  };
  return {
    sql: createSql(ask),
    signPrivateFile: async (key, filename, seconds) => {
      const { data, error } = await privateFiles.createSignedUrl(key, seconds);
      if (error) throw failure(`signing ${key}`, error);
      // The client's own `download` option encodes the name twice.
      return `${data.signedUrl}&download=${encodeURIComponent(filename)}`;
    },
    aboutPrivateFile: async (key) => {
      const { data, error } = await privateFiles.info(key);
      if (error) {
        if (isMissingFile(error)) return null;
        throw failure(`asking for ${key}`, error);
      }
      return { version: v.parse(v.string(), data.etag), size: v.parse(v.number(), data.size) };
    },
    readPrivateFile: async (key) => {
      // The client throws when the response is cut off, instead of returning the error.
      const { data, error } = await privateFiles.download(key).catch((error: Error) => ({ data: null, error }));
      if (error) throw failure(`reading ${key}`, error);
      return new Uint8Array(await data.arrayBuffer());
    },
    streamPrivateFile: async (key) => {
      const { data, error } = await privateFiles.download(key).asStream();
      if (error) throw failure(`reading ${key}`, error);
      return readToEnd(data, (error) => failure(`reading ${key}`, error));
    },
    storePrivateFile: async (key, contentType, body) => {
      const { error } = await privateFiles.upload(key, body, { contentType, upsert: true });
      if (error && isTooLarge(error)) throw new AppError('payload_too_large', undefined, { cause: error });
      if (error) throw failure(`storing ${key}`, error);
    },
    storePrivateStream: async (key, contentType, chunks) => {
      let broken: { error: unknown } | undefined;
      async function* passedOn() {
        try {
          yield* chunks;
        } catch (error) {
          broken = { error };
          throw error;
        }
      }
      const { error } = await privateFiles.upload(key, ReadableStream.from(passedOn()), { contentType, upsert: true });
      if (broken) throw broken.error;
      if (error && isTooLarge(error)) throw new AppError('payload_too_large', undefined, { cause: error });
      if (error) throw failure(`storing ${key}`, error);
    },
    listPrivateFiles: async (folder, before) => {
      const { data, error } = await privateFiles.list(folder);
      if (error) throw failure(`listing ${folder}`, error);
      const isOld = ({ created_at }: { created_at: string | null }) => created_at !== null && Date.parse(created_at) < before.getTime();
      return data.filter(isOld).map(({ name }) => `${folder}/${name}`);
    },
    listBuckets: async () => {
      const { data, error } = await client.storage.listBuckets();
      if (error) throw failure('listing the buckets', error);
      return data.map((bucket) => ({ id: bucket.id, isPublic: bucket.public }));
    },
    removePrivateFiles: async (keys) => {
      if (keys.length === 0) return;
      const { error } = await privateFiles.remove([...keys]);
      if (error) throw failure(`removing ${keys[0]}`, error);
    },
    uploadLink: async (key) => {
      const { data, error } = await privateFiles.createSignedUploadUrl(key);
      if (error) throw failure(`expecting ${key}`, error);
      return data.signedUrl;
    },
    resumableUpload: async (key) => {
      const { data, error } = await privateFiles.createSignedUploadUrl(key);
      if (error) throw failure(`expecting ${key}`, error);
      return { endpoint: `${url}/storage/v1/upload/resumable/sign`, signature: data.token, bucket: PRIVATE_BUCKET, key };
    },
    copyToPublic: async (key, publicKey) => {
      const { error } = await privateFiles.copy(key, publicKey, { destinationBucket: PUBLIC_BUCKET });
      if (error && !isExistingFile(error)) throw failure(`copying ${key}`, error);
    },
    storePublicFile: async (key, contentType, body) => {
      const options = { contentType, upsert: true, cacheControl: A_YEAR_IN_SECONDS };
      const { error } = await client.storage.from(PUBLIC_BUCKET).upload(key, body, options);
      if (error) throw failure(`storing ${key}`, error);
    },
    removePublicFiles: async (keys) => {
      const { error } = await client.storage.from(PUBLIC_BUCKET).remove([...keys]);
      if (error) throw failure(`removing ${keys[0]}`, error);
    },
  };
}
