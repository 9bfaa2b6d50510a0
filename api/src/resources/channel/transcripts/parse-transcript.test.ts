import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTranscript } from './parse-transcript.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
function cuesOf(text: string) {
  const parsed = parseTranscript(bytes(text));
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.cues;
}
const problemOf = (file: string | Uint8Array) => {
  const parsed = parseTranscript(typeof file === 'string' ? bytes(file) : file);
  return 'problem' in parsed ? parsed.problem : null;
};
const words = (text: string) => cuesOf(text).map(([, , said]) => said);

test('a WebVTT file is read with its speakers, and without headers, notes, styles, tags and settings', () => {
  const file = `WEBVTT - Aula
Kind: captions

STYLE
::cue { color: red }

NOTE
Nada disto --x aparece.

intro
00:01.000 --> 00:03.500 align:start position:0%
<v Ana Paula>Oi &amp; <i>bem</i>-vinda.<c.yellow> &lt;3</c>

NOTE um comentário

01:02:03.004 --> 01:02:05.000
<v.loud Ana Paula>Até</v> <v Beto>logo.
`;
  expect(cuesOf(file)).toEqual([
    [1_000, 3_500, 'Oi & bem-vinda. <3', 'Ana Paula'],
    [3_723_004, 3_725_000, 'Até', 'Ana Paula'],
    [3_723_004, 3_725_000, 'logo.', 'Beto'],
  ]);
});

test('a SubRip file is read if it has a byte order mark, CRLF, empty lines in a caption, or captions that are only a number', () => {
  const file =
    '\uFEFF1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<b>Um</b>\r\n\r\ne meio\r\n\r\n2\r\n00:00:03,5 --> 00:00:04,000\r\nAno\r\n1998\r\n\r\n3\r\n00:00:05 --> 00:00:06\r\nFim';
  expect(cuesOf(file)).toEqual([
    [1_000, 2_000, 'Um e meio', null],
    [3_500, 4_000, 'Ano 1998', null],
    [5_000, 6_000, 'Fim', null],
  ]);
});

test('transcript files in SBV, in the JSON format of podcast apps, and in plain text are read', () => {
  expect(cuesOf('0:00:00.599,0:00:04.160\n>> Oi\ngente\n\n0:00:04.160,0:00:06.770\ntudo bem\n')).toEqual([
    [599, 4_160, 'Oi gente', null],
    [4_160, 6_770, 'tudo bem', null],
  ]);
  const segments = [
    { speaker: 'Ana', startTime: 0.5, endTime: 0.75, body: 'Oi' },
    { startTime: 1, body: 'gente' },
    null,
    { body: 'sem tempo' },
  ];
  expect(cuesOf(JSON.stringify({ version: '1.0.0', segments }))).toEqual([
    [500, 750, 'Oi', 'Ana'],
    [1_000, 1_000, 'gente', null],
  ]);
  expect(cuesOf('Uma linha\nque continua.\n\nOutro parágrafo.')).toEqual([
    [null, null, 'Uma linha que continua.', null],
    [null, null, 'Outro parágrafo.', null],
  ]);
  expect(words('Um.\nDois.')).toEqual(['Um.', 'Dois.']);
});

test('repeated lines of rolling captions are removed, but a sentence that is spoken twice is kept', () => {
  const file = `WEBVTT

00:00:00.160 --> 00:00:02.310 align:start position:0%
 
olá<00:00:00.400><c> pessoal</c>

00:00:02.310 --> 00:00:02.320 align:start position:0%
olá pessoal
 

00:00:02.320 --> 00:00:05.000 align:start position:0%
olá pessoal
hoje<00:00:02.500><c> vamos</c>

00:00:05.000 --> 00:00:08.000
hoje vamos
`;
  expect(words(file)).toEqual(['olá pessoal', 'hoje vamos', 'hoje vamos']);
});

test('sounds such as [Música], and the marks of a new speaker, are removed from captions', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\n[Música]\n\n2\n00:00:02,000 --> 00:00:03,000\n&gt;&gt; Rute 1 [16] ♪ [BLANK_AUDIO]\n';
  expect(words(file)).toEqual(['Rute 1 [16]']);
});

test('transcript files in Latin-1 and UTF-16 are read', () => {
  const latin = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nOração\n', 'latin1');
  const utf16 = Buffer.from('\uFEFF1\n00:00:01,000 --> 00:00:02,000\nOração\n', 'utf16le');
  for (const file of [latin, utf16]) expect(parseTranscript(file)).toEqual({ cues: [[1_000, 2_000, 'Oração', null]] });
});

const srt = (starts: readonly number[]) =>
  starts.map((start) => `00:00:${String(start).padStart(2, '0')},000 --> 00:00:59,000\ncaption ${start}\n`).join('\n');

test('a caption in the wrong order is sorted, and a file with many such captions is rejected', () => {
  expect(words(srt([1, 3, 2, 4]))).toEqual(['caption 1', 'caption 2', 'caption 3', 'caption 4']);
  expect(problemOf(srt([1, 9, 2, 8, 3, 7]))).toBe('out_of_order');
});

test('a long paragraph of a transcript is cut at spaces', () => {
  const [first = '', second = ''] = words(`${'palavra '.repeat(700)}fim.`);
  expect([first.length <= 5_000, first.endsWith('palavra'), second.endsWith('fim.')]).toEqual([true, true, true]);
});

test.each<[string, string | Uint8Array, string]>([
  ['without bytes', '', 'empty'],
  ['without words', 'WEBVTT\n\n00:01.000 --> 00:02.000\n[Música]\n', 'no_words'],
  ['of more than 5 MB', new Uint8Array(5_242_881), 'too_large'],
  ['with a NUL', 'WEBVTT\n\n00:01.000 --> 00:02.000\na\u0000b\n', 'not_text'],
  ['with markup', '<script>alert(1)</script>', 'markup'],
  ['with broken JSON', '{"segments": [', 'damaged'],
  ['with JSON of another kind', '{"segments": {}}', 'damaged'],
  ['with 30,001 captions', '00:01.000 --> 00:02.000\na\n'.repeat(30_001), 'too_many'],
  ['with 30,001 paragraphs', 'a\n'.repeat(30_001), 'too_many'],
  ['with more than 2 MB of words', `${'palavra '.repeat(300_000)}`, 'too_long'],
])('a file %s is refused', (_about, file, problem) => {
  expect(problemOf(file)).toBe(problem);
});

test('a script tag in a caption is removed like every tag, and its content is shown as text', () => {
  expect(words('WEBVTT\n\n00:01.000 --> 00:02.000\n<script>alert(1)</script> 1 < 2\n')).toEqual(['alert(1) 1 < 2']);
});

test('a caption with millions of "<" is parsed within the time limit of a test', () => {
  const lines = ['<'.repeat(2_000_000), '<a '.repeat(600_000), '[a '.repeat(600_000), '{\\'.repeat(900_000), '1:'.repeat(900_000)];
  for (const line of lines) expect(problemOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${line}\n`)).toBeOneOf([null, 'too_long']);
});

test("the demo's transcript has 15 captions of Marina", () => {
  const cues = cuesOf(readFileSync(new URL('../../../../local/demo/trailer/trailer.vtt', import.meta.url), 'utf8'));
  expect([cues.length, cues[14]?.[1], new Set(cues.map(([, , , speaker]) => speaker))]).toEqual([15, 69_784, new Set(['Marina'])]);
});
