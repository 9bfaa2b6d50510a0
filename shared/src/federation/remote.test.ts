import { describe, expect, it } from 'vitest';
import { isContractCompatible } from './remote.ts';

describe('a remote that a shell accepts', () => {
  it.each([
    ['1.0.0', '1.0.0'],
    ['1.0.7', '1.0.0'],
    ['1.2.0', '1.3.0'],
  ])('a remote for contract %s runs in a shell with %s', (built, own) => expect(isContractCompatible(built, own)).toBe(true));
});

describe('a remote that a shell rejects', () => {
  it.each([
    ['2.0.0', '1.9.0'],
    ['1.0.0', '2.0.0'],
    ['1.1.0', '1.0.0'],
    ['', '1.0.0'],
    ['1', '1.0.0'],
    ['nonsense', '1.0.0'],
  ])('a remote for contract %j is rejected by a shell with %s', (built, own) => expect(isContractCompatible(built, own)).toBe(false));
});
