import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { SAMPLES } from '../samples/sample-job.ts';
import {
  addEbook,
  editEbook,
  getAdminEbook,
  getEbookFile,
  getKeptVersionFile,
  listAdminEbooks,
  listKeptVersions,
  listSaleResults,
  previewEbookSale,
  removeEbook,
  replaceEbookCover,
  replaceEbookPdf,
  restoreEbookPdf,
  setEbookSale,
} from './admin-ebooks.service.ts';
import { readBookTable } from './book-table.ts';
import { ANNOUNCEMENTS } from './ebook-jobs.ts';
import { expectUpload } from './ebook-uploads.ts';
import type { PdfReader } from './pdf-reader.ts';

/** The shop's books for the people who run it. */
export const adminEbooksRoutes = (pdfReader: PdfReader): Hono<ApiEnv> =>
  newRouter()
    .post('/api/admin/uploads', async (c) => c.json(await expectUpload(c.get('deps'), await bodyOf(c, 'POST /api/admin/uploads'))))
    .post('/api/admin/book-tables', async (c) => c.json(await readBookTable(c.get('deps'), await bodyOf(c, 'POST /api/admin/book-tables'))))
    .get('/api/admin/ebooks', async (c) => {
      const { q, state, ...page } = queryOf(c, 'GET /api/admin/ebooks');
      return c.json(await listAdminEbooks(c.get('deps'), { words: q, state, start: pageStartOf(page) }));
    })
    .post('/api/admin/ebooks', async (c) => {
      const deps = c.get('deps');
      const ebook = await addEbook({ ...deps, pdfReader }, c.get('caller'), actorOf(c), await bodyOf(c, 'POST /api/admin/ebooks'));
      deps.wakeJob(SAMPLES);
      return c.json(ebook, 201);
    })
    .get('/api/admin/ebooks/:id', async (c) => c.json(await getAdminEbook(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/ebooks/:id', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id');
      return c.json(await editEbook(c.get('deps'), c.get('caller'), actorOf(c), c.req.param('id'), body));
    })
    .delete('/api/admin/ebooks/:id', async (c) => c.json(await removeEbook(c.get('deps'), actorOf(c), c.req.param('id'))))
    .put('/api/admin/ebooks/:id/pdf', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/pdf');
      const deps = c.get('deps');
      const ebook = await replaceEbookPdf({ ...deps, pdfReader }, actorOf(c), c.req.param('id'), body);
      deps.wakeJob(SAMPLES);
      if (body.tellOwners) deps.wakeJob(ANNOUNCEMENTS);
      return c.json(ebook);
    })
    .put('/api/admin/ebooks/:id/cover', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/cover');
      return c.json(await replaceEbookCover(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .put('/api/admin/ebooks/:id/sale', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/ebooks/:id/sale');
      return c.json(await setEbookSale(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .get('/api/admin/ebooks/:id/sales', async (c) => c.json(await listSaleResults(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/ebooks/:id/sale-preview', async (c) => {
      const body = await bodyOf(c, 'POST /api/admin/ebooks/:id/sale-preview');
      return c.json(await previewEbookSale(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .post('/api/admin/ebooks/:id/file-link', async (c) => c.json(await getEbookFile(c.get('deps'), c.req.param('id'))))
    .get('/api/admin/ebooks/:id/versions', async (c) => c.json(await listKeptVersions(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/ebooks/:id/versions/:version/file-link', async (c) =>
      c.json(await getKeptVersionFile(c.get('deps'), c.req.param('id'), c.req.param('version'))),
    )
    .post('/api/admin/ebooks/:id/versions/:version/restore', async (c) => {
      const body = await bodyOf(c, 'POST /api/admin/ebooks/:id/versions/:version/restore');
      const deps = c.get('deps');
      const ebook = await restoreEbookPdf(deps, actorOf(c), c.req.param('id'), c.req.param('version'), body);
      deps.wakeJob(SAMPLES);
      if (body.tellOwners) deps.wakeJob(ANNOUNCEMENTS);
      return c.json(ebook);
    });
