/**
 * Makes links away from this page load a new document. The policy of a document states which frames and permissions are allowed, and this
 * document's policy allows more.
 */
export const DOCUMENT_LOAD = { target: '_top' } as const;
