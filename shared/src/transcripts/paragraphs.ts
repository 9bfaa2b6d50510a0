import type { Cue } from '../contracts/transcript-rules.ts';

/** Consecutive captions that a page shows as one paragraph. */
export type Paragraph = {
  /** The index of the paragraph's first caption. `to` is the index after its last caption. */
  readonly from: number;
  readonly to: number;
  /** Start time in milliseconds. Null if the captions have no times. */
  readonly startMs: number | null;
  readonly speaker: string | null;
  readonly text: string;
};

/** Pauses in milliseconds. `PAUSE_MS` ends a paragraph after a sentence, `LONG_PAUSE_MS` also within a sentence. */
const PAUSE_MS = 2_000;
const LONG_PAUSE_MS = 5_000;
/**
 * After this length a paragraph ends with its sentence. Captions without punctuation never end a sentence, so `LONGEST_MS` ends their
 * paragraph.
 */
const LENGTH_MS = 45_000;
const LONGEST_MS = 90_000;
const MOST_CUES = 300;
const MOST_CHARACTERS = 5_000;

const endsSentence = (text: string): boolean => /[.!?…]["'”’»)\]]*$/.test(text);

/** Joins captions into paragraphs. A paragraph ends at a new speaker, at a pause, or at the end of a sentence after about a minute. */
export function paragraphsOf(cues: readonly Cue[]): Paragraph[] {
  const paragraphs: { from: number; to: number; startMs: number | null; speaker: string | null; texts: string[]; characters: number }[] =
    [];
  for (const [index, [startMs, , text, speaker]] of cues.entries()) {
    const open = paragraphs.at(-1);
    const [, endMs, last] = cues[index - 1] ?? [null, null, ''];
    const silence = (startMs ?? 0) - (endMs ?? 0);
    const length = (startMs ?? 0) - (open?.startMs ?? 0);
    const isNext =
      !open ||
      startMs === null ||
      speaker !== open.speaker ||
      (endsSentence(last) && (silence >= PAUSE_MS || length >= LENGTH_MS)) ||
      silence >= LONG_PAUSE_MS ||
      length >= LONGEST_MS ||
      index - open.from >= MOST_CUES ||
      open.characters >= MOST_CHARACTERS;
    if (isNext) paragraphs.push({ from: index, to: index + 1, startMs, speaker, texts: [text], characters: text.length });
    else {
      open.to = index + 1;
      open.texts.push(text);
      open.characters += text.length;
    }
  }
  return paragraphs.map(({ texts, characters: _, ...paragraph }) => ({ ...paragraph, text: texts.join(' ') }));
}
