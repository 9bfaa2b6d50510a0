import { RefusedRowsQuerySchema } from '@site/shared/contracts/admin-imports.ts';
import type { Hono } from 'hono';
import { actorOf } from '../../platform/actor.ts';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, bodyOf, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { expectImportProof, keepImportProof, linkImportProof } from './import-proof.ts';
import {
  addImport,
  chooseImportColumns,
  discardImport,
  discardRefusedRows,
  exportKeptSubjects,
  exportRefusedRows,
  getImport,
  getImportColumns,
  listImports,
  mapImportProduct,
  readImport,
  startImport,
  undoImport,
} from './imports.service.ts';
import { keptFileTexts, refusedFileTexts } from './refused-file.ts';

/** What the owner brings from elsewhere. */
export const importsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/imports', async (c) =>
      c.json(await listImports(c.get('deps'), pageStartOf(queryOf(c, 'GET /api/admin/imports'), 'uuid'))),
    )
    .post('/api/admin/imports', async (c) => c.json(await addImport(c.get('deps'), await bodyOf(c, 'POST /api/admin/imports')), 201))
    .get('/api/admin/imports/:id', async (c) => c.json(await getImport(c.get('deps'), c.req.param('id'))))
    .delete('/api/admin/imports/:id', async (c) => c.json(await discardImport(c.get('deps'), c.req.param('id'))))
    .delete('/api/admin/imports/:id/refused-rows', async (c) => c.json(await discardRefusedRows(c.get('deps'), c.req.param('id'))))
    .get('/api/admin/imports/:id/columns', async (c) => c.json(await getImportColumns(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/imports/:id/columns', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/imports/:id/columns');
      return c.json(await chooseImportColumns(c.get('deps'), c.req.param('id'), body));
    })
    .post('/api/admin/imports/:id/reading', async (c) => c.json(await readImport(c.get('deps'), c.req.param('id'))))
    .put('/api/admin/imports/:id/products', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/imports/:id/products');
      return c.json(await mapImportProduct(c.get('deps'), c.req.param('id'), body));
    })
    .post('/api/admin/imports/:id/start', async (c) => c.json(await startImport(c.get('deps'), actorOf(c), c.req.param('id'))))
    .post('/api/admin/imports/:id/proof-uploads', async (c) => c.json(await expectImportProof(c.get('deps'), c.req.param('id')), 201))
    .put('/api/admin/imports/:id/proof', async (c) => {
      const body = await bodyOf(c, 'PUT /api/admin/imports/:id/proof');
      return c.json(await keepImportProof(c.get('deps'), actorOf(c), c.req.param('id'), body));
    })
    .post('/api/admin/imports/:id/proof-link', async (c) => c.json(await linkImportProof(c.get('deps'), c.req.param('id'))))
    .post('/api/admin/imports/:id/undo', async (c) => c.json(await undoImport(c.get('deps'), actorOf(c), c.req.param('id'))))
    .get('/api/admin/imports/:id/kept.csv', async (c) => {
      const { locale } = accept(RefusedRowsQuerySchema, c.req.query());
      const { id } = await getImport(c.get('deps'), c.req.param('id'));
      return c.body(exportKeptSubjects(c.get('deps'), id, locale), 200, csvHeaders(`${keptFileTexts[locale].filename}.csv`));
    })
    .get('/api/admin/imports/:id/refused.csv', async (c) => {
      const { locale } = accept(RefusedRowsQuerySchema, c.req.query());
      const { id } = await getImport(c.get('deps'), c.req.param('id'));
      return c.body(exportRefusedRows(c.get('deps'), id, locale), 200, csvHeaders(`${refusedFileTexts[locale].filename}.csv`));
    });
