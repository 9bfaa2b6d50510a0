import type { Cue } from '../contracts/transcript-rules.ts';

/** Captions that are read together. */
export type Paragraph = {
  /** The range of its captions; `to` is not part of it. */
  readonly from: number;
  readonly to: number;
  /** Null without times. */
  readonly startMs: number | null;
  readonly speaker: string | null;
  readonly text: string;
};

/** A silence between two sentences, and one that ends a paragraph anywhere, in milliseconds. */
const PAUSE_MS = 2_000;
const LONG_PAUSE_MS = 5_000;
/** From this length on, the next sentence begins a paragraph. Captions without punctuation never end a sentence. */
const LENGTH_MS = 45_000;
const LONGEST_MS = 90_000;
const MOST_CUES = 300;
const MOST_CHARACTERS = 5_000;

const endsSentence = (text: string): boolean => /[.!?…]["'”’»)\]]*$/.test(text);

/** Joins captions into paragraphs, at a new speaker, at a pause, or after about a minute at the end of a sentence. */
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
