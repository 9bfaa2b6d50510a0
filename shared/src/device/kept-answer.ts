import type { Instant } from '../dates/dates.ts';

/** Answers are kept on the visitor's device for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Raised when the stored form changes; what has another one is not read. */
const SHAPE = 1;

/** Where the videos of the home and of the podcast page are kept; each has its timestamp beside it. */
export const HOME_EPISODES_KEY = 'youtube-videos-v3';
export const PODCAST_EPISODES_KEY = 'youtube-videos-podcast-v4';

const timestampOf = (key: string): string => `${key}-timestamp`;

/** Keeps an answer on the device, with the moment at which it was fresh. */
export function keepAnswer(key: string, answer: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ shape: SHAPE, answer }));
    localStorage.setItem(timestampOf(key), String(Date.now()));
  } catch {
    // Where nothing can be stored, every visit asks the API.
  }
}

/** The answer that was kept on this device within a day, and when; null without one. */
export function readKeptAnswer<Answer>(key: string): { readonly answer: Answer; readonly at: Instant } | null {
  try {
    const at = Number(localStorage.getItem(timestampOf(key)));
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null');
    const age = Date.now() - at;
    return kept?.shape === SHAPE && age >= 0 && age < KEPT_MS ? { answer: kept.answer, at: new Date(at).toISOString() as Instant } : null;
  } catch {
    return null;
  }
}
