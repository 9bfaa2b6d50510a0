/** Fired on the document once the page is hydrated: what the visitor did before is done again then. */
export const READY_EVENT = 'site:ready';
