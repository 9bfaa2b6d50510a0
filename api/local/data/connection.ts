import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { createPgliteConnection } from '@supabase/lite/pglite';
import { createPostgresConnection } from '@supabase/lite/postgres';

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
 * session when there is one only.
 */
export async function openConnection(place: string, sessions = SESSIONS) {
  if (!isAddress(place)) {
    const connection = await createPgliteConnection({ url: place, pgliteOptions: { extensions: { pg_trgm, unaccent } } });
    return { connection, run: (sql: string): Promise<unknown> => connection.driver.exec(sql) };
  }
  const connection = createPostgresConnection({ url: place, postgresOptions: { max: sessions, onnotice: () => undefined, types } });
  return { connection, run: async (sql: string): Promise<unknown> => await connection.driver.unsafe(sql) };
}

export const isAddress = (place: string): boolean => /^postgres(ql)?:/.test(place);
