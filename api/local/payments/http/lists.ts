import type Stripe from 'stripe';
import { invalid, missing } from '../errors.ts';
import type { List } from '../wire.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** Returns one page of `all`, which must be in the order of the list. */
export function paginate<T extends { id: string }>(all: readonly T[], page: Stripe.PaginationParams, url: string): List<T> {
  const limit = page.limit ?? DEFAULT_LIMIT;
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw invalid(`Invalid limit: must be between 1 and ${MAX_LIMIT}`, 'limit', 'parameter_invalid_integer');
  }
  if (page.starting_after && page.ending_before) {
    throw invalid('You may only specify one of these parameters: starting_after, ending_before.', 'ending_before', 'parameters_exclusive');
  }
  const position = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, param, 400);
    return index;
  };
  if (page.ending_before) {
    const end = position(page.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = page.starting_after ? position(page.starting_after, 'starting_after') + 1 : 0;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}

/** Sorts newest first. Objects of the same second are in reverse order of creation. */
export function newestFirst<T extends { created: number }>(all: readonly T[]): T[] {
  return all.toReversed().sort((a, b) => b.created - a.created);
}

/** Returns whether `created` is in the requested range. */
export function isWithin(created: number, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true;
  if (typeof range === 'number') return created === range;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
