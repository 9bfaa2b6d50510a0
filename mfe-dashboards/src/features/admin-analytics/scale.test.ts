import { expect, it } from 'vitest';
import { changeOf, topOf } from './scale.ts';

it.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [5, 6],
  [11, 20],
  [99, 100],
  [100, 100],
  [120_001, 200_000],
])('a chart whose highest value is %d ends at %d', (highest, top) => expect(topOf(highest)).toBe(top));

it('a change is a share of what was before, and unknown after nothing', () => {
  expect([changeOf(15, 10), changeOf(5, 10), changeOf(10, 10), changeOf(3, 0)]).toEqual([0.5, -0.5, 0, null]);
});
