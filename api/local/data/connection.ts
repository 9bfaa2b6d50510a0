import type { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { RunSql } from '../../src/platform/migrations.ts';

const SESSIONS = 10;
/** @supabase/lite passes JSON values as text. `postgres` would encode such text as a JSON string again. */
const asJson = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
});
const types = { json: asJson(114), jsonb: asJson(3802) };

/**
 * Opens the PostgreSQL at `place`: the address (`postgres://…`) of a running server, or the directory of an embedded one with the
 * extensions of a hosted project. The directory must not be open elsewhere. `run` accepts any number of statements. With `sessions` = 1,
 * all runs share one session. `withSession` keeps one session for everything that `work` runs.
 */
export async function openConnection(place: string, sessions = SESSIONS) {
  if (!isAddress(place)) {
    const connection = await createPgliteConnection({ url: place, pgliteOptions: { extensions: { btree_gist, pg_trgm, unaccent } } });
    await forgetUnusedArrays(connection.driver);
    const { driver } = connection;
    driver.query = joinSettings(driver.query.bind(driver), { rows: [], fields: [], affectedRows: 1 }) as PGlite['query'];
    const run: RunSql = async (sql, values) =>
      (values ? await driver.query(sql, [...values]) : (await driver.exec(sql)).at(-1))?.rows as Record<string, unknown>[];
    const withSession = <Result>(work: (run: RunSql) => Promise<Result>): Promise<Result> => work(run);
    return { connection, run: (sql: string): Promise<unknown> => driver.exec(sql), withSession };
  }
  const connection = createPostgresConnection({ url: place, postgresOptions: { max: sessions, onnotice: () => undefined, types } });
  const { driver } = connection;
  const reserve = driver.reserve.bind(driver);
  driver.reserve = async () => {
    const session = await reserve();
    return Object.assign(session, {
      unsafe: joinSettings(session.unsafe.bind(session), Object.assign([], { command: 'SELECT', count: 0 }), { prepare: true }),
    });
  };
  async function withSession<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result> {
    const session = await reserve();
    try {
      return await work(async (sql, values) => await session.unsafe(sql, values && ([...values] as string[])));
    } finally {
      session.release();
    }
  }
  return { connection, run: async (sql: string): Promise<unknown> => await driver.unsafe(sql), withSession };
}

/**
 * PGlite copies all its parsers for every query, including one for the array type of each type and table. Only these array types occur in
 * results.
 */
const READ_ARRAYS = [
  'bool',
  'int2',
  'int4',
  'int8',
  'text',
  'varchar',
  'char',
  'name',
  'oid',
  'uuid',
  'timestamptz',
  'date',
  'numeric',
  'json',
  'jsonb',
];

async function forgetUnusedArrays(driver: PGlite): Promise<void> {
  const unused = await driver.query<{ typarray: number }>('select typarray from pg_type where typarray <> 0 and typname <> all($1)', [
    READ_ARRAYS,
  ]);
  for (const { typarray } of unused.rows) delete driver.parsers[typarray];
}

const SETTING = /^select set_config\('([\w.]+)', (?:\$1|''), true\)$/i;
const ROLE = /^set local role "(\w+)"$/i;

/** Returns the setting that a statement makes for its transaction, or null for any other statement. */
function settingIn(text: string, values: unknown[] | undefined): { name: string; value: unknown } | null {
  const role = ROLE.exec(text)?.[1];
  if (role !== undefined) return { name: 'role', value: role };
  const name = SETTING.exec(text)?.[1];
  return name === undefined ? null : { name, value: values?.[0] ?? '' };
}

/**
 * @supabase/lite makes each setting of a request with its own query. Up to ten of them cost more than the request itself. This wrapper collects the
 * settings and makes them with one query before the session's next `query`, in the same transaction. `way` holds the options of that query. `none` is
 * the result that each single setting returns.
 */
function joinSettings<Rest extends unknown[], Result>(
  query: (text: string, values?: unknown[], ...rest: Rest) => PromiseLike<Result>,
  none: Result,
  ...way: Rest
): (text: string, values?: unknown[], ...rest: Rest) => Promise<Result> {
  let settings = new Map<string, unknown>();
  return async (text, values, ...rest) => {
    const setting = settingIn(text, values);
    if (setting) {
      settings.set(setting.name, setting.value);
      return none;
    }
    const made = settings;
    settings = new Map();
    // The settings would end with the transaction anyway.
    if (made.size > 0 && !/^(commit|rollback)$/i.test(text)) {
      const calls = [...made.keys()].map((name, index) => `set_config('${name}', $${index + 1}, true)`);
      await query(`select ${calls.join(', ')}`, [...made.values()], ...way);
    }
    return await query(text, values, ...rest);
  };
}

export const isAddress = (place: string): boolean => /^postgres(ql)?:/.test(place);
