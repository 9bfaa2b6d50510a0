/** Where a page's content begins, for the skip link and after a change of page. */
export const CONTENT_ID = 'content';
