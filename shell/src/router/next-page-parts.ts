/**
 * What only a page needs that the browser goes on to, in one file: the first one came with its head, at its right address. Fetched once
 * the page is alive.
 */
export { canonicalPathOf } from '../canonical-path.ts';
export { applyHead } from '../head/apply-head.ts';
export { headOf } from '../head/page-head.ts';
export { failureOf } from './failure.ts';
