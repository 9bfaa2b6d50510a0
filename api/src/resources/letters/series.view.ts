import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { SeriesRow } from './series.repository.ts';

/** The series as its owner works on it. */
export const toAdminSeries = ({ since, takes_imports, steps, ...row }: SeriesRow): AdminSeries => ({
  ...row,
  since: since === null ? null : toInstant(since),
  takesImports: takes_imports,
  steps: steps.map(({ post_id, after_days, is_published, ...step }) => ({
    ...step,
    postId: post_id,
    afterDays: after_days,
    isPublished: is_published,
  })),
});
