/** Fired on the document once the page is hydrated. Earlier actions of the visitor are then repeated. */
export const READY_EVENT = 'site:ready';

/** Name of the performance measure for a press that waited for the page's scripts: from the touch until its result was painted. */
export const FIRST_PRESS = 'first-press';
