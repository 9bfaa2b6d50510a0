import type { Cue } from '../contracts/transcript-rules.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** Formats milliseconds as `01:02:03.456`. The SubRip format has a comma before the last three digits. */
function clock(ms: number, separator: '.' | ','): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${parts.map(two).join(':')}${separator}${String(Math.floor(ms) % 1_000).padStart(3, '0')}`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the captions that have times. */
export const timedCues = (cues: readonly Cue[]) =>
  cues.flatMap(([start, end, text, speaker]) => (start === null || end === null ? [] : [{ start, end, text, speaker }]));

/** Returns a transcript as WebVTT. */
export const toVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${timedCues(cues)
    .map(({ start, end, text, speaker }) => {
      const voice = speaker === null ? '' : `<v ${escaped(speaker)}>`;
      return `${clock(start, '.')} --> ${clock(end, '.')}\n${voice}${escaped(text)}\n\n`;
    })
    .join('')}`;

/** Returns a transcript as SubRip, without the speakers, which SubRip does not support. */
export const toSrt = (cues: readonly Cue[]): string =>
  timedCues(cues)
    .map(({ start, end, text }, index) => `${index + 1}\n${clock(start, ',')} --> ${clock(end, ',')}\n${text}\n\n`)
    .join('');
