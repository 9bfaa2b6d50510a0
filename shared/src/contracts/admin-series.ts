import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { LETTER_STATES } from './letter-rules.ts';
import { LAST_SERIES_DAY, SERIES_STATES } from './series-rules.ts';

/** A letter of the series, a text that each new reader gets so many days after confirming. `id`: of its letter. */
export const SeriesStepSchema = v.object({
  id: v.string(),
  postId: v.string(),
  title: v.string(),
  /** 0: soon after the confirmation. No two steps have the same day. */
  afterDays: v.number(),
  /** Of its letter, which is `sent` between two readers; `stopped`, or `paused` by a restore, it is not sent until the owner resumes it. */
  state: v.picklist(LETTER_STATES),
  /** Withdrawn, the text is not sent, and later steps go on. */
  isPublished: v.boolean(),
  locales: v.array(LocaleSchema),
  sent: v.number(),
  waiting: v.number(),
  /** Readers of whom it is unknown whether they have it. */
  unknown: v.number(),
  /** Those who got it and left the list with it as the last letter that they got. */
  left: v.number(),
});
export type SeriesStep = v.InferOutput<typeof SeriesStepSchema>;

export const AdminSeriesSchema = v.object({
  state: v.picklist(SERIES_STATES),
  /** When it was first switched on; readers who confirmed before get none of it. Null: it never was. */
  since: v.nullable(InstantSchema),
  /** It is for readers of an imported list, too. */
  takesImports: v.boolean(),
  /** How many would have a letter at once while it is on; of them apart those that were imported. */
  due: v.object({ own: v.number(), imported: v.number() }),
  /** By day. */
  steps: v.array(SeriesStepSchema),
  revision: v.number(),
});
export type AdminSeries = v.InferOutput<typeof AdminSeriesSchema>;

const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(999_999_999));
const afterDays = v.pipe(v.number('required'), v.integer('invalid'), v.minValue(0, 'invalid'), v.maxValue(LAST_SERIES_DAY, 'invalid'));

/** `revision`: of the series that was seen; when an admin changed it meanwhile, `changed_meanwhile`. */
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
