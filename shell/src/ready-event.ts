/** Fired on the document once the page is hydrated: what the visitor did before is done again then. */
export const READY_EVENT = 'site:ready';

/** The measure of a press that waited for the page's scripts: from the touch until what came of it was painted. */
export const FIRST_PRESS = 'first-press';
