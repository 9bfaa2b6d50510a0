// Comments, docs and test names that a reader would have to read twice: sentences that hide their subject, and words that have a plainer
// one.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Matches a sentence that hides its subject behind a clause. Questions may begin in this way. */
const BEGINNING = /(?:^|[.;!?] )(What|Whose|Who|Whoever|Of|That which|So that) [^?]*$/;

const WORDS: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\banew\b/, 'again'],
  [/\bby and by\b/, 'gradually'],
  [/\bof before\b/, 'previous'],
  [/\bbeside\b(?!`)/, 'next to, or in addition to'],
  [/\bgoes on\b/, 'continues'],
  [/\bwhoever\b/i, 'the person by name: the visitor, the buyer, the owner'],
  [/\bput(?:s|ting)? (?:out|away) (?:a|the|an) (?:text|book|episode)\b/, 'publish, or archive'],
];

/** Lines that may break a rule, each with the reason. At most 20. */
const EXCEPTIONS: Readonly<Record<string, string>> = {};

type Line = { readonly file: string; readonly line: number; readonly text: string };

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8').split('\n');
const exclude = (path: string) => /(?:^|\/)(?:node_modules|dist)$/.test(path);

const MARKERS = /^[\s>#|*-]*(?:\d+\. )?(?:\*\*[\d.]+\*\* )?/;
const documents: Line[] = globSync('{*.md,{api,mfe-*,shared,shell,tests}/**/*.md}', { cwd: ROOT, exclude }).flatMap((file) =>
  read(file).flatMap((text, index) => text.split('|').map((part) => ({ file, line: index + 1, text: part.replace(MARKERS, '') }))),
);

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*|--)\s?(.*?)(?:\*\/)?$/;
const TEST_NAME = /^\s*(?:describe|test|it)(?:\.\w+)*\(\s*(['"`])(.*?)\1,/;
const sources: Line[] = globSync('{api,mfe-*,shared,shell,tests}/**/*.{ts,tsx,sql,css}', { cwd: ROOT, exclude }).flatMap((file) => {
  // A sentence that begins at the end of a line continues in the next line.
  const found: Line[] = [];
  let before = '';
  for (const [index, line] of read(file).entries()) {
    const comment = COMMENT.exec(line)?.[1]?.trim();
    const name = TEST_NAME.exec(line)?.[2];
    if (comment) found.push({ file, line: index + 1, text: isContinued(before) ? `… ${comment}` : comment });
    if (name) found.push({ file, line: index + 1, text: name });
    before = comment ?? '';
  }
  return found;
});

function isContinued(before: string): boolean {
  return before !== '' && !/[.:!?]$/.test(before);
}

function problemOf({ text }: Line): string | null {
  const words = text.replaceAll(/`[^`]*`/g, '`…`');
  const beginning = BEGINNING.exec(words)?.[1];
  if (beginning) return `a sentence begins with "${beginning}": name who acts`;
  const word = WORDS.find(([pattern]) => pattern.test(words));
  return word ? `write "${word[1]}" for "${word[0].exec(words)?.[0]}"` : null;
}

it('comments, docs and test names are in plain English', () => {
  const faults = [...documents, ...sources].flatMap((line) => {
    const problem = problemOf(line);
    const place = `${line.file}:${line.line}`;
    return problem && !(line.text in EXCEPTIONS) ? [`${place} ${problem}: ${line.text}`] : [];
  });
  expect(faults).toEqual([]);
  expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(20);
});

it.each([
  ['What a visitor sees.', 'name who acts'],
  ['The page is drawn. Whose it is, is known.', 'name who acts'],
  ['The page is drawn anew.', 'write "again" for "anew"'],
])('the check finds the fault of %j', (text, problem) => {
  expect(problemOf({ file: '', line: 1, text })).toContain(problem);
});

it.each(['Of course?', 'What is a release?', 'Returns the page of `beside`.'])('the check accepts %j', (text) => {
  expect(problemOf({ file: '', line: 1, text })).toBeNull();
});
