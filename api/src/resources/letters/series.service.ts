import type { AdminSeries, NewSeriesStepSchema, SwitchSeriesSchema } from '@site/shared/contracts/admin-series.ts';
import { LETTER_STEP_UP_FROM } from '@site/shared/contracts/letter-rules.ts';
import { MAX_SERIES_STEPS } from '@site/shared/contracts/series-rules.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { getLetterSite } from './letter-site.ts';
import { writeForEachLanguage } from './letter-words.ts';
import * as repository from './series.repository.ts';
import { toAdminSeries } from './series.view.ts';

type SeriesDeps = Pick<Deps, 'data' | 'wakeLetters'>;

export const getSeries = async ({ data }: Pick<Deps, 'data'>): Promise<AdminSeries> => toAdminSeries(await repository.getSeries(data));

const refusedFields = {
  no_steps: { steps: 'required' },
  not_published: { postId: 'not_published' },
  text_taken: { postId: 'taken' },
  day_taken: { afterDays: 'taken' },
  too_many: { steps: 'too_many' },
} as const;

function unwrapOutcome(deps: SeriesDeps, answer: repository.SeriesOutcome): AdminSeries {
  const { outcome } = answer;
  if (outcome === 'done') {
    deps.wakeLetters();
    return toAdminSeries(answer.series);
  }
  if (outcome === 'not_found' || outcome === 'changed_meanwhile' || outcome === 'step_up_required') throw new AppError(outcome);
  throw new AppError('invalid_input', { fields: refusedFields[outcome] });
}

/** Switches the series on or off. Throws `changed_meanwhile`, `step_up_required`, and `invalid_input` without a step. */
export const switchSeries = async (
  deps: SeriesDeps,
  actor: Actor,
  { revision, ...to }: v.InferOutput<typeof SwitchSeriesSchema> & { hasSteppedUp: boolean },
): Promise<AdminSeries> =>
  unwrapOutcome(deps, await repository.switchSeries(deps.data, actor, revision, { ...to, stepUpFrom: LETTER_STEP_UP_FROM }));

/** Puts a published text into the series. Throws `changed_meanwhile`, and `invalid_input` for a text or day that cannot be chosen. */
export async function addSeriesStep(
  deps: SeriesDeps & Pick<Deps, 'env' | 'log' | 'liveSettings'>,
  actor: Actor,
  { revision, postId, afterDays }: v.InferOutput<typeof NewSeriesStepSchema>,
): Promise<AdminSeries> {
  const words = await repository.getStepWords(deps.data, postId);
  if (!words) throw new AppError('invalid_input', { fields: refusedFields.not_published });
  const step = {
    ...{ postId, afterDays, postRevision: words.post_revision },
    frozen: await writeForEachLanguage(deps, await getLetterSite(deps), words.posts),
    most: MAX_SERIES_STEPS,
  };
  return unwrapOutcome(deps, await repository.addSeriesStep(deps.data, actor, revision, step));
}

/** Puts a step to another day. Throws `not_found`, `changed_meanwhile`, and `invalid_input` when another step has the day. */
export const moveSeriesStep = async (
  deps: SeriesDeps,
  actor: Actor,
  id: string,
  { revision, afterDays }: { revision: number; afterDays: number },
): Promise<AdminSeries> => unwrapOutcome(deps, await repository.moveSeriesStep(deps.data, actor, revision, requireUuid(id), afterDays));

/** Takes a step out of the series. Throws `not_found` and `changed_meanwhile`. */
export const takeOutSeriesStep = async (deps: SeriesDeps, actor: Actor, id: string, revision: number): Promise<AdminSeries> =>
  unwrapOutcome(deps, await repository.takeOutSeriesStep(deps.data, actor, revision, requireUuid(id)));
