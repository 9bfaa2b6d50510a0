/**
 * `file`: the largest file, in bytes. `bytes`: the largest transcript as JSON, in bytes. `cues`: the most captions. `cue`: longest text of
 * one caption that a file gives, in characters. `paragraph`: longest corrected paragraph, in characters. This module has no schemas, so
 * that forms can import it without loading them.
 */
export const TRANSCRIPT_LIMITS = { file: 5_242_880, bytes: 2_097_152, cues: 30_000, cue: 5_000, paragraph: 20_000 } as const;

/** Endings of the files that a transcript can come from. */
export const TRANSCRIPT_FILES = ['.vtt', '.srt', '.sbv', '.json', '.txt'] as const;

/** Reasons why a file cannot be read as a transcript. `too_long`: the transcript has too many words. */
export const TRANSCRIPT_PROBLEMS = [
  'empty',
  'too_large',
  'not_text',
  'markup',
  'damaged',
  'no_words',
  'too_many',
  'too_long',
  'out_of_order',
  'too_costly',
] as const;
export type TranscriptProblem = (typeof TRANSCRIPT_PROBLEMS)[number];

/**
 * A caption: its start and end in milliseconds, its words, and who speaks. Without times it is a paragraph of a plain text. Either all
 * captions of a transcript have times, or none has.
 */
export type Cue = readonly [startMs: number | null, endMs: number | null, text: string, speaker: string | null];
