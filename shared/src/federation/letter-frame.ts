/** The page in which the owner's area shows a letter: it takes one message, the letter's HTML, and answers with how tall it is. */
export const LETTER_FRAME_PATH = '/_letter';
