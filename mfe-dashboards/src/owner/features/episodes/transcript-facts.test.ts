import type { Cue } from '@site/shared/contracts/transcript-rules.ts';
import { expect, test } from 'vitest';
import { factsOf } from './transcript-facts.ts';

const said = (text: string, second: number, speaker: string | null = null): Cue => [second * 1_000, second * 1_000 + 1_000, text, speaker];

test('the facts about captions are their number, their end and their speakers', () => {
  expect(factsOf([said('Oi.', 0, 'Ana'), said('Olá.', 59, 'Beto'), said('Sim.', 30, 'Ana')], 60)).toEqual({
    captions: 3,
    endMs: 60_000,
    speakers: ['Ana', 'Beto'],
    otherLengthMs: null,
    repeated: null,
  });
});

test.each([
  [1_000, 1_020, null],
  [1_000, 980, null],
  [1_000, 1_021, 1_000_000],
  [1_000, 979, 1_000_000],
  // Ten seconds are within the tolerance for a short episode.
  [60, 69, null],
  [60, 71, 60_000],
  // The length of a draft episode is not known yet.
  [0, 500, null],
])('captions of an episode of %i seconds that end at second %i have the length warning %o', (length, end, expected) => {
  expect(factsOf([said('fim', end - 1)], length).otherLengthMs).toBe(expected);
});

test('a sentence that is repeated three times in a row is reported, and one that is repeated twice is not', () => {
  expect(factsOf([said('Obrigado.', 1), said('Obrigado.', 2), said('Não.', 3)], 4).repeated).toBeNull();
  expect(
    factsOf(
      ['a', 'Obrigado.', 'Obrigado.', 'Obrigado.'].map((text, second) => said(text, second)),
      4,
    ).repeated,
  ).toEqual({ text: 'Obrigado.', startMs: 3_000 });
});
