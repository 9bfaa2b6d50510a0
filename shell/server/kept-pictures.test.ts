import { expect, it } from 'vitest';
import { createKeptPictures } from './kept-pictures.ts';

const picture = (bytes: number) => ({ bytes: new Uint8Array(bytes), type: 'image/png' });

it('keeps what was used lately, within its limit', () => {
  const { get, keep } = createKeptPictures(100);
  keep('a', picture(40));
  keep('b', picture(40));
  get('a');
  keep('c', picture(40));
  expect(['a', 'b', 'c'].map((key) => get(key) !== null)).toEqual([true, false, true]);
  keep('a', picture(60));
  expect(['a', 'c'].map((key) => get(key)?.bytes.length)).toEqual([60, 40]);
  keep('too large', picture(101));
  expect(get('too large')).toBeNull();
});
