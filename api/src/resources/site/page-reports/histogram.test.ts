import { expect, test } from 'vitest';
import { bucketOf, p75 } from './histogram.ts';

test('three of four visits are faster than the p75 value', () => {
  const visits = [100, 110, 120, 2_600, 900, 1_100, 130, 140].map((value) => ({ bucket: bucketOf(value), visits: 1 }));
  const value = p75(visits) ?? 0;
  expect(value).toBeGreaterThanOrEqual(900);
  expect(value).toBeLessThanOrEqual(1_100);
});

test('the p75 value separates good from not good exactly at the limit', () => {
  expect(p75([{ bucket: bucketOf(2_500), visits: 100 }])).toBeGreaterThan(2_500);
  expect(p75([{ bucket: bucketOf(2_499), visits: 100 }])).toBeLessThan(2_500);
});

test('the p75 value is the maximum for the slowest visits, and null without visits', () => {
  expect([bucketOf(3_600_000), p75([{ bucket: bucketOf(3_600_000), visits: 1 }]), p75([])]).toEqual([28, 30_000, null]);
});
