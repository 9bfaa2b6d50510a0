import { describe, expect, it } from 'vitest';
import { nextTyped, type Typed } from './typewriter.ts';

/** Returns what `count` steps show, each with its delay. */
function play(from: Typed, lengths: number[], count: number): string[] {
  const seen: string[] = [];
  let typed = from;
  for (let step = 0; step < count; step += 1) {
    const { next, afterMs } = nextTyped(typed, lengths);
    seen.push(`${afterMs} ms: ${next.letters} of ${next.phrase}`);
    typed = next;
  }
  return seen;
}

describe('the typewriter', () => {
  it('the typewriter holds a phrase, deletes it twice as fast as it typed it, and types the next one', () => {
    expect(play({ phrase: 0, letters: 2, isDeleting: false }, [2, 3], 6)).toEqual([
      '1500 ms: 1 of 0',
      '50 ms: 0 of 0',
      '100 ms: 1 of 1',
      '100 ms: 2 of 1',
      '100 ms: 3 of 1',
      '1500 ms: 2 of 1',
    ]);
  });

  it('the typewriter starts again after the last phrase', () => {
    expect(play({ phrase: 1, letters: 1, isDeleting: true }, [2, 3], 2)).toEqual(['50 ms: 0 of 1', '100 ms: 1 of 0']);
  });
});
