import { describe, expect, it } from 'vitest';
import { changeOf, namedPoints, valueTicks } from './scale.ts';

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [5, [0, 2, 4, 6]],
  [11, [0, 5, 10, 15]],
  [99, [0, 50, 100]],
  [100, [0, 50, 100]],
  [1_000, [0, 500, 1_000]],
  [1_001, [0, 500, 1_000, 1_500]],
  [120_001, [0, 50_000, 100_000, 150_000]],
])('a chart with the highest value %d has lines at %j', (highest, ticks) => expect(valueTicks(highest)).toEqual(ticks));

it('a chart has two to five lines and covers every value', () => {
  for (let highest = 0; highest < 100_000; highest += 97) {
    const ticks = valueTicks(highest);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
  }
});

describe('the dates below a chart', () => {
  it('the dates below a chart are all shown if they fit', () => {
    expect(namedPoints(7, 70, 8)).toEqual({ at: [0, 1, 2, 3, 4, 5, 6], every: 1 });
  });

  it('the dates below a chart are thinned out evenly on a narrow screen, and the last one stays inside the chart', () => {
    expect(namedPoints(30, 60, 7)).toEqual({ at: [0, 4, 8, 12, 16, 20, 24], every: 4 });
    expect(namedPoints(30, 20, 7)).toEqual({ at: [0, 11], every: 11 });
  });

  it('only one date is shown below a chart if no more fit, or if the width is unknown', () => {
    expect(namedPoints(30, 5, 7)).toEqual({ at: [0], every: 30 });
    expect(namedPoints(30, 0, 7)).toEqual({ at: [0], every: 30 });
  });
});

it('a change is relative to the previous value, and unknown if that value was zero', () => {
  expect([changeOf(15, 10), changeOf(5, 10), changeOf(10, 10), changeOf(3, 0)]).toEqual([0.5, -0.5, 0, null]);
});
