import type { Cue } from '@site/shared/contracts/transcript-rules.ts';

/** Formats milliseconds as `6:42` or `1:03:12`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] ? parts : parts.slice(1);
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}

export type TranscriptFacts = {
  readonly captions: number;
  /** The end of the last caption, in milliseconds. Null if the captions have no times. */
  readonly endMs: number | null;
  readonly speakers: readonly string[];
  /** The length of the episode, in milliseconds, if the captions end much earlier or later than the episode. Otherwise null. */
  readonly otherLengthMs: number | null;
  /** A caption that is repeated several times in a row, because speech recognition invents words in silence. */
  readonly repeated: { readonly text: string; readonly startMs: number | null } | null;
};

const LENGTH_SHARE = 0.02;
const LENGTH_MS = 10_000;
const MOST_REPEATED = 2;

/** Returns the facts about captions that the owner should check before publishing. */
export function factsOf(cues: readonly Cue[], durationSeconds: number): TranscriptFacts {
  const isTimed = cues[0]?.[0] != null;
  const endMs = isTimed ? cues.reduce((last, [, end]) => Math.max(last, end ?? 0), 0) : null;
  const lengthMs = durationSeconds * 1_000;
  const isOther = endMs !== null && lengthMs > 0 && Math.abs(endMs - lengthMs) > Math.max(LENGTH_MS, lengthMs * LENGTH_SHARE);
  const repeated = cues.find(([, , text], index) => {
    const before = cues.slice(Math.max(0, index - MOST_REPEATED), index);
    return before.length === MOST_REPEATED && before.every(([, , other]) => other === text);
  });
  return {
    captions: cues.length,
    endMs,
    speakers: [...new Set(cues.flatMap(([, , , speaker]) => (speaker === null ? [] : [speaker])))],
    otherLengthMs: isOther ? lengthMs : null,
    repeated: repeated ? { text: repeated[2], startMs: repeated[0] } : null,
  };
}
