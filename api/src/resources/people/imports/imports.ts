import { randomUUID } from 'node:crypto';
import { ImportListSchema, ImportSchema, importCalls, type NewImportSchema } from '@site/shared/contracts/admin-imports.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Sql } from '../../../gateways/supabase/database.generated.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { csvHeaders, csvStream } from '../../../platform/csv.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { readColumns } from './file-beginning.ts';
import { IMPORTS } from './import-job.ts';
import { expectImportProof, keepImportProof, linkImportProof } from './import-proof.ts';
import { keptFileTexts, refusedFileTexts, toKeptLine, toRefusedLine } from './refused-file.ts';

const PageSchema = v.object({ imports: ImportListSchema.entries.imports, more: v.boolean() });
const { firstRefused: RefusedRowsSchema, firstKept: KeptRowsSchema } = ImportSchema.entries;

/** Returns the import after a change. Throws `not_found`, and `changed_meanwhile` when its state did not allow the change. */
async function afterChange(sql: Sql, { id }: { id: string }, isDone: boolean | null): Promise<Json> {
  const found = await sql.getImport({ id });
  if (!isDone) throw new AppError('changed_meanwhile');
  return found;
}

/** Returns the facts of a new import that are stored before its file arrives. */
const factsOf = (written: v.InferOutput<typeof NewImportSchema>) =>
  written.kind === 'purchases'
    ? { source: written.source, origin: '', consentedAt: null, locale: 'pt-BR' }
    : {
        source: 'other',
        origin: written.origin,
        consentedAt: written.consentDay === undefined ? null : `${written.consentDay}T12:00:00Z`,
        locale: written.locale,
      };

const ROWS_AT_ONCE = 1_000;

/** Yields the rows that cannot be imported, in portions. */
async function* listRefusedRows(sql: Sql, id: string) {
  for (let after = 0; ; ) {
    const rows = v.parse(RefusedRowsSchema, await sql.listRefusedRows({ id, after, size: ROWS_AT_ONCE }));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.line;
  }
}

/** Yields the purchases and subscribers that remained after the import was undone, in portions. */
async function* listKeptSubjects(sql: Sql, id: string) {
  for (let after: string | null = null; ; ) {
    const rows: v.InferOutput<typeof KeptRowsSchema> = v.parse(
      KeptRowsSchema,
      await sql.listKeptSubjects({ id, after, size: ROWS_AT_ONCE }),
    );
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.id;
  }
}

async function* toLines<Row, Line>(portions: AsyncIterable<Row[]>, toLine: (row: Row) => Line): AsyncGenerator<Line[]> {
  for await (const rows of portions) yield rows.map(toLine);
}

export const importHandlers = handle(importCalls, {
  'GET /api/admin/imports': async ({ sql, query }) => {
    const start = pageStartOf(query, 'uuid');
    const { imports, more } = v.parse(PageSchema, await sql.listImports(pageOf(start, ADMIN_PAGE_SIZE)));
    return { imports, ...cursorsOf(imports, more, start, ({ createdAt, id }) => ({ at: createdAt, id })) };
  },
  'POST /api/admin/imports': async ({ deps, sql, c, body }) => {
    const id = randomUUID();
    const key = await sql.addImport({ id, kind: body.kind, filename: body.name, ...factsOf(body) });
    return c.json({ id, url: await deps.data.uploadLink(v.parse(v.string(), key)) }, 201);
  },
  'GET /api/admin/imports/:id': ({ sql, params }) => sql.getImport(params),
  'DELETE /api/admin/imports/:id': async ({ sql, params }) => {
    if (!(await sql.discardImport(params))) await afterChange(sql, params, false);
    return { outcome: 'removed' as const };
  },
  'DELETE /api/admin/imports/:id/refused-rows': async ({ sql, params }) =>
    await afterChange(sql, params, await sql.discardRefusedRows(params)),
  'GET /api/admin/imports/:id/columns': async ({ deps: { data }, sql, params }) => {
    const about = v.parse(ImportSchema, await sql.getImport(params));
    const key = `imports/${about.id}.csv`;
    if (!(await data.aboutPrivateFile(key))) return { columns: [] };
    return { columns: await readColumns(await data.streamPrivateFile(key), about) };
  },
  'PUT /api/admin/imports/:id/columns': async ({ sql, params, body }) => {
    await sql.chooseImportColumns({ ...params, columns: body.fields });
    return await sql.getImport(params);
  },
  'POST /api/admin/imports/:id/reading': async ({ deps, sql, params }) => {
    const found = await sql.readImport(params);
    deps.wakeJob(IMPORTS);
    return found;
  },
  /** Throws `changed_meanwhile`, also for a product that the import does not have and for a deleted book. */
  'PUT /api/admin/imports/:id/products': async ({ sql, params, body }) =>
    await afterChange(sql, params, await sql.mapImportProduct({ ...params, ...body })),
  /** Starting an import twice imports it once. */
  'POST /api/admin/imports/:id/start': async ({ deps, sql, actor, params }) => {
    const started = await afterChange(sql, params, await sql.startImport({ actor, ...params }));
    deps.wakeJob(IMPORTS);
    return started;
  },
  /** Undoes the parts of an import that nobody has used since. Undoing it twice has no further effect. */
  'POST /api/admin/imports/:id/undo': async ({ deps, sql, actor, params }) => {
    const undone = await afterChange(sql, params, await sql.undoImport({ actor, ...params }));
    deps.wakeJob(IMPORTS);
    return undone;
  },
  'POST /api/admin/imports/:id/proof-uploads': async ({ deps, c, params }) => c.json(await expectImportProof(deps, params.id), 201),
  'PUT /api/admin/imports/:id/proof': async ({ deps, actor, params, body }) => await keepImportProof(deps, actor, params.id, body),
  'POST /api/admin/imports/:id/proof-link': async ({ deps, params }) => await linkImportProof(deps, params.id),
  'GET /api/admin/imports/:id/kept.csv': async ({ sql, c, params, query: { locale } }) => {
    await sql.getImport(params);
    const { filename, heading } = keptFileTexts[locale];
    const lines = toLines(listKeptSubjects(sql, params.id), (row) => toKeptLine(row, locale));
    return c.body(csvStream(heading, lines, locale), 200, csvHeaders(`${filename}.csv`));
  },
  'GET /api/admin/imports/:id/refused.csv': async ({ sql, c, params, query: { locale } }) => {
    await sql.getImport(params);
    const { filename, heading } = refusedFileTexts[locale];
    const lines = toLines(listRefusedRows(sql, params.id), (row) => toRefusedLine(row, locale));
    return c.body(csvStream(heading, lines, locale), 200, csvHeaders(`${filename}.csv`));
  },
});
