/** `paused` after a backup was restored: it is unknown who got which letter since it was made. */
export const SERIES_STATES = ['off', 'on', 'paused'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

/** The day of the last step, counted from the confirmation. */
export const LAST_SERIES_DAY = 180;

export const MAX_SERIES_STEPS = 30;

/** A reader who would get a letter of the series so many days late is let go. The database counts them. */
export const SERIES_LATE_DAYS = 30;
