import { visitCalls } from '@site/shared/contracts/admin-visits.ts';
import { visitEventCalls } from '@site/shared/contracts/visits.ts';
import type { Hono } from 'hono';
import { csvHeaders } from '../../../platform/csv.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { accept, addressOf, isUnwanted, readJson } from '../../../platform/http.ts';
import { isWithinLimit } from '../../../platform/rate-limit.ts';
import { isRobot } from './robots.ts';
import { visitTexts } from './visit-texts.ts';
import { countVisit, exportVisits, getPageSources, getVisits } from './visits.service.ts';

const adminVisitHandlers = handle(visitCalls, {
  'GET /api/admin/visits': ({ deps, query }) => getVisits(deps, query),
  'GET /api/admin/visits/page': ({ deps, query }) => getPageSources(deps, query),
  'GET /api/admin/visits.csv': async ({ deps, c, query: { locale, table, ...period } }) => {
    const filename = `${visitTexts[locale].files[table]}-${period.from}-${period.to}.csv`;
    return c.body(await exportVisits(deps, period, table, locale), 200, csvHeaders(filename));
  },
});

export const visitHandlers = (allDeps: Deps): Hono<ApiEnv> =>
  adminVisitHandlers(allDeps).post('/api/visits', async (c) => {
    const deps = c.get('deps');
    // Nobody reads the response, so visits that are unwanted, over the limit or made by a program are dropped silently.
    const isDropped =
      isUnwanted(c) || isRobot(c.req.header('user-agent')) || !(await isWithinLimit(deps, 'visit', { address: addressOf(c) }));
    if (!isDropped) await countVisit(deps, accept(visitEventCalls['POST /api/visits'].body, await readJson(c)));
    return c.body(null, 204);
  });
