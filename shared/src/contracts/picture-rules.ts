/** Why a file becomes no picture of a text or an episode. `upload_gone`: it did not arrive, or was removed. */
export const PICTURE_PROBLEMS = ['empty', 'too_large', 'not_picture', 'damaged', 'too_many_pixels', 'upload_gone'] as const;
export type PictureProblem = (typeof PICTURE_PROBLEMS)[number];
