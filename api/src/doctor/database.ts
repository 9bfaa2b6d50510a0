import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as v from 'valibot';
import { PRIVATE_BUCKET, PUBLIC_BUCKET } from '../gateways/supabase/data.ts';
import { newestVersion } from '../platform/migrations.ts';
import { ask, type Check, Fault } from './check.ts';
import type { Installation } from './installation.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');
const ShapeSchema = v.object({ schema: v.nullable(v.string()) });
const BUCKETS = { [PRIVATE_BUCKET]: false, [PUBLIC_BUCKET]: true };
const FOLDER = 'doctor';
const CONTENT = 'semente';
/** Minimum age of a file that a killed run left behind. */
const OLD_MS = 3_600_000;

const newKey = () => `${FOLDER}/${randomUUID()}.txt`;
const bytes = () => new TextEncoder().encode(CONTENT);

/** Checks rows, functions and files at Supabase or its stand-in. */
export const databaseChecks = (site: Installation): Check[] => {
  const call = async (key: string | undefined, path: string, init: RequestInit = {}) => {
    const { SUPABASE_URL } = site.need('SUPABASE_URL');
    return await ask(`${SUPABASE_URL}/rest/v1/${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...(key ? { apikey: key, authorization: `Bearer ${key}` } : {}) },
    });
  };

  /** Stores a private file while `work` runs. */
  async function withPrivateFile<Result>(work: (key: string) => Promise<Result>): Promise<Result> {
    const data = site.data();
    const key = newKey();
    try {
      await data.storePrivateFile(key, 'text/plain', bytes());
      return await work(key);
    } finally {
      await data.removePrivateFiles([key]);
    }
  }

  return [
    {
      id: 'database.answers',
      test: async () => {
        await site.data().sql.isRestored();
        return undefined;
      },
    },
    {
      id: 'database.key',
      test: () => (site.need('SUPABASE_SECRET_KEY').SUPABASE_SECRET_KEY.startsWith('sb_secret_') ? 'sb_secret_…' : 'service_role'),
    },
    {
      id: 'database.closed',
      test: async () => {
        const key = site.others.SUPABASE_PUBLISHABLE_KEY;
        const [called, read] = await Promise.all([
          call(key, 'rpc/is_restored', { method: 'POST', body: '{}' }),
          call(key, 'orders?select=id&limit=1'),
        ]);
        const rows = read.ok ? await read.text() : '[]';
        if (called.ok || called.status >= 500) throw new Fault(`is_restored: ${called.status}`);
        if (rows.trim() !== '[]' || read.status >= 500) throw new Fault(`orders: ${read.status}`);
        return key ? 'sb_publishable_…' : undefined;
      },
    },
    {
      id: 'database.migrations',
      after: 'database.answers',
      test: async () => {
        const { schema } = v.parse(ShapeSchema, await site.data().sql.exportShape());
        const newest = newestVersion(SUPABASE);
        if (schema === null || schema < newest) throw new Fault(`${schema ?? '∅'} < ${newest}`);
        return schema;
      },
    },
    {
      id: 'database.buckets',
      after: 'database.answers',
      test: async () => {
        const found = new Map((await site.data().listBuckets()).map(({ id, isPublic }) => [id, isPublic]));
        const wrong = Object.entries(BUCKETS).filter(([id, isPublic]) => found.get(id) !== isPublic);
        const words = wrong.map(([id]) => `${id}: ${found.has(id) ? (found.get(id) ? 'public' : 'private') : '∅'}`);
        if (words.length > 0) throw new Fault(words.join(', '));
        return undefined;
      },
    },
    {
      id: 'database.missing_file',
      after: 'database.buckets',
      test: async () => {
        const about = await site.data().aboutPrivateFile(newKey());
        if (about !== null) throw new Fault(about.version);
        return undefined;
      },
    },
    {
      id: 'database.upload',
      after: 'database.buckets',
      test: async () => {
        const data = site.data();
        const { origin } = new URL(site.need('SITE_URL').SITE_URL);
        await data.removePrivateFiles(await data.listPrivateFiles(FOLDER, new Date(Date.now() - OLD_MS)));
        const key = newKey();
        const link = await data.uploadLink(key);
        try {
          const preflight = await ask(link, {
            method: 'OPTIONS',
            headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
          });
          requireOrigin(preflight, origin);
          requireWord(preflight, 'access-control-allow-methods', 'put');
          requireWord(preflight, 'access-control-allow-headers', 'content-type');
          const sent = await ask(link, { method: 'PUT', headers: { origin, 'content-type': 'text/plain' }, body: bytes() });
          if (!sent.ok) throw new Fault(`PUT: ${sent.status}`);
          requireOrigin(sent, origin);
          if ((await data.aboutPrivateFile(key))?.size !== CONTENT.length) throw new Fault('PUT: ∅');
        } finally {
          await data.removePrivateFiles([key]);
        }
        return undefined;
      },
    },
    {
      id: 'database.range',
      after: 'database.buckets',
      test: () =>
        withPrivateFile(async (key) => {
          const { origin } = new URL(site.need('SITE_URL').SITE_URL);
          const link = await site.data().signPrivateFile(key, 'doctor.txt', 60);
          const part = await ask(link, { headers: { origin, range: 'bytes=0-2' } });
          requireOrigin(part, origin);
          const text = await part.text();
          if (part.status !== 206 || text !== CONTENT.slice(0, 3)) throw new Fault(`${part.status}, ${text.length} B`);
          return undefined;
        }),
    },
    {
      id: 'database.public_file',
      after: 'database.buckets',
      test: async () => {
        const data = site.data();
        const key = newKey();
        const files = `${site.need('SUPABASE_URL').SUPABASE_URL}/storage/v1/object/public`;
        try {
          await data.storePublicFile(key, 'text/plain', bytes());
          const shown = await ask(`${site.others.STORAGE_URL ?? `${files}/store-assets`}/${key}`);
          if (!shown.ok || (await shown.text()) !== CONTENT) throw new Fault(`store-assets: ${shown.status}`);
        } finally {
          await data.removePublicFiles([key]);
        }
        return await withPrivateFile(async (hidden) => {
          const { ok, status } = await ask(`${files}/ebooks/${hidden}`);
          if (ok) throw new Fault(`ebooks: ${status}`);
          return undefined;
        });
      },
    },
  ];
};

function requireOrigin({ headers, status }: Response, origin: string): void {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed !== '*' && allowed !== origin) throw new Fault(`${status}, access-control-allow-origin: ${allowed ?? '∅'} ≠ ${origin}`);
}

function requireWord({ headers }: Response, name: string, word: string): void {
  const words = (headers.get(name) ?? '').toLowerCase().split(/,\s*/);
  if (!words.includes(word) && !words.includes('*')) throw new Fault(`${name}: ${words.join(', ') || '∅'}`);
}
