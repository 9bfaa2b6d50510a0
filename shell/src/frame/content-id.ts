/** Id of the page's main content, the target of the skip link and of focus after a page change. */
export const CONTENT_ID = 'content';
