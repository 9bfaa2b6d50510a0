import { expect, test } from 'vitest';
import { parseChapters } from './chapters.ts';

const starts = (description: string, seconds = 7_200) => parseChapters(description, seconds).map(({ startSeconds }) => startSeconds);

test('lines of a description with a time and a title are chapters', () => {
  const description = 'Sobre Rute.\n\n00:00 Começo\r\n6:42 Noemi, às 10:30 da manhã\n(18:15) Orfa\n• 1:02:03 – O fim 🌾\n\nAté logo: 12:00';
  expect(parseChapters(description, 4_000)).toEqual([
    { startSeconds: 0, title: 'Começo' },
    { startSeconds: 402, title: 'Noemi, às 10:30 da manhã' },
    { startSeconds: 1_095, title: 'Orfa' },
    { startSeconds: 3_723, title: 'O fim 🌾' },
  ]);
});

test('minutes of a chapter may exceed an hour', () => {
  expect(starts('0:00 a\n75:10 b\n100:00 c')).toEqual([0, 4_510, 6_000]);
});

test.each([
  ['only two timestamps', '0:00 a\n1:00 b'],
  ['the first does not start at zero', '0:01 a\n1:00 b\n2:00 c'],
  ['timestamps in descending order', '0:00 a\n2:00 b\n1:00 c'],
  ['the same timestamp twice', '0:00 a\n1:00 b\n1:00 c'],
  ['a timestamp after the end', '0:00 a\n1:00 b\n2:00:00 c'],
  ['timestamps without titles', '0:00\n1:00\n2:00'],
  ['impossible seconds', '0:00 a\n1:75 b\n2:00 c'],
  ['an empty description', ''],
])('a description has no chapters: %s', (_, description) => {
  expect(starts(description)).toEqual([]);
});
