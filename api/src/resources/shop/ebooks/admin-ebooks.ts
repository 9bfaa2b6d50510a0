import { adminEbookCalls } from '@site/shared/contracts/admin-ebooks.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { SAMPLES } from '../samples/sample-job.ts';
import { AdminEbookRowSchema } from './admin-ebook-row.ts';
import {
  addEbook,
  editEbook,
  getAdminEbook,
  previewEbookSale,
  replaceEbookCover,
  replaceEbookPdf,
  restoreEbookPdf,
  setEbookSale,
  signFileLink,
} from './admin-ebooks.service.ts';
import { SalesSchema, toAdminEbook, toSaleResult } from './admin-ebooks.view.ts';
import { readBookTable } from './book-table.ts';
import { ANNOUNCEMENTS } from './ebook-jobs.ts';
import { expectUpload } from './ebook-uploads.ts';
import type { PdfReader } from './pdf-reader.ts';

const PageSchema = v.object({ ebooks: v.array(AdminEbookRowSchema), more: v.boolean() });
/** Number of past sales of a book that are shown with their results. */
const SHOWN_SALES = 12;

/** The team's calls for the shop's books. */
export const adminEbookHandlers = (pdfReader: PdfReader): ((deps: Deps) => Hono<ApiEnv>) =>
  handle(adminEbookCalls, {
    'POST /api/admin/uploads': ({ deps, body }) => expectUpload(deps, body),
    'POST /api/admin/book-tables': ({ deps, body }) => readBookTable(deps, body),
    'GET /api/admin/ebooks': async ({ deps, sql, query: { q, state, ...at } }) => {
      const start = pageStartOf(at);
      const page = await sql.listAdminEbooks({ words: q.normalize('NFC'), state: state ?? null, ...pageOf(start, ADMIN_PAGE_SIZE) });
      const { ebooks, more } = v.parse(PageSchema, page);
      return {
        ebooks: ebooks.map((row) => toAdminEbook(row, deps.env)),
        ...cursorsOf(ebooks, more, start, (row) => ({ at: row.created_at, id: row.id })),
      };
    },
    'POST /api/admin/ebooks': async ({ deps, c, caller, actor, body }) => {
      const ebook = await addEbook({ ...deps, pdfReader }, caller, actor, body);
      deps.wakeJob(SAMPLES);
      return c.json(ebook, 201);
    },
    'GET /api/admin/ebooks/:id': ({ deps, params }) => getAdminEbook(deps, params.id),
    'PUT /api/admin/ebooks/:id': ({ deps, caller, actor, params, body }) => editEbook(deps, caller, actor, params.id, body),
    'DELETE /api/admin/ebooks/:id': async ({ sql, actor, params }) => {
      const outcome = v.parse(v.picklist(['removed', 'archived', 'not_found']), await sql.removeEbook({ actor, ...params }));
      if (outcome === 'not_found') throw new AppError('not_found');
      return { outcome };
    },
    'PUT /api/admin/ebooks/:id/pdf': async ({ deps, actor, params, body }) => {
      const ebook = await replaceEbookPdf({ ...deps, pdfReader }, actor, params.id, body);
      deps.wakeJob(SAMPLES);
      if (body.tellOwners) deps.wakeJob(ANNOUNCEMENTS);
      return ebook;
    },
    'PUT /api/admin/ebooks/:id/cover': ({ deps, actor, params, body }) => replaceEbookCover(deps, actor, params.id, body),
    'PUT /api/admin/ebooks/:id/sale': ({ deps, actor, params, body }) => setEbookSale(deps, actor, params.id, body),
    'GET /api/admin/ebooks/:id/sales': async ({ sql, params }) => {
      const sales = v.parse(SalesSchema, await sql.listSaleResults({ ebookId: params.id, size: SHOWN_SALES }));
      return { sales: sales.map(toSaleResult) };
    },
    'POST /api/admin/ebooks/:id/sale-preview': ({ deps, actor, params, body }) => previewEbookSale(deps, actor, params.id, body),
    'POST /api/admin/ebooks/:id/file-link': async ({ deps, sql, params }) => await signFileLink(deps, await sql.getEbookFile(params)),
    'GET /api/admin/ebooks/:id/versions': ({ sql, params }) => sql.listKeptVersions(params),
    'POST /api/admin/ebooks/:id/versions/:version/file-link': async ({ deps, sql, params: { id, version } }) =>
      await signFileLink(deps, await sql.getKeptVersionFile({ id, version: Number(version) })),
    'POST /api/admin/ebooks/:id/versions/:version/restore': async ({ deps, actor, params: { id, version }, body }) => {
      const ebook = await restoreEbookPdf(deps, actor, id, Number(version), body);
      deps.wakeJob(SAMPLES);
      if (body.tellOwners) deps.wakeJob(ANNOUNCEMENTS);
      return ebook;
    },
  });
