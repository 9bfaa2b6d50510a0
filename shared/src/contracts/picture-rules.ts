/**
 * Reasons why a file cannot be used as a picture of a post or an episode. `too_costly`: opening it needs more memory or time than allowed.
 * `upload_gone`: the upload did not arrive, or was deleted.
 */
export const PICTURE_PROBLEMS = ['empty', 'too_large', 'not_picture', 'damaged', 'too_many_pixels', 'too_costly', 'upload_gone'] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];
