import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = 'shared/docs/product';
const MOST_WORDS = 9_000;
const MOST_WORDS_IN_A_SENTENCE = 40;
const MOST_SENTENCES_IN_A_PARAGRAPH = 2;

type Line = { file: string; line: number; text: string };
const linesOf = (file: string): Line[] =>
  readFileSync(join(ROOT, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));

const documents = globSync(`${FOLDER}/*.md`, { cwd: ROOT });
const ruleLines = documents.filter((file) => !file.endsWith('README.md')).flatMap(linesOf);
const numberOf = (text: string) => /^\*\*(\d+\.\d+)\*\*/.exec(text)?.[1];
const rules = ruleLines.flatMap((line) => {
  const number = numberOf(line.text);
  return number === undefined ? [] : [{ ...line, number }];
});
const hasRule = (number: string, path = FOLDER) => rules.some((rule) => rule.number === number && rule.file.startsWith(path));

/** A rule as comments cite it: the folder or a file in backquotes, then the number. The old file is in the pattern so that it is found. */
const CITATION = /`(shared\/(?:docs\/product(?:\/[\w-]*(?:\.md)?)?|product\.md))` (\d+\.\d+)/g;
/** A reference of a rule to another rule. Numbers after other words are amounts. */
const CROSS_REFERENCE = /(?:\(|, |\b(?:except|in|of|guests:) )(\d+\.\d+)(?=[),;]|\. |\.$| \||$)/g;

const sources = globSync('{*.md,{api,mfe-*,shared,shell,tests}/**/*.{ts,tsx,cjs,mjs,js,sql,css,md}}', {
  cwd: ROOT,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist)$/.test(path),
});

const wordsOf = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word));
const sentencesOf = (text: string) => text.split(/(?<=[.?!][)*"]*)\s+(?=[A-Z*`"\d])/);
/** A paragraph, a list item or a table cell, without the number of its rule. */
const paragraphs = ruleLines.flatMap(({ text, ...place }) =>
  text.startsWith('#')
    ? []
    : text
        .replace(/^(?:\*\*\d+\.\d+\*\*|-) /, '')
        .split(' | ')
        .map((part) => ({ ...place, sentences: sentencesOf(part.trim()) })),
);
const at = ({ file, line }: Omit<Line, 'text'>) => `${file}:${line}`;

test('every rule that a comment or document cites exists', () => {
  expect(rules.length).toBeGreaterThan(200);
  const cited = sources
    .flatMap(linesOf)
    .flatMap(({ text, ...place }) =>
      [...text.matchAll(CITATION)].map(([, path = '', number = '']) => ({ place: at(place), path, number })),
    );
  expect(cited.length).toBeGreaterThan(4);
  const unknown = cited.filter(({ path, number }) => !existsSync(join(ROOT, path)) || !hasRule(number, path));
  expect(unknown.map(({ place, path, number }) => `${place} cites ${path} ${number}`)).toEqual([]);
});

test('every rule that another rule cites exists', () => {
  const cited = ruleLines.flatMap(({ text, ...place }) =>
    [...text.matchAll(CROSS_REFERENCE)].map(([, number = '']) => ({ place: at(place), number })),
  );
  expect(cited.length).toBeGreaterThan(10);
  expect(cited.filter(({ number }) => !hasRule(number)).map(({ place, number }) => `${place} cites ${number}`)).toEqual([]);
});

test('every rule has a unique number', () => {
  const again = rules.filter((rule) => rules.find(({ number }) => number === rule.number) !== rule);
  expect(again.map((rule) => `${at(rule)} repeats ${rule.number}`)).toEqual([]);
});

test(`no sentence of a rule has more than ${MOST_WORDS_IN_A_SENTENCE} words`, () => {
  const long = paragraphs.flatMap(({ sentences, ...place }) =>
    sentences.filter((sentence) => wordsOf(sentence).length > MOST_WORDS_IN_A_SENTENCE).map((sentence) => `${at(place)} ${sentence}`),
  );
  expect(long).toEqual([]);
});

test(`no paragraph of a rule has more than ${MOST_SENTENCES_IN_A_PARAGRAPH} sentences`, () => {
  const long = paragraphs.filter(({ sentences }) => sentences.length > MOST_SENTENCES_IN_A_PARAGRAPH);
  expect(long.map(at)).toEqual([]);
});

test(`all rules together have at most ${MOST_WORDS} words`, () => {
  const words = documents.flatMap((file) => wordsOf(readFileSync(join(ROOT, file), 'utf8')));
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});
