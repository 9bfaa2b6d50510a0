import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { letterMessageId, readLetterMessageId } from './letter-message-id.ts';

const SECRET = 'a secret of at least thirty-two characters';
const [letterId, subscriberId] = [randomUUID(), randomUUID()];
const written = letterMessageId(SECRET, letterId, subscriberId, 'raizepalavra.test');

test("an issue's Message-ID identifies the issue and its reader", () => {
  expect(written).toMatch(/^<[0-9a-f]{32}\.[0-9a-f]{32}\.[0-9a-f]{16}@raizepalavra\.test>$/);
  expect(readLetterMessageId(SECRET, written)).toEqual({ letterId, subscriberId });
  expect(readLetterMessageId(SECRET, `  ${written} (added)`)).toEqual({ letterId, subscriberId });
});

test('an issue that is sent again has another Message-ID', () => {
  const again = letterMessageId(SECRET, letterId, subscriberId, 'raizepalavra.test', 3);
  expect(again).not.toBe(written);
  expect(readLetterMessageId(SECRET, again)).toEqual({ letterId, subscriberId });
  expect(readLetterMessageId(SECRET, again.replace('.3.', '.4.'))).toBeNull();
});

test('a forged Message-ID identifies nobody', () => {
  const [letter = '', subscriber = '', signature = ''] = written.slice(1).split(/[.@]/);
  const last = signature.at(-1) === 'a' ? 'b' : 'a';
  for (const forged of [
    `<${letter}.${randomUUID().replaceAll('-', '')}.${signature}@x.test>`,
    `<${subscriber}.${letter}.${signature}@x.test>`,
    `<${letter}.${subscriber}.${signature.slice(0, -1)}${last}@x.test>`,
    `<${letter}.${subscriber}.@x.test>`,
    '<1234@mail.example>',
    '',
  ])
    expect(readLetterMessageId(SECRET, forged), forged).toBeNull();
  expect(readLetterMessageId(`${SECRET}!`, written)).toBeNull();
});
