import type { EpisodePage } from './episodes.ts';

type Chapter = EpisodePage['chapters'][number];

const LINE = /^[\s([•*–-]*(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)[\s)\]:|–—-]+(\S.*)$/u;
/** YouTube's own minimum for a list of chapters. */
const MIN_CHAPTERS = 3;

/**
 * Returns the chapters in a description: lines such as `00:00 Começo`. There must be at least three, the first at 0:00, each later than the
 * one before and within the episode. Returns no chapters when the description breaks one of these rules.
 */
export function parseChapters(description: string, durationSeconds: number): Chapter[] {
  const chapters = description.split(/\r?\n/).flatMap((line): Chapter[] => {
    const [, hours = '0', minutes = '', seconds = '', title = ''] = LINE.exec(line) ?? [];
    return title ? [{ startSeconds: (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds), title: title.trim() }] : [];
  });
  const areInOrder = chapters.every(({ startSeconds }, index) =>
    index === 0 ? startSeconds === 0 : startSeconds > (chapters[index - 1]?.startSeconds ?? 0) && startSeconds < durationSeconds,
  );
  return chapters.length >= MIN_CHAPTERS && areInOrder ? chapters : [];
}
