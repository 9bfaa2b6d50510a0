import { describe, expect, it } from 'vitest';
import { isContractCompatible } from './remote.ts';

describe('a remote runs in a shell', () => {
  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.7', '1.0.0'],
    ['1.2.0', '1.3.0'],
  ])('built for %s, shell has %s', (built, own) => expect(isContractCompatible(built, own)).toBe(true));
});

describe('a remote is refused by a shell', () => {
  it.each([
    ['2.0.0', '1.9.0'],
    ['1.0.0', '2.0.0'],
    ['1.1.0', '1.0.0'],
    ['', '1.0.0'],
    ['1', '1.0.0'],
    ['nonsense', '1.0.0'],
  ])('built for %j, shell has %s', (built, own) => expect(isContractCompatible(built, own)).toBe(false));
});
