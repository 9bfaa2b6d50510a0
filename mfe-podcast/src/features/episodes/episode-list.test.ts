import { describe, expect, it } from 'vitest';
import { visibleCount } from './episode-list.ts';

const count = (query: string) => visibleCount(new URLSearchParams(query));

describe('the number of visible episodes', () => {
  it('starts at six and grows in steps of six', () => {
    expect(count('')).toBe(6);
    expect(count('episodes=6')).toBe(6);
    expect(count('episodes=12')).toBe(12);
    expect(count('episodes=13')).toBe(18);
  });

  it('is six for an address that makes no sense, and never without bounds', () => {
    expect(count('episodes=abc')).toBe(6);
    expect(count('episodes=-12')).toBe(6);
    expect(count('episodes=NaN')).toBe(6);
    expect(count('episodes=Infinity')).toBe(6);
    expect(count('episodes=1e9')).toBe(600);
  });
});
