import { LETTER_STATES } from '@site/shared/contracts/letter-rules.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { PostRowSchema } from '../posts/posts.service.ts';
import type { Frozen } from './letter-sending.repository.ts';

const SeriesRowSchema = v.object({
  ...v.pick(tables.letter_series, ['state', 'since', 'takes_imports', 'revision']).entries,
  due: v.object({ own: v.number(), imported: v.number() }),
  steps: v.array(
    v.object({
      ...v.pick(tables.series_steps, ['post_id', 'after_days']).entries,
      id: v.string(),
      title: v.string(),
      state: v.picklist(LETTER_STATES),
      is_published: v.boolean(),
      locales: v.array(LocaleSchema),
      sent: v.number(),
      waiting: v.number(),
      unknown: v.number(),
      left: v.number(),
    }),
  ),
});
export type SeriesRow = v.InferOutput<typeof SeriesRowSchema>;

const REFUSALS = [
  'not_found',
  'changed_meanwhile',
  'step_up_required',
  'no_steps',
  'not_published',
  'text_taken',
  'day_taken',
  'too_many',
] as const;
const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), series: SeriesRowSchema }),
  v.object({ outcome: v.picklist(REFUSALS) }),
]);
export type SeriesOutcome = v.InferOutput<typeof OutcomeSchema>;

export const getSeries = (data: Data): Promise<SeriesRow> => data.call('get_series', {}, SeriesRowSchema);

export const switchSeries = (
  data: Data,
  actor: Actor,
  revision: number,
  to: { isOn: boolean; takesImports: boolean; hasSteppedUp: boolean; stepUpFrom: number },
): Promise<SeriesOutcome> =>
  data.call(
    'switch_series',
    {
      ...{ p_actor: actor, p_revision: revision, p_is_on: to.isOn, p_takes_imports: to.takesImports },
      ...{ p_has_stepped_up: to.hasSteppedUp, p_step_up_from: to.stepUpFrom },
    },
    OutcomeSchema,
  );

const words = { post_revision: v.number(), posts: v.object({ 'pt-BR': PostRowSchema, en: PostRowSchema }) };
const WordsSchema = v.object(words);
export type StepWords = v.InferOutput<typeof WordsSchema>;

/** What the letter of a step about this text is made of; null unless it is published. */
export const getStepWords = (data: Data, postId: string): Promise<StepWords | null> =>
  data.call('get_step_words', { p_post_id: postId }, v.nullable(WordsSchema));

export const addSeriesStep = (
  data: Data,
  actor: Actor,
  revision: number,
  step: { postId: string; afterDays: number; postRevision: number; frozen: Frozen; most: number },
): Promise<SeriesOutcome> =>
  data.call(
    'add_series_step',
    {
      ...{ p_actor: actor, p_revision: revision, p_post_id: step.postId, p_after_days: step.afterDays },
      ...{ p_post_revision: step.postRevision, p_frozen: step.frozen, p_most: step.most },
    },
    OutcomeSchema,
  );

export const moveSeriesStep = (data: Data, actor: Actor, revision: number, id: string, afterDays: number): Promise<SeriesOutcome> =>
  data.call('move_series_step', { p_actor: actor, p_revision: revision, p_id: id, p_after_days: afterDays }, OutcomeSchema);

export const takeOutSeriesStep = (data: Data, actor: Actor, revision: number, id: string): Promise<SeriesOutcome> =>
  data.call('take_out_series_step', { p_actor: actor, p_revision: revision, p_id: id }, OutcomeSchema);

const StaleStepSchema = v.object({ ...words, id: v.string() });

/** Adds the readers whose day has come. Answers a step whose letter is to be written anew before it goes, or null. */
export const advanceSeries = (data: Data): Promise<v.InferOutput<typeof StaleStepSchema> | null> =>
  data.call('advance_series', {}, v.nullable(StaleStepSchema));

/** From now on the letter of a step says this. False when its text changed meanwhile. */
export const writeStep = (data: Data, id: string, postRevision: number, frozen: Frozen): Promise<boolean> =>
  data.call('write_step', { p_id: id, p_post_revision: postRevision, p_frozen: frozen }, v.boolean());
