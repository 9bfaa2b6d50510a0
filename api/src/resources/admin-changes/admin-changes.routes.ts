import { AdminChangeExportQuerySchema } from '@site/shared/contracts/admin-changes.ts';
import type { Hono } from 'hono';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, newRouter, queryOf } from '../../platform/http.ts';
import { pageStartOf } from '../../platform/page.ts';
import { exportAdminChanges, listAdminChanges } from './admin-changes.service.ts';
import { changeFileTexts } from './change-file.ts';

export const adminChangesRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .get('/api/admin/changes', async (c) => {
      const { kind = null, by = null, ...page } = queryOf(c, 'GET /api/admin/changes');
      return c.json(await listAdminChanges(c.get('deps'), { kind, by }, pageStartOf(page, 'number')));
    })
    .get('/api/admin/changes.csv', (c) => {
      const { kind = null, by = null, locale } = accept(AdminChangeExportQuerySchema, c.req.query());
      const deps = c.get('deps');
      const day = new Date(deps.clock()).toISOString().slice(0, 10);
      return c.body(exportAdminChanges(deps, { kind, by }, locale), 200, csvHeaders(`${changeFileTexts[locale].filename}-${day}.csv`));
    });
