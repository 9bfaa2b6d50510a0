import { setTimeout as sleep } from 'node:timers/promises';
import { FileError } from '@site/shared/process/files.ts';
import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { PRIVATE_BUCKET, PUBLIC_BUCKET } from './data.ts';
import { isMissingFile } from './missing-file.ts';
import { createSql } from './sql.ts';

/** Milliseconds. Portions of rows are large, and no page waits for them. */
const TIMEOUT_MS = 120_000;
/**
 * Matches the requests for files, which have no time limit because a large file takes long. `fetch` itself fails when a connection is
 * silent for five minutes.
 */
const IS_FILE = /\/storage\/v1\/object\/(?!list\/)/;
/** Node's `fetch` keeps a copy of the whole body to send it again after a redirect, except with these options. */
const NOT_SENT_AGAIN = { redirect: 'error', window: null } as const;
const ATTEMPTS = 5;
const PAUSE_MS = 500;
const FILES_AT_ONCE = 1_000;

const ShapeSchema = v.object({
  schema: v.nullable(v.string()),
  horizon: v.string(),
  tables: v.array(
    v.object({ name: v.string(), key: v.array(v.string()), columns: v.array(v.object({ name: v.string(), type: v.string() })) }),
  ),
});
const ChangesSchema = v.object({
  at: v.string(),
  horizon: v.string(),
  tables: v.record(v.string(), v.object({ rows: v.number(), changed: v.string() })),
  sequences: v.record(v.string(), v.number()),
});
const BegunSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['begun', 'continued', 'another']) }),
  v.object({ outcome: v.literal('not_empty'), filled: v.array(v.string()) }),
]);
const FinishedSchema = v.object({ differ: v.array(v.string()), held: v.number() });

/** The tables with their keys and stored columns, the newest migration, and the time from which `changes` can be queried. */
export type StoreShape = v.InferOutput<typeof ShapeSchema>;
export type StoredTable = StoreShape['tables'][number];
export type StoredFile = { bucket: string; key: string; version: string; contentType: string; cacheControl: string };
/** The content of a file. `open` returns it from its beginning, for each attempt to store it. */
export type FileContent = { bytes: number; open: () => ReadableStream<Uint8Array> };
/** The key columns of a row with their values. */
export type RowKey = Record<string, unknown>;

/** All data of the data service, read and written in portions. Lines are rows as JSON. Every step can be repeated. */
export type WholeStore = {
  shape: () => Promise<StoreShape>;
  /** Returns the next rows after a key, in key order. */
  rows: (table: string, after: RowKey | null, limit: number) => Promise<string>;
  /** Returns the row count of each table at one moment, and the rows written since the horizon. */
  changes: (since: string) => Promise<v.InferOutput<typeof ChangesSchema>>;
  files: () => Promise<StoredFile[]>;
  /** Passes the file to `write`, once more from its beginning after each failure. Returns false when the file was removed. */
  readFile: (file: { bucket: string; key: string }, write: (body: ReadableStream<Uint8Array>) => Promise<void>) => Promise<boolean>;
  storeFile: (file: Omit<StoredFile, 'version'>, content: FileContent) => Promise<void>;
  beginRestore: (exportDigest: string, hasFiles: boolean) => Promise<v.InferOutput<typeof BegunSchema>>;
  restoreRows: (table: string, lines: string) => Promise<void>;
  /** Recreates some of the indexes and references. Returns how many are left. */
  restoreStructure: () => Promise<number>;
  finishRestore: (end: {
    rows: Record<string, number>;
    sequences: Record<string, number>;
    sendMail: boolean;
    reason: string;
  }) => Promise<v.InferOutput<typeof FinishedSchema>>;
};

/** Returns the result of a storage call, or throws its error. */
function dataOf<T>({ data, error }: { data: T | null; error: Error | null }): T {
  if (error || data === null) throw error ?? new Error('no answer');
  return data;
}

/**
 * Retries an attempt: connections break and servers restart during a long export. A 4xx response, a failure of the disk or the last failed
 * attempt throws.
 */
async function persistently<T>(what: string, attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof FileError) throw error;
      const { status = 0, message } = error as { status?: number; message: string };
      if (tried === ATTEMPTS || (status >= 400 && status < 500)) throw new Error(`${what}: ${message}`, { cause: error });
      await sleep(tried * PAUSE_MS);
    }
  }
}

/** The product's own buckets. Other buckets of the same project, such as that of the releases, do not belong to the shop. */
const BUCKETS = [PRIVATE_BUCKET, PUBLIC_BUCKET];

export function createWholeStore(url: string, secretKey: string, timeoutMs = TIMEOUT_MS): WholeStore {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: async (input, init) => {
        const limit = IS_FILE.test(String(input)) ? {} : { signal: AbortSignal.timeout(timeoutMs) };
        const once = init?.body instanceof ReadableStream ? NOT_SENT_AGAIN : {};
        const answer = await fetch(input, { ...init, ...limit, ...once });
        // A 404 with an empty body comes from a proxy in front of the data service. postgrest-js would take it for an empty result.
        if (answer.status !== 404 || answer.headers.get('content-length') !== '0') return answer;
        return Response.json({ message: `${input} answers 404: it may be closed to this machine` }, { status: 404 });
      },
    },
  });

  const sql = createSql((name, args) =>
    persistently(name, async () => {
      const { data, error, status } = await client.rpc(name, args);
      if (error) throw Object.assign(error, { status });
      return data as unknown;
    }),
  );

  async function filesUnder(bucket: string, folder: string): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    for (let offset = 0; ; offset += FILES_AT_ONCE) {
      const options = { limit: FILES_AT_ONCE, offset, sortBy: { column: 'name', order: 'asc' } };
      const entries = await persistently(`listing ${bucket}/${folder}`, async () =>
        dataOf(await client.storage.from(bucket).list(folder, options)),
      );
      for (const { name, id, metadata, updated_at } of entries) {
        const key = folder ? `${folder}/${name}` : name;
        // An entry without an id is a folder.
        if (id === null) found.push(...(await filesUnder(bucket, key)));
        else
          found.push({
            bucket,
            key,
            version: `${metadata?.eTag ?? ''} ${updated_at ?? ''}`,
            contentType: metadata?.mimetype ?? 'application/octet-stream',
            cacheControl: /max-age=(\d+)/.exec(metadata?.cacheControl ?? '')?.[1] ?? '0',
          });
      }
      if (entries.length < FILES_AT_ONCE) return found;
    }
  }

  return {
    shape: async () => v.parse(ShapeSchema, await sql.exportShape()),
    rows: async (table, after, limit) => v.parse(v.string(), await sql.exportRows({ table, after, limit })),
    changes: async (since) => v.parse(ChangesSchema, await sql.exportChanges({ since })),
    files: async () => (await Promise.all(BUCKETS.map((bucket) => filesUnder(bucket, '')))).flat(),
    readFile: ({ bucket, key }, write) =>
      persistently(`reading ${bucket}/${key}`, async () => {
        const { data, error } = await client.storage.from(bucket).download(key).asStream();
        if (error && isMissingFile(error)) return false;
        await write(dataOf({ data, error }));
        return true;
      }),
    storeFile: async ({ bucket, key, contentType, cacheControl }, { bytes, open }) => {
      const options = { contentType, cacheControl, upsert: true, headers: { 'content-length': String(bytes) } };
      await persistently(`storing ${bucket}/${key}`, async () => dataOf(await client.storage.from(bucket).upload(key, open(), options)));
    },
    beginRestore: async (exportDigest, hasFiles) => v.parse(BegunSchema, await sql.beginRestore({ export: exportDigest, hasFiles })),
    restoreRows: async (table, lines) => {
      await sql.restoreRows({ table, lines });
    },
    restoreStructure: async () => v.parse(v.number(), await sql.restoreStructure()),
    finishRestore: async ({ rows, sequences, sendMail, reason }) =>
      v.parse(FinishedSchema, await sql.finishRestore({ rows, sequences, sendMail, reason })),
  };
}
