import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sideBySide } from './side-by-side.ts';

it('sideBySide processes every item once and never exceeds its parallel limit', async () => {
  const done: number[] = [];
  let under = 0;
  let most = 0;
  await sideBySide([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    under += 1;
    most = Math.max(most, under);
    for (let turns = 0; turns <= item % 3; turns += 1) await turn();
    under -= 1;
    done.push(item);
  });
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

it('sideBySide throws the first failure and starts no further items', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await turn();
    if (item === 2) throw new Error('lost');
  };
  await expect(sideBySide(Array(100).keys(), 2, work)).rejects.toThrow('lost');
  for (let turns = 0; turns < 20; turns += 1) await turn();
  expect(begun.length).toBeLessThan(8);
});

it('sideBySide throws a failure that occurs while the items are read', async () => {
  const items = async function* () {
    yield 1;
    throw new Error('unreadable');
  };
  await expect(sideBySide(items(), 3, async () => undefined)).rejects.toThrow('unreadable');
});
