/**
 * Why a file becomes no picture of a text or an episode. `too_costly`: opening it takes more memory or time than there is; `upload_gone`: it
 * did not arrive, or was removed.
 */
export const PICTURE_PROBLEMS = ['empty', 'too_large', 'not_picture', 'damaged', 'too_many_pixels', 'too_costly', 'upload_gone'] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];
