import type { Cue } from '@site/shared/contracts/transcript-rules.ts';
import { expect, test } from 'vitest';
import { correctWords } from './correct-words.ts';

const CUES: Cue[] = [
  [0, 2_000, 'A istoria de Rute', 'Ana'],
  [2_000, 4_000, 'começa com fome', 'Ana'],
  [4_000, 6_000, 'e termina com pão.', 'Ana'],
];
const corrected = (text: string) => correctWords(CUES, text).map(([start, , words]) => `${start} ${words}`);

test.each([
  [
    'a word is corrected',
    'A história de Rute começa com fome e termina com pão.',
    ['0 A história de Rute', '2000 começa com fome', '4000 e termina com pão.'],
  ],
  [
    'two words far apart are corrected',
    'A história de Rute começa com fome e acaba com pão.',
    ['0 A história de Rute', '2000 começa com fome', '4000 e acaba com pão.'],
  ],
  [
    'a word is added',
    'A istoria de Rute começa mesmo com fome e termina com pão.',
    ['0 A istoria de Rute', '2000 começa mesmo com fome', '4000 e termina com pão.'],
  ],
  [
    'words are added at the end',
    'A istoria de Rute começa com fome e termina com pão. Sim.',
    ['0 A istoria de Rute', '2000 começa com fome', '4000 e termina com pão. Sim.'],
  ],
  [
    'words are added at the beginning',
    'Ouça: A istoria de Rute começa com fome e termina com pão.',
    ['0 Ouça: A istoria de Rute', '2000 começa com fome', '4000 e termina com pão.'],
  ],
  ['all words of a caption are removed', 'A istoria de Rute e termina com pão.', ['0 A istoria de Rute', '4000 e termina com pão.']],
  [
    'two words become one',
    'A istoria de Rute começa comfome e termina com pão.',
    ['0 A istoria de Rute', '2000 começa comfome', '4000 e termina com pão.'],
  ],
  ['all words are removed', '', []],
])('captions keep their times when %s', (_about, text, expected) => {
  expect(corrected(text)).toEqual(expected);
});

test('a completely new transcript is spread over all captions in order', () => {
  const cues = correctWords(CUES, 'um dois três quatro cinco seis sete oito nove dez onze');
  expect(cues.map(([, , words]) => words)).toEqual(['um dois três quatro', 'cinco seis sete', 'oito nove dez onze']);
});
