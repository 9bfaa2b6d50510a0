import type { EpisodePage } from '@site/shared/contracts/episodes.ts';
import { numberFormat } from '@site/shared/texts/formats.ts';
import { formatClock, parseClock } from './clock.ts';

/** Returns the first paragraph of a video's description, because chapters and links follow that paragraph. */
export const summaryOf = (description: string): string => description.trim().split(/\n\s*\n/)[0] ?? '';

/** Formats a length in `locale` in whole minutes, such as `47 min`. */
export const formatMinutes = (seconds: number, locale: string): string =>
  numberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(Math.max(1, Math.round(seconds / 60)));

const CHAPTER_LINE = /^[\s([•*–-]*((?:\d{1,2}:)?\d{1,3}:[0-5]\d)[\s)\]:|–—-]+\S/u;
/** A heading whose list of chapters was removed, such as `Capítulos:`. */
const ANNOUNCEMENT = /^[^\n.!?]{0,40}:$/u;

/** Returns a description without the lines that contain these chapters, for a page that lists the chapters separately. */
export function withoutChapters(description: string, chapters: EpisodePage['chapters']): string {
  const clocks = new Set(chapters.map(({ startSeconds }) => formatClock(startSeconds)));
  const isChapter = (line: string): boolean => {
    const clock = CHAPTER_LINE.exec(line)?.[1];
    const seconds = clock ? parseClock(clock) : null;
    return seconds !== null && clocks.has(formatClock(seconds));
  };
  const lines = description.split(/\r?\n/);
  return lines
    .filter((line, index) => !isChapter(line) && !(ANNOUNCEMENT.test(line.trim()) && isChapter(lines.slice(index + 1).find(Boolean) ?? '')))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
