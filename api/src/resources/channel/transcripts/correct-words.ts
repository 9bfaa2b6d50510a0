import type { Cue } from '@site/shared/contracts/transcript-rules.ts';

/**
 * Returns captions with corrected words. Unchanged words at the beginning and at the end keep their captions. The changed words between
 * them are spread over the captions whose words they replace. Captions that are left without words are removed.
 */
export function correctWords(cues: readonly Cue[], text: string): Cue[] {
  const before = cues.flatMap(([, , words], cue) => words.split(' ').map((word) => ({ word, cue })));
  const after = text.split(' ').filter(Boolean);
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start]?.word === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end)?.word === after.at(-1 - end)) end += 1;

  const replaced = before.length - start - end;
  const written = after.length - start - end;
  const cueOf = (index: number): number => {
    if (index < start) return before[index]?.cue ?? 0;
    if (index >= after.length - end) return before[before.length - (after.length - index)]?.cue ?? 0;
    // Inserted words, which replace no other word, belong to the caption of the preceding word.
    const at = replaced === 0 ? Math.max(0, start - 1) : start + Math.floor(((index - start) * replaced) / written);
    return before[at]?.cue ?? 0;
  };
  const words = Map.groupBy(after.entries(), ([index]) => cueOf(index));
  return cues.flatMap(([startMs, endMs, , speaker], cue): Cue[] => {
    const own = words.get(cue);
    return own ? [[startMs, endMs, own.map(([, word]) => word).join(' '), speaker]] : [];
  });
}
