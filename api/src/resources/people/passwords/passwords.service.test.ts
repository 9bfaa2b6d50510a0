import pino from 'pino';
import { expect, test } from 'vitest';
import { rangeOf } from './common-passwords.ts';
import { listLeakedSuffixes } from './passwords.service.ts';

const log = pino({ level: 'silent' });
const isKnown = async (password: string) => {
  const { prefix, suffix } = rangeOf(password);
  return (await listLeakedSuffixes({ passwordRanges: null, log }, prefix)).includes(suffix);
};

test.each(['123456', 'senha123', 'Senha123', 'flamengo'])('%s is on the list of the commonest passwords', async (password) => {
  expect(await isKnown(password)).toBe(true);
});

test.each(['jardim-de-maio', 'correto cavalo bateria', ''])('%s is not on the list of the commonest passwords', async (password) => {
  expect(await isKnown(password)).toBe(false);
});

test('a range service knows more passwords than the list', async () => {
  const passwordRanges = { suffixesOf: async (prefix: string) => [`${prefix} asked`] };
  expect(await listLeakedSuffixes({ passwordRanges, log }, '7C4A8')).toEqual(['7C4A8 asked']);
});

test('the built-in password list is used if the range service does not answer', async () => {
  const passwordRanges = { suffixesOf: () => Promise.reject(new Error('down')) };
  const { prefix, suffix } = rangeOf('123456');
  expect(await listLeakedSuffixes({ passwordRanges, log }, prefix)).toContain(suffix);
});

test.each(['7c4a8', '7C4A', '7C4A8D', '../../..', ''])('%j is no valid prefix of a password hash', async (prefix) => {
  await expect(listLeakedSuffixes({ passwordRanges: null, log }, prefix)).rejects.toMatchObject({ code: 'not_found' });
});
