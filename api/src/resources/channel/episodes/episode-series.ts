import { AdminEpisodeSeriesSchema, episodeSeriesCalls } from '@site/shared/contracts/episode-series.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { handle } from '../../../platform/handle.ts';
import { getEpisodeSeries } from './episodes.service.ts';

const FaultSchema = v.object({ fault: v.picklist(['episode_gone', 'in_other_series']) });

/** Returns the saved series. Throws `invalid_input` for a fault that the database found. */
function toAnswer(saved: Json) {
  if (v.is(FaultSchema, saved)) throw new AppError('invalid_input', { fields: { episodeIds: saved.fault } });
  return v.parse(AdminEpisodeSeriesSchema, saved);
}

export const episodeSeriesHandlers = handle(episodeSeriesCalls, {
  'GET /api/episode-series/:slug': ({ deps, params: { slug } }) => getEpisodeSeries(deps, slug),
  'GET /api/admin/episode-series': async ({ sql }) => ({
    series: v.parse(v.array(AdminEpisodeSeriesSchema), await sql.listAdminEpisodeSeries()),
  }),
  'POST /api/admin/episode-series': async ({ sql, actor, body }) =>
    toAnswer(await sql.saveEpisodeSeries({ actor, id: null, revision: null, ...body })),
  'PUT /api/admin/episode-series/:id': async ({ sql, actor, params, body }) =>
    toAnswer(await sql.saveEpisodeSeries({ actor, ...params, ...body })),
  'DELETE /api/admin/episode-series/:id': async ({ sql, actor, params, body }) => {
    await sql.deleteEpisodeSeries({ actor, ...params, ...body });
    return null;
  },
});
