import { expect, test } from 'vitest';
import type { Cue } from '../contracts/transcript-rules.ts';
import { paragraphsOf } from './paragraphs.ts';
import { toSrt, toVtt } from './transcript-files.ts';

/** Returns consecutive captions of two seconds each. */
const spoken = (texts: readonly string[], speaker: string | null = null): Cue[] =>
  texts.map((text, index) => [index * 2_000, index * 2_000 + 2_000, text, speaker]);
const startsOf = (cues: readonly Cue[]) => paragraphsOf(cues).map(({ startMs }) => startMs);

test('a paragraph ends with a sentence after 45 seconds, and without punctuation after 90 seconds', () => {
  const sentences = Array.from({ length: 60 }, (_, index) => (index % 4 === 3 ? 'fim.' : 'palavra'));
  expect(startsOf(spoken(sentences))).toEqual([0, 48_000, 96_000]);
  expect(startsOf(spoken(Array.from({ length: 60 }, () => 'palavra')))).toEqual([0, 90_000]);
});

test('a paragraph ends at a new speaker and at a pause', () => {
  expect(paragraphsOf([...spoken(['Oi.', 'Tudo bem?'], 'Ana'), [4_000, 5_000, 'Tudo.', 'Beto']])).toEqual([
    { from: 0, to: 2, startMs: 0, speaker: 'Ana', text: 'Oi. Tudo bem?' },
    { from: 2, to: 3, startMs: 4_000, speaker: 'Beto', text: 'Tudo.' },
  ]);
  const paused = (text: string, ms: number): Cue[] => [
    [0, 1_000, text, null],
    [1_000 + ms, 9_000, 'depois', null],
  ];
  expect(
    [paused('Fim.', 1_900), paused('Fim.', 2_000), paused('no meio', 4_900), paused('no meio', 5_000)].map((cues) => startsOf(cues).length),
  ).toEqual([1, 2, 1, 2]);
});

test('each paragraph of a plain text stays one paragraph', () => {
  expect(
    paragraphsOf([
      [null, null, 'Um', null],
      [null, null, 'dois.', null],
    ]).map(({ text }) => text),
  ).toEqual(['Um', 'dois.']);
});

test('a transcript is written as WebVTT and SubRip', () => {
  const cues: Cue[] = [
    [3_723_004, 3_725_000, 'a < b --> & c', 'Ana'],
    [3_726_000, 3_727_050, 'fim', null],
  ];
  expect(toVtt(cues)).toBe(
    'WEBVTT\n\n01:02:03.004 --> 01:02:05.000\n<v Ana>a &lt; b --&gt; &amp; c\n\n01:02:06.000 --> 01:02:07.050\nfim\n\n',
  );
  expect(toSrt(cues)).toBe('1\n01:02:03,004 --> 01:02:05,000\na < b --> & c\n\n2\n01:02:06,000 --> 01:02:07,050\nfim\n\n');
});
