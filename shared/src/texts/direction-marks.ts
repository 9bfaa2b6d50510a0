/**
 * Returns `text` without marks that change the direction of the text after them, which can make readers see other words than were written.
 * U+200E and U+200F stay: Hebrew and Arabic need them, and they only affect the punctuation next to them.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(/[\u061C\u202A-\u202E\u2066-\u2069]/g, '');
