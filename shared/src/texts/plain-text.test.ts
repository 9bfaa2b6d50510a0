import { expect, test } from 'vitest';
import { cut, isPlain, manyLines, oneLine } from './plain-text.ts';

test.each([
  ['  Rai\u0301zes \u202Eatsop\u0000 ', 'Raízes atsop'],
  ['Ana\r\nBcc: x\u2028y', 'Ana Bcc: x y'],
  ['a\ud83d b\udc00', 'a\ufffd b\ufffd'],
  ['👩‍👩‍👧 🙂', '👩‍👩‍👧 🙂'],
  ['\ufeff\u200b', ''],
])('the text %j becomes one line', (written, kept) => {
  expect(oneLine(written)).toBe(kept);
  expect(oneLine(kept), 'and stays what it is').toBe(kept);
});

test('a plain text keeps its line breaks and tabs', () => {
  expect(manyLines(' a\r\nb\rc\u2029\td\u0000e\ud800 ')).toBe('a\nb\nc\n\td e\ufffd');
});

test.each(['', 'ana@example.test', 'ação 🙂'])('the text %j is plain', (word) => expect(isPlain(word)).toBe(true));
test.each(['\u0000', 'a\nb', 'a\ud800', '\u007f', '\u2028'])('the text %j is not plain', (word) => expect(isPlain(word)).toBe(false));

test('a cut text is at most as long as the limit, and no character is cut in two', () => {
  expect(cut('a🙂', 2)).toBe('a');
  expect(cut('a🙂', 3)).toBe('a🙂');
  expect(cut('🙂'.repeat(300), 299)).toBe('🙂'.repeat(149));
  expect(cut('\ud800a', 2)).toBe('\ufffda');
});

test('a letter keeps at most eight combining marks, even with invisible characters between them', () => {
  const piled = oneLine(`a${'\u0323\u200B'.repeat(50_000)} b${'\u0301\u0323'.repeat(65_000)}`);
  expect(piled.match(/\p{M}+/gu)?.map((marks) => marks.length)).toEqual([7, 7]);
  expect(oneLine('Xin chào, E\u0302\u0301')).toBe('Xin chào, Ế');
});
