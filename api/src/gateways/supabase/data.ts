import { createClient } from '@supabase/supabase-js';
import * as v from 'valibot';
import { AppError } from '../../platform/app-error.ts';

const TIMEOUT_MS = 6_000;
const RETRY_AFTER_S = 5;
const PDF_BUCKET = 'ebooks';
const PUBLIC_BUCKET = 'store-assets';
const A_YEAR_IN_SECONDS = '31536000';

/** The data service. Every query and change is one SQL function of `supabase/migrations`. */
export type Data = {
  /**
   * The answer of one SQL function, checked against `schema`. Throws `service_unavailable` when the data service cannot
   * be had, and a plain error for everything that is our fault.
   */
  call: <Schema extends v.GenericSchema>(name: string, args: Record<string, unknown>, schema: Schema) => Promise<v.InferOutput<Schema>>;
  /** A link to a buyer's PDF that works for `seconds` and is saved as `filename`. */
  signPdf: (filename: string, seconds: number) => Promise<string>;
  /** Stores a file that everybody may read, in the place of one that is there. */
  storePublicFile: (key: string, type: string, body: Uint8Array) => Promise<void>;
  /** Removes public files; those that are not there are no error. */
  removePublicFiles: (keys: readonly string[]) => Promise<void>;
};

/** SQLSTATE classes that say "not now": connection, resources, shutdown; and statements that were cut off. */
const NOT_NOW = /^(08|53|57)/;

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
      fetch: (input, init) =>
        fetch(input, { ...init, signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])]) }),
    },
  });
  const unavailable = (cause: unknown) => new AppError('service_unavailable', { retryAfterSeconds: RETRY_AFTER_S }, { cause });
  const failure = (what: string, error: Error) => {
    const status = 'status' in error && typeof error.status === 'number' ? error.status : 0;
    const cause = new Error(`${what}: ${error.message}`);
    return isOutage(status, undefined) ? unavailable(cause) : cause;
  };

  return {
    call: async (name, args, schema) => {
      const { data, error, status } = await client.rpc(name, args);
      if (error) {
        const cause = new Error(`${name}: ${error.code ?? ''} ${error.message}`);
        throw isOutage(status, error.code) ? unavailable(cause) : cause;
      }
      return v.parse(schema, data);
    },
    signPdf: async (filename, seconds) => {
      const { data, error } = await client.storage.from(PDF_BUCKET).createSignedUrl(`pdfs/${filename}`, seconds, { download: filename });
      if (error) throw failure(`signing pdfs/${filename}`, error);
      return data.signedUrl;
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
