import { expect, it } from 'vitest';
import { MAX_CART_LINES, takeSellableLines } from './cart-rules.ts';

it('a cart with too many lines keeps the first ones', () => {
  const lines = Array.from({ length: MAX_CART_LINES + 1 }, (_, at) => at);
  expect(takeSellableLines(lines)).toEqual(lines.slice(0, -1));
  expect(takeSellableLines([1, 2])).toEqual([1, 2]);
});
