import { seriesCalls } from '@site/shared/contracts/admin-series.ts';
import { CAMPAIGN_STEP_UP_FROM } from '@site/shared/contracts/campaign-rules.ts';
import { MAX_SERIES_STEPS } from '@site/shared/contracts/series-rules.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { hasRecentSignIn } from '../../../platform/access.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { getEmailSite } from '../mail-outbox/email-site.ts';
import { PostsSchema } from './campaign-rows.ts';
import { writeForEachLanguage } from './campaign-words.ts';

const refusedFields = {
  no_steps: { steps: 'required' },
  not_published: { postId: 'not_published' },
  text_taken: { postId: 'taken' },
  day_taken: { afterDays: 'taken' },
  too_many: { steps: 'too_many' },
} as const;
const RefusedSchema = v.object({ refused: v.picklist(['no_steps', 'not_published', 'text_taken', 'day_taken', 'too_many']) });

/** Returns the series after a change and wakes the newsletter worker. Throws `invalid_input` when the database rejected the change. */
function afterChange({ wakeCampaigns }: Deps, answer: Json): Json {
  if (v.is(RefusedSchema, answer)) throw new AppError('invalid_input', { fields: refusedFields[answer.refused] });
  wakeCampaigns();
  return answer;
}

/** Returns the content of a new step about a post, or null unless the post is published. */
const WordsSchema = v.nullable(v.object({ post_revision: v.number(), posts: PostsSchema }));

/** The team's routes for the welcome series. */
export const seriesHandlers = handle(seriesCalls, {
  'GET /api/admin/series': ({ sql }) => sql.getSeries(),
  'PUT /api/admin/series': async ({ deps, sql, caller, actor, body }) => {
    const hasSteppedUp = hasRecentSignIn(caller, deps.clock());
    return afterChange(deps, await sql.switchSeries({ actor, ...body, hasSteppedUp, stepUpFrom: CAMPAIGN_STEP_UP_FROM }));
  },
  'POST /api/admin/series/steps': async ({ deps, sql, actor, body }) => {
    const words = v.parse(WordsSchema, await sql.getStepWords({ postId: body.postId }));
    if (!words) throw new AppError('invalid_input', { fields: refusedFields.not_published });
    const frozen = await writeForEachLanguage(deps, await getEmailSite(deps), words.posts);
    const step = { ...body, postRevision: words.post_revision, frozen, most: MAX_SERIES_STEPS };
    return afterChange(deps, await sql.addSeriesStep({ actor, ...step }));
  },
  'PUT /api/admin/series/steps/:id': async ({ deps, sql, actor, params, body }) =>
    afterChange(deps, await sql.moveSeriesStep({ actor, ...params, ...body })),
  'POST /api/admin/series/steps/:id/removal': async ({ deps, sql, actor, params, body }) =>
    afterChange(deps, await sql.takeOutSeriesStep({ actor, ...params, ...body })),
});
