/** Durations in milliseconds. A loading toast stays until it is dismissed. */
export const TOAST_MS = { blank: 4_000, custom: 4_000, error: 5_000, success: 2_000, payment: 4_000 } as const;
/** The most toasts that are shown at the same time. */
export const TOAST_LIMIT = 20;
/** Time between dismissal and removal, in milliseconds. */
export const TOAST_REMOVE_DELAY_MS = 1_000;
