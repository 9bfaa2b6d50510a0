/**
 * Generates the columns of each table and the functions that the API may call from `supabase/schemas`. The result is committed
 * (`database.generated.ts`), so that no start needs a database. A contract test generates it again and compares.
 *
 * After a change of the schema, run `npm run database-types`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { camelCase } from '@site/shared/texts/cases.ts';
import { readSchemas } from '../../src/platform/migrations.ts';

const SUPABASE = new URL('../../supabase/', import.meta.url);
const TARGET = fileURLToPath(new URL('../../src/gateways/supabase/database.generated.ts', import.meta.url));

/**
 * `definition` is the check constraint that lists all values of a column. `is_currency` means that the column holds a code of `currencies`.
 */
const COLUMNS = `
  select c.relname as "table", a.attname as "column", format_type(a.atttypid, -1) as type, not a.attnotnull as is_nullable,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ '= ANY \\(ARRAY\\['
        and pg_get_constraintdef(k.oid) !~ ' (AND|OR) ') as definition,
    exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]
      and k.confrelid = 'public.currencies'::regclass) as is_currency
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
  order by c.relname, a.attnum`;

/** Functions whose parameters or results are PostgreSQL rows are left out, because only other SQL functions call them. */
const FUNCTIONS = `
  select p.proname as name, format_type(p.prorettype, -1) as type, p.proretset as is_set, p.pronargdefaults as defaults,
    array(select jsonb_build_object('name', p.proargnames[n], 'type', format_type(t, -1)) from unnest(p.proargtypes) with ordinality u(t, n) 
      order by n) as arguments
  from pg_proc p join pg_type r on r.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and (r.typtype = 'b' or p.prorettype = 'void'::regtype) and has_function_privilege('service_role', p.oid, 'execute')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and not exists (select from unnest(p.proargtypes) a join pg_type t on t.oid = a where t.typtype = 'c')
  order by p.proname`;

type Column = { table: string; column: string; type: string; is_nullable: boolean; definition: string | null; is_currency: boolean };
type Function = { name: string; type: string; is_set: boolean; defaults: number; arguments: { name: string; type: string }[] };

/** Returns the JSON type of a PostgreSQL type. */
function jsonType(type: string): 'unknown' | 'number' | 'boolean' | 'string' {
  if (/^jsonb?$/.test(type)) return 'unknown';
  if (/^(smallint|integer|bigint|numeric|real|double precision)$/.test(type)) return 'number';
  return type === 'boolean' ? 'boolean' : 'string';
}

function columnSchema({ type, is_nullable, definition, is_currency }: Column): string {
  const values = definition?.match(/'[^']*'(?=::text)/g);
  const element = `v.${jsonType(type.replace('[]', ''))}()`;
  const one = is_currency ? 'CurrencySchema' : values ? `v.picklist([${values.join(', ')}])` : element;
  const schema = type.endsWith('[]') ? `v.array(${one})` : one;
  return is_nullable ? `v.nullable(${schema})` : schema;
}

const valueType = (type: string): string => (type.endsWith('[]') ? `readonly ${jsonType(type.slice(0, -2))}[]` : jsonType(type));
const argumentType = (type: string): string => (jsonType(type) === 'unknown' ? 'unknown' : `${valueType(type)} | null`);

/** Returns whether the names of all arguments begin with `p_`. Other functions are only called by SQL functions. */
const isOurs = (called: Function) => called.arguments.every(({ name }) => name.startsWith('p_'));

/** Returns the function as a method with camel-case arguments. */
function sqlMethod({ name, type, is_set, defaults, arguments: parameters }: Function): string {
  const optionalFrom = parameters.length - defaults;
  const args = parameters.map(({ name, type }, at) => {
    const taken = name === 'p_actor' ? 'Actor' : argumentType(type);
    return `${camelCase(name.slice(2))}${at < optionalFrom ? '' : '?'}: ${taken}`;
  });
  const value = jsonType(type) === 'unknown' ? 'Json' : valueType(type);
  const answer = type === 'void' ? 'null' : is_set ? `${value}[]` : value === 'Json' ? value : `${value} | null`;
  const method = camelCase(name);
  return args.length > 0 ? `${method}: SqlFunction<{ ${args.join('; ')} }, ${answer}>;` : `${method}: () => Promise<${answer}>;`;
}

/** Returns the text of `database.generated.ts`. */
export async function generateDatabaseTypes(): Promise<string> {
  const database = await PGlite.create({ extensions: { btree_gist, pg_trgm, unaccent } });
  try {
    await database.exec(readFileSync(new URL('roles.sql', SUPABASE), 'utf8'));
    await database.exec('create schema storage; create table storage.buckets (id text primary key, name text, public boolean)');
    await database.exec(readSchemas(fileURLToPath(SUPABASE)));
    const columns = Map.groupBy((await database.query<Column>(COLUMNS)).rows, ({ table }) => table);
    const functions = (await database.query<Function>(FUNCTIONS)).rows;
    const tables = [...columns].map(
      ([table, all]) =>
        `  ${table}: v.object({\n${all.map((column) => `    ${column.column}: ${columnSchema(column)},\n`).join('')}  }),\n`,
    );
    return `// Drawn from supabase/schemas by \`npm run database-types\`; not written by hand.
import { CurrencySchema } from '@site/shared/money/money.ts';
import * as v from 'valibot';
import type { Json, SqlFunction } from './sql-types.ts';

/** The columns of each table, as JSON has them. */
export const tables = {
${tables.join('')}};

type Actor = { uid: string; email: string; request_id: string };

/** The functions that the API may call. JSON has the shape that the function's comment says. */
export type Sql = {
${functions
  .filter(isOurs)
  .map((called) => `  ${sqlMethod(called)}\n`)
  .join('')}};

export const sqlNames = [
${functions
  .filter(isOurs)
  .map(({ name }) => `  '${name}',\n`)
  .join('')}] as const;
`;
  } finally {
    await database.close();
  }
}

if (import.meta.main) writeFileSync(TARGET, await generateDatabaseTypes());
