import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { letterMessageId, readLetterMessageId } from './letter-message-id.ts';

const SECRET = 'a secret of at least thirty-two characters';
const handed = { letterId: randomUUID(), subscriberId: randomUUID() };
const written = letterMessageId(SECRET, handed, 'raizepalavra.test');

test('the Message-ID of a letter tells whose it is, and fits a header', () => {
  expect(readLetterMessageId(SECRET, written)).toEqual(handed);
  expect(readLetterMessageId(SECRET, `  ${written} (added)`)).toEqual(handed);
  expect(written.length).toBeLessThan(100);
});

test('nothing else tells that', () => {
  const [letter = '', subscriber = '', proof = ''] = written.slice(1).split(/[.@]/);
  const other = letterMessageId(SECRET, { ...handed, subscriberId: randomUUID() }, 'x.test').split('.')[1];
  const last = proof.at(-1) === 'A' ? 'B' : 'A';
  for (const forged of [
    `<${letter}.${other}.${proof}@x.test>`,
    `<${subscriber}.${letter}.${proof}@x.test>`,
    `<${letter}.${subscriber}.${proof.slice(0, -1)}${last}@x.test>`,
    `<${letter}.${subscriber}.@x.test>`,
    '<1234@mail.example>',
    '',
  ])
    expect(readLetterMessageId(SECRET, forged), forged).toBeNull();
  expect(readLetterMessageId(`${SECRET}!`, written)).toBeNull();
});
