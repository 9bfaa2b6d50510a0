import { VisitsExportQuerySchema } from '@site/shared/contracts/admin-visits.ts';
import type { Hono } from 'hono';
import { csvHeaders } from '../../platform/csv.ts';
import type { ApiEnv } from '../../platform/deps.ts';
import { accept, addressOf, bodyOf, isUnwanted, newRouter, queryOf } from '../../platform/http.ts';
import { isWithinLimit } from '../../platform/rate-limit.ts';
import { isRobot } from './robots.ts';
import { visitTexts } from './visit-texts.ts';
import { countVisit, exportVisits, getPageSources, getVisits } from './visits.service.ts';

export const visitsRoutes = (): Hono<ApiEnv> =>
  newRouter()
    .post('/api/visits', async (c) => {
      const deps = c.get('deps');
      // The answer is not read: what is one too many, unwanted or of no person is dropped without a word.
      const isDropped =
        isUnwanted(c) || isRobot(c.req.header('user-agent')) || !(await isWithinLimit(deps, 'visit', { address: addressOf(c) }));
      if (!isDropped) await countVisit(deps, await bodyOf(c, 'POST /api/visits'));
      return c.body(null, 204);
    })
    .get('/api/admin/visits', async (c) => c.json(await getVisits(c.get('deps'), queryOf(c, 'GET /api/admin/visits'))))
    .get('/api/admin/visits/page', async (c) => c.json(await getPageSources(c.get('deps'), queryOf(c, 'GET /api/admin/visits/page'))))
    .get('/api/admin/visits.csv', async (c) => {
      const { locale, table, ...period } = accept(VisitsExportQuerySchema, c.req.query());
      const filename = `${visitTexts[locale].files[table]}-${period.from}-${period.to}.csv`;
      return c.body(await exportVisits(c.get('deps'), period, table, locale), 200, csvHeaders(filename));
    });
