import type { Instant } from '../dates/dates.ts';

/** Answers are stored on the visitor's device for a day. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Increase when the stored format changes: other versions are ignored. */
const SHAPE = 2;

/** Storage keys of the videos on the home and the podcast page. Each has a second key for its timestamp. */
export const HOME_EPISODES_KEY = 'youtube-videos-v3';
export const PODCAST_EPISODES_KEY = 'youtube-videos-podcast-v4';

const timestampOf = (key: string): string => `${key}-timestamp`;

/** Stores an answer on the device with the current time. */
export function keepAnswer(key: string, answer: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify({ shape: SHAPE, answer }));
    localStorage.setItem(timestampOf(key), String(Date.now()));
  } catch {
    // If the browser blocks storage, every visit requests the answer from the API.
  }
}

/** Returns the answer that this device stored within the last day, and the time of storing. Null if there is no such answer. */
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
