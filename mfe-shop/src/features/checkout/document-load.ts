/**
 * Links away from this page load a document of their own: what may be framed and asked on it is said in the policy of a document, and
 * this one's is wider.
 */
export const DOCUMENT_LOAD = { target: '_top' } as const;
