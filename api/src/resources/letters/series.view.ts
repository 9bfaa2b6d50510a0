import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import { toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { SeriesRow } from './series.repository.ts';

/** The series as its owner works on it. */
export const toAdminSeries = ({ since, takes_imports, steps, ...row }: SeriesRow): AdminSeries => ({
  ...row,
  since: toInstantOrNull(since),
  takesImports: takes_imports,
  steps: steps.map(({ post_id, after_days, is_published, ...step }) => ({
    ...step,
    postId: post_id,
    afterDays: after_days,
    isPublished: is_published,
  })),
});
