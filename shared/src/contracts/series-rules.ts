/** `paused`: a backup was restored, so it is unknown who has received which email since the backup. */
export const SERIES_STATES = ['off', 'on', 'paused'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** The latest day of a step, in days after the confirmation. */
export const LAST_SERIES_DAY = 180;

export const MAX_SERIES_STEPS = 30;

/** A reader who would get an email of the series this many days late leaves the series. The database counts the days. */
export const SERIES_LATE_DAYS = 30;
