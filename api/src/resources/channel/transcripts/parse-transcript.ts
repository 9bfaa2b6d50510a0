import { type Cue, TRANSCRIPT_LIMITS, type TranscriptProblem } from '@site/shared/contracts/transcript-rules.ts';
import { oneLine } from '@site/shared/texts/plain-text.ts';

/** The captions of a file, or the reason why the file is no transcript. */
export type ParsedTranscript = { readonly cues: Cue[] } | { readonly problem: TranscriptProblem };

type Lines = { start: number; end: number; lines: string[] };
type Spoken = { start: number | null; end: number | null; text: string; speaker: string | null };

/** `00:01:02.345 --> 00:01:04.000` of VTT and SRT, `0:01:02.345,0:01:04.000` of SBV. Some programs write SRT without milliseconds. */
const CLOCK = String.raw`(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?`;
const ARROW = new RegExp(String.raw`^\s*${CLOCK}\s*-->\s*${CLOCK}(?=\s|$)`);
const SBV = new RegExp(String.raw`^\s*${CLOCK.replace('[.,]', '[.]')}\s*,\s*${CLOCK.replace('[.,]', '[.]')}\s*$`);
const LONGEST_MS = 360_000_000;
/** Rolling captions contain copies that are shown for at most this time, only to move lines up. */
const BLINK_MS = 50;
/** The largest share of captions that may begin before the preceding caption. Files that programs write have fewer. */
const BACKWARDS_SHARE = 0.01;

const TAG = /<\/?(?:[a-z][^<>]*|[\d:.]+)?>|\{\\[^{}]*\}/gi;
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^<>]+)>/i;
/** Sounds that nobody says, such as `[Música]` and `[BLANK_AUDIO]`. */
const SOUND = /\[[\p{L}\s_]{1,40}\]|[♪♫]/gu;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ', lrm: '', rlm: '' };

const plain = (text: string): string =>
  oneLine(
    text
      .replace(SOUND, ' ')
      .replace(/&(amp|lt|gt|quot|#39|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
      .replace(/>>+/g, ' '),
  );

function milliseconds([hours = '0', minutes = '0', seconds = '0', rest = '0']: readonly (string | undefined)[]): number {
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(rest.padEnd(3, '0'));
}

/** Decodes a file as UTF-8, as UTF-16 with a byte order mark, or otherwise as Windows-1252. Returns null if the file is no text. */
function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Returns the captions of VTT, SRT or SBV. In VTT, an empty line ends a caption. In the other formats, the next line with times ends a
 * caption.
 */
function timedLines(text: string): Lines[] {
  const isVtt = text.startsWith('WEBVTT');
  const found: Lines[] = [];
  let open: Lines | null = null;
  for (const line of text.split('\n')) {
    const time = ARROW.exec(line) ?? SBV.exec(line);
    if (time) {
      // This line is the number of the next caption.
      if (open && !isVtt && /^\s*\d+\s*$/.test(open.lines.at(-1) ?? '')) open.lines.pop();
      const start = milliseconds(time.slice(1, 5));
      open = { start, end: Math.max(start, milliseconds(time.slice(5, 9))), lines: [] };
      found.push(open);
    } else if (line === '' && isVtt) open = null;
    else open?.lines.push(line);
  }
  return found;
}

/** Removes from each caption the lines that end the preceding caption, and removes captions that show nothing new. */
function unrolled(captions: readonly Lines[]): Lines[] {
  let shown = '';
  return captions.flatMap(({ start, end, lines }) => {
    const words = lines.map((line) => oneLine(line.replace(TAG, '')));
    const filled = lines.filter((_, index) => words[index]);
    const isRepeated = shown !== '' && words.find(Boolean) === shown;
    shown = words.findLast(Boolean) ?? shown;
    if (!isRepeated) return [{ start, end, lines: filled }];
    if (filled.length === 1) return end - start <= BLINK_MS ? [] : [{ start, end, lines: filled }];
    return [{ start, end, lines: filled.slice(1) }];
  });
}

/** Splits a caption by speaker. Returns the words of each speaker. */
function spoken({ start, end, lines }: Lines): Spoken[] {
  const [before = '', ...voices] = lines.join('\n').split(VOICE);
  const parts: Spoken[] = [{ start, end, text: before, speaker: null }];
  for (let index = 0; index < voices.length; index += 2) {
    parts.push({ start, end, text: voices[index + 1] ?? '', speaker: plain(voices[index] ?? '').slice(0, 100) || null });
  }
  return parts.map((part) => ({ ...part, text: part.text.replace(TAG, '') }));
}

const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value * 1_000 <= LONGEST_MS;

/** Returns the segments of a file in the JSON format of podcast apps, or null if the file has another format. */
function segmentsOf(text: string): Spoken[] | null {
  let segments: unknown;
  try {
    segments = JSON.parse(text)?.segments;
  } catch {
    return null;
  }
  if (!Array.isArray(segments)) return null;
  return segments.flatMap((segment: unknown): Spoken[] => {
    const { startTime, endTime, body, speaker } = (segment ?? {}) as Record<string, unknown>;
    if (!isTime(startTime) || typeof body !== 'string') return [];
    const start = Math.round(startTime * 1_000);
    const end = isTime(endTime) ? Math.max(start, Math.round(endTime * 1_000)) : start;
    const name = typeof speaker === 'string' ? plain(speaker.slice(0, 400)).slice(0, 100) : '';
    return [{ start, end, text: body, speaker: name || null }];
  });
}

/** Splits plain text into paragraphs at empty lines. If there are no empty lines, each line is a paragraph. */
const paragraphsOfText = (text: string): Spoken[] =>
  text
    .split(/\n\s*\n/.test(text.trim()) ? /\n\s*\n/ : '\n')
    .map((paragraph) => ({ start: null, end: null, text: paragraph, speaker: null }));

/** Splits a long paragraph into parts, each cut at a space. */
function shortened(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > TRANSCRIPT_LIMITS.cue) {
    const space = rest.lastIndexOf(' ', TRANSCRIPT_LIMITS.cue);
    const at = space > 0 ? space : TRANSCRIPT_LIMITS.cue;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return [...parts, rest];
}

function findSpoken(text: string): Spoken[] | TranscriptProblem {
  if (text.startsWith('{')) return segmentsOf(text) ?? 'damaged';
  if (text.startsWith('<')) return 'markup';
  const captions = timedLines(text);
  if (captions.length > TRANSCRIPT_LIMITS.cues) return 'too_many';
  if (captions.length > 0 || text.startsWith('WEBVTT')) return unrolled(captions).flatMap(spoken);
  return paragraphsOfText(text);
}

/** Parses VTT, SRT, SBV, the JSON of podcast apps, or plain text. Markup is removed. The site always shows captions as plain text. */
export function parseTranscript(bytes: Uint8Array): ParsedTranscript {
  if (bytes.length === 0) return { problem: 'empty' };
  if (bytes.length > TRANSCRIPT_LIMITS.file) return { problem: 'too_large' };
  const decoded = decode(bytes);
  if (decoded === null) return { problem: 'not_text' };
  const found = findSpoken(
    decoded
      .replace(/^\uFEFF/, '')
      .replace(/\r\n?/g, '\n')
      .trimStart(),
  );
  if (typeof found === 'string') return { problem: found };
  const cues = found.flatMap(({ start, end, text, speaker }) => {
    const words = plain(text);
    return words ? shortened(words).map((part): Cue => [start, end, part, speaker]) : [];
  });
  if (cues.length === 0) return { problem: 'no_words' };
  if (cues.length > TRANSCRIPT_LIMITS.cues) return { problem: 'too_many' };
  if (Buffer.byteLength(JSON.stringify(cues)) > TRANSCRIPT_LIMITS.bytes) return { problem: 'too_long' };
  const backwards = cues.filter(([start], index) => (start ?? 0) < (cues[index - 1]?.[0] ?? 0)).length;
  if (backwards > Math.max(1, cues.length * BACKWARDS_SHARE)) return { problem: 'out_of_order' };
  return { cues: cues.toSorted(([one], [other]) => (one ?? 0) - (other ?? 0)) };
}
