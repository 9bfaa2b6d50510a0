import type { EpisodeAudio } from '@site/shared/contracts/episodes.ts';

/** The extensions of public audio files. The SQL function `audio_key` appends the same. */
export const AUDIO_ENDINGS = { 'audio/mpeg': '.mp3', 'audio/mp4': '.m4a' } as const satisfies Record<EpisodeAudio['type'], string>;

/** Returns the keys that the public copy of an upload can have. */
export const audioFilesOf = (key: string): string[] => Object.values(AUDIO_ENDINGS).map((ending) => `${key}${ending}`);
