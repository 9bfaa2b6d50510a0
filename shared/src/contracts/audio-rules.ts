/** Largest audio file of an episode, in bytes. */
export const LARGEST_AUDIO = 200_000_000;

/**
 * Reasons why a file or an address cannot be the audio of an episode. `media`: it has a video. `too_costly`: reading it needs more memory or
 * time than allowed. `private_address`: it is in a private network. `upload_gone`: the upload did not arrive, or was deleted.
 * `audio_required`: the episode is published, or will be, and would have nothing to play.
 */
export const AUDIO_PROBLEMS = [
  'empty',
  'too_large',
  'not_audio',
  'media',
  'too_costly',
  'private_address',
  'unreachable',
  'upload_gone',
  'audio_required',
] as const;
export type AudioProblem = (typeof AUDIO_PROBLEMS)[number];
