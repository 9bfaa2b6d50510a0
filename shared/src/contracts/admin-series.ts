import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { CAMPAIGN_STATES } from './campaign-rules.ts';
import { LAST_SERIES_DAY, SERIES_STATES } from './series-rules.ts';

/** An issue of the welcome series: a post that each new reader gets so many days after confirming. `id`: id of the newsletter issue. */
export const SeriesStepSchema = v.object({
  id: v.string(),
  postId: v.string(),
  title: v.string(),
  /** 0: soon after the confirmation. Each step has a different day. */
  afterDays: v.number(),
  /**
   * State of the issue. It is `sent` while no reader is due to get it. Once it is `stopped`, or `paused` by a restore, no reader gets it
   * until the owner resumes it.
   */
  state: v.picklist(CAMPAIGN_STATES),
  /** Whether the post is published. If not, the series skips this step and continues with the next one. */
  isPublished: v.boolean(),
  locales: v.array(LocaleSchema),
  sent: v.number(),
  waiting: v.number(),
  /** The number of readers for whom it is unknown whether they received the email. */
  unknown: v.number(),
  /** The number of readers who unsubscribed after this email, which was the last one that they got. */
  left: v.number(),
});
export type SeriesStep = v.InferOutput<typeof SeriesStepSchema>;

export const AdminSeriesSchema = v.object({
  state: v.picklist(SERIES_STATES),
  /** The time when the series was first switched on, or null. Readers who confirmed before that time do not get the series. */
  since: v.nullable(InstantSchema),
  /** Whether readers of an imported list get the series too. */
  takesImports: v.boolean(),
  /** How many readers would get an email at once if the series were on, with imported readers counted separately. */
  due: v.object({ own: v.number(), imported: v.number() }),
  /** The steps of the series, ordered by day. */
  steps: v.array(SeriesStepSchema),
  revision: v.number(),
});
export type AdminSeries = v.InferOutput<typeof AdminSeriesSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));
const afterDays = v.pipe(v.number('required'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(LAST_SERIES_DAY, 'invalid'));

/** `revision`: the revision of the series that the admin saw. If another admin changed it meanwhile: `changed_meanwhile`. */
export const SwitchSeriesSchema = v.object({ revision, isOn: v.boolean(), takesImports: v.boolean() });
export const NewSeriesStepSchema = v.object({ revision, postId: v.pipe(v.string(), v.uuid('required')), afterDays });
export const MovedSeriesStepSchema = v.object({ revision, afterDays });
export const SeriesRevisionSchema = v.object({ revision });

const params = { id: v.pipe(v.string(), v.uuid()) };

export const seriesCalls = {
  'GET /api/admin/series': { who: 'content', answer: AdminSeriesSchema },
  'PUT /api/admin/series': { who: 'send', body: SwitchSeriesSchema, answer: AdminSeriesSchema },
  'POST /api/admin/series/steps': { who: 'send', body: NewSeriesStepSchema, answer: AdminSeriesSchema },
  'PUT /api/admin/series/steps/:id': { who: 'send', params, body: MovedSeriesStepSchema, answer: AdminSeriesSchema },
  'POST /api/admin/series/steps/:id/removal': { who: 'send', params, body: SeriesRevisionSchema, answer: AdminSeriesSchema },
} as const satisfies Calls;
