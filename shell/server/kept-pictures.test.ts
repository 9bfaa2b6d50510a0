import { expect, it } from 'vitest';
import { createKeptPictures } from './kept-pictures.ts';

const picture = (bytes: number) => ({ bytes: new Uint8Array(bytes), type: 'image/png' });

it('the picture cache keeps the most recently used pictures within its limit', () => {
  const kept = createKeptPictures(100);
  kept.set('a', picture(40));
  kept.set('b', picture(40));
  kept.get('a');
  kept.set('c', picture(40));
  expect(['a', 'b', 'c'].map((key) => kept.has(key))).toEqual([true, false, true]);
  kept.set('a', picture(60));
  expect(['a', 'c'].map((key) => kept.get(key)?.bytes.length)).toEqual([60, 40]);
  kept.set('too large', picture(101));
  expect(kept.has('too large')).toBe(false);
});
