import type { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import type { RunSql } from '../../src/platform/migrations.ts';

const SESSIONS = 10;
/** Values of JSON come as text from @supabase/lite, of which `postgres` would make a string of JSON. */
const asJson = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
});
const types = { json: asJson(114), jsonb: asJson(3802) };

/**
 * The PostgreSQL at `place`: an address (`postgres://…`) of one that runs already, else the directory of an embedded one with the
 * extensions of a hosted project, which must not be open elsewhere. `run` takes any number of statements; all runs share one
 * session when there is one only. `withSession` keeps one session for all that `work` runs.
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

/** PGlite copies its parsers for every query, and has one for the arrays of each type and table: none but these come as an answer. */
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

/** What a statement sets for its transaction, or null when it does anything else. */
function settingIn(text: string, values: unknown[] | undefined): { name: string; value: unknown } | null {
  const role = ROLE.exec(text)?.[1];
  if (role !== undefined) return { name: 'role', value: role };
  const name = SETTING.exec(text)?.[1];
  return name === undefined ? null : { name, value: values?.[0] ?? '' };
}

/**
 * @supabase/lite makes each setting of a request by a query of its own, up to ten of them, which cost more than the request. They
 * are made together before the next `query` of the session, in the same transaction, by a query with these options (`way`). `none` is
 * what a setting answers.
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
    // They would end with the transaction.
    if (made.size > 0 && !/^(commit|rollback)$/i.test(text)) {
      const calls = [...made.keys()].map((name, index) => `set_config('${name}', $${index + 1}, true)`);
      await query(`select ${calls.join(', ')}`, [...made.values()], ...way);
    }
    return await query(text, values, ...rest);
  };
}

export const isAddress = (place: string): boolean => /^postgres(ql)?:/.test(place);
